import type { Announcement } from "@callpanel/contract";
import { Button, Dialog, SelectField, TextField } from "@callpanel/ui";
import { useState } from "react";
import type { Api } from "../../../shared/api/api.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { announcementChanges } from "../announcements.api.ts";
import { announcementsMessages } from "../announcements.messages.ts";
import { useAnnouncementChange } from "../useAnnouncementChange.ts";
import { changeOf, draftOf, faultsOf, fileOf, NAME_MOST_CHARS, NUMBER_DIGITS, PIN_MOST_DIGITS } from "./draft.model.ts";
import type { Draft, DraftField } from "./draft.model.ts";
import { SoundPart } from "./SoundPart.tsx";
import styles from "./AnnouncementDialog.module.css";

const WIDTH_PX = 640;

interface AnnouncementDialogProps {
  /** Null: a new one. */
  readonly announcement: Announcement | null;
  readonly onClose: () => void;
}

/** The form of an announcement; a failure keeps the typed text. */
export function AnnouncementDialog({ announcement, onClose }: AnnouncementDialogProps) {
  const t = useWords(announcementsMessages);
  const { locale } = useLocaleWords();
  const [draft, setDraft] = useState(() => draftOf(announcement, locale));
  // If it was created already and only the upload of its sound failed, it is changed.
  const [made, setMade] = useState(announcement);
  const { busy, run } = useAnnouncementChange("announce.save");
  const isNew = made === null;
  const faults = faultsOf(draft, isNew);
  const valid = faults.size === 0;
  const change = (next: Partial<Draft>) => setDraft((draft) => ({ ...draft, ...next }));
  const save = async (api: Api) => {
    const kept = isNew
      ? await announcementChanges.create(api, { number: draft.number, ...changeOf(draft) })
      : await announcementChanges.change(api, made.id, changeOf(draft));
    setMade(kept);
    const file = fileOf(draft);
    if (file !== null) await announcementChanges.upload(api, kept.id, file);
  };
  return (
    <Dialog
      opened
      persistent="form"
      onClose={onClose}
      title={t(announcement === null ? "announcements.new" : "announcements.editTitle")}
      closeLabel={t("announcements.close")}
      width={WIDTH_PX}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (valid && !busy) run(save, t("announcements.saved", { name: draft.name.trim() }), onClose);
        }}
      >
        <Described draft={draft} isNew={isNew} faults={faults} onChange={change} />
        <SoundPart announcement={announcement} draft={draft} fault={faults.get("sound")} onChange={change} />
        <div className={styles.buttons}>
          <Button onClick={onClose}>{t("announcements.cancel")}</Button>
          <Button type="submit" look="primary" busy={busy} disabled={!valid}>
            {t(announcement === null ? "announcements.create" : "announcements.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface DescribedProps {
  readonly draft: Draft;
  readonly isNew: boolean;
  readonly faults: ReturnType<typeof faultsOf>;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** Number, name, PIN, language, and the destination of the call afterwards. */
function Described({ draft, isNew, faults, onChange }: DescribedProps) {
  const t = useWords(announcementsMessages);
  // A field shows its error after it was left.
  const [left, setLeft] = useState<ReadonlySet<DraftField>>(new Set());
  const errorOf = (field: DraftField) => {
    const fault = faults.get(field);
    return fault !== undefined && left.has(field) ? t(`announcements.fault.${fault}`, { ...NUMBER_DIGITS }) : undefined;
  };
  const leave = (field: DraftField) => () => setLeft(new Set([...left, field]));
  return (
    <>
      <div className={styles.pair}>
        <TextField
          data-autofocus
          required
          label={t("announcements.name")}
          maxLength={NAME_MOST_CHARS}
          value={draft.name}
          error={errorOf("name")}
          onBlur={leave("name")}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        <TextField
          required
          inputMode="numeric"
          label={t("announcements.number")}
          hint={t("announcements.numberHint")}
          disabled={!isNew}
          maxLength={NUMBER_DIGITS.most}
          value={draft.number}
          error={errorOf("number")}
          onBlur={leave("number")}
          onChange={({ currentTarget }) => onChange({ number: currentTarget.value.trim() })}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          required
          inputMode="numeric"
          autoComplete="off"
          label={t("announcements.pin")}
          hint={t("announcements.pinHint")}
          maxLength={PIN_MOST_DIGITS}
          value={draft.pin}
          error={errorOf("pin")}
          onBlur={leave("pin")}
          onChange={({ currentTarget }) => onChange({ pin: currentTarget.value.trim() })}
        />
        <SelectField
          label={t("announcements.lang")}
          hint={t("announcements.langHint")}
          choices={(["en", "fr"] as const).map((value) => ({ value, label: t(`announcements.lang.${value}`) }))}
          value={draft.lang}
          onChange={(lang) => onChange({ lang })}
        />
      </div>
      <TextField
        inputMode="numeric"
        label={t("announcements.after")}
        hint={t("announcements.afterHint")}
        maxLength={NUMBER_DIGITS.most}
        value={draft.post_dest}
        error={errorOf("post_dest")}
        onBlur={leave("post_dest")}
        onChange={({ currentTarget }) => onChange({ post_dest: currentTarget.value.trim() })}
      />
    </>
  );
}
