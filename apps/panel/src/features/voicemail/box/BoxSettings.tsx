import type { VoicemailBox } from "@callpanel/contract";
import { Button, PasswordField, SelectField, Switch, TextField } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { useUnsaved } from "../../../shared/form/unsaved.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { languageName } from "../../../shared/words/languageName.ts";
import { pinQuery, saveBox } from "./box.api.ts";
import { boxMessages } from "./box.messages.ts";
import { MAIL_FLAGS, PHONE_FLAGS, WORD_FLAGS, changeOf, faultsOf, formOf } from "./box.model.ts";
import type { BoxFlag, BoxForm } from "./box.model.ts";
import { useBoxChange } from "./useBoxChange.ts";
import styles from "./BoxDialog.module.css";

interface PartProps {
  readonly box: VoicemailBox;
  readonly form: BoxForm;
  readonly onChange: (change: Partial<BoxForm>) => void;
}

/** PIN, mail, pager, languages and flags of a mailbox (spec 1 §3). A failure keeps the typed text. */
export function BoxSettings({ box }: { readonly box: VoicemailBox }) {
  const t = useWords(boxMessages);
  const { api } = usePanel();
  const { data: rules = null } = useQuery(pinQuery(api));
  const [typed, setTyped] = useState<Partial<BoxForm>>({});
  const { busy, run } = useBoxChange("vmail.box.save");
  const form = { ...formOf(box), ...typed };
  const formats = useFormats();
  const faults = faultsOf(form, rules === null ? null : { ...rules, extension: box.mailbox });
  const change = changeOf(form, box);
  const changed = Object.keys(change).length > 0;
  useUnsaved(changed);
  const valid = Object.keys(faults).length === 0;
  const onChange = (next: Partial<BoxForm>) => setTyped((before) => ({ ...before, ...next }));
  const parts = { box, form, onChange };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (changed && valid && !busy)
          run(
            (asked) => saveBox(asked, box.id, change),
            t("box.saved"),
            () => setTyped({}),
          );
      }}
    >
      <p className={styles.dim}>
        {t("box.usage", { messages: formats.number(box.messages), max: formats.number(box.max_messages) })}
        {box.may_write ? null : ` · ${t("box.readOnly")}`}
      </p>
      <PhonePart {...parts} faults={faults} rules={rules} />
      <MailPart {...parts} faults={faults} />
      <WordsPart {...parts} />
      {box.may_write ? (
        <div className={styles.buttons}>
          {changed ? (
            <Button look="quiet" disabled={busy} onClick={() => setTyped({})}>
              {t("box.discard")}
            </Button>
          ) : null}
          <Button type="submit" look="primary" busy={busy} disabled={!changed || !valid}>
            {t("box.save")}
          </Button>
        </div>
      ) : null}
    </form>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}

interface FaultyPartProps extends PartProps {
  readonly faults: ReturnType<typeof faultsOf>;
}

function PhonePart({
  box,
  form,
  onChange,
  faults,
  rules,
}: FaultyPartProps & { readonly rules: { readonly min_length: number; readonly max_length: number } | null }) {
  const t = useWords(boxMessages);
  const words = useLocaleWords();
  const limits = { min: rules?.min_length ?? 0, max: rules?.max_length ?? 0 };
  const told = rules === null ? "" : t("box.pinRules", limits);
  return (
    <Part title={t("box.phone")}>
      <div className={styles.pair}>
        <PasswordField
          label={t("box.pin")}
          showLabel={t("box.pinShow")}
          hideLabel={t("box.pinHide")}
          hint={t(box.has_password ? "box.pinSet" : "box.pinUnset", { rules: told })}
          error={faults.password ? words.error(faults.password, limits) : undefined}
          inputMode="numeric"
          autoComplete="new-password"
          maxLength={32}
          disabled={!box.may_write}
          value={form.password}
          onChange={({ currentTarget }) => onChange({ password: currentTarget.value })}
        />
        <SelectField
          label={t("box.language")}
          choices={(["en", "fr"] as const).map((value) => ({ value, label: t(`box.language.${value}`) }))}
          value={form.language}
          disabled={!box.may_write}
          onChange={(language) => onChange({ language })}
        />
      </div>
      <Flags flags={PHONE_FLAGS} box={box} form={form} onChange={onChange} />
    </Part>
  );
}

function MailPart({ box, form, onChange, faults }: FaultyPartProps) {
  const t = useWords(boxMessages);
  const words = useLocaleWords();
  return (
    <Part title={t("box.mail")}>
      <div className={styles.pair}>
        <TextField
          label={t("box.email")}
          hint={t("box.emailHint")}
          error={faults.email ? words.error(faults.email) : undefined}
          inputMode="email"
          autoComplete="off"
          disabled={!box.may_write}
          value={form.email}
          onChange={({ currentTarget }) => onChange({ email: currentTarget.value })}
        />
        <TextField
          label={t("box.pager")}
          hint={t("box.pagerHint")}
          error={faults.pagerdest ? words.error(faults.pagerdest) : undefined}
          autoComplete="off"
          disabled={!box.may_write}
          value={form.pagerdest}
          onChange={({ currentTarget }) => onChange({ pagerdest: currentTarget.value })}
        />
      </div>
      <Flags flags={MAIL_FLAGS} box={box} form={form} onChange={onChange} />
    </Part>
  );
}

function WordsPart({ box, form, onChange }: PartProps) {
  const t = useWords(boxMessages);
  const { locale } = useLocaleWords();
  const languages = [
    { value: "", label: t("box.noLanguage") },
    ...box.translation_languages.map((value) => ({ value, label: languageName(value, locale) })),
  ];
  return (
    <Part title={t("box.words")}>
      <Flags flags={WORD_FLAGS} box={box} form={form} onChange={onChange} />
      {box.engines.translate ? (
        <SelectField
          label={t("box.translationLanguage")}
          choices={languages}
          value={form.translation_language}
          disabled={!box.may_write || !form.flags.translate}
          onChange={(translation_language) => onChange({ translation_language })}
        />
      ) : null}
    </Part>
  );
}

function Flags({ flags, box, form, onChange }: PartProps & { readonly flags: readonly BoxFlag[] }) {
  const t = useWords(boxMessages);
  return flags.map((flag) => (
    <Switch
      key={flag}
      label={t(`box.flag.${flag}`)}
      hint={hasEngine(box, flag) ? undefined : t("box.noEngine")}
      checked={form.flags[flag]}
      disabled={!box.may_write}
      onChange={(on) => onChange({ flags: { ...form.flags, [flag]: on } })}
    />
  ));
}

/** Transcript flags need an engine; the phone system itself has the others. */
function hasEngine({ engines }: VoicemailBox, flag: BoxFlag): boolean {
  return flag === "transcript" || flag === "summarize" || flag === "categorize" || flag === "translate"
    ? engines[flag]
    : true;
}
