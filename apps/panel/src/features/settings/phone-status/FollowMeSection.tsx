import {
  FOLLOW_ME_MAX_TIMEOUT_SECONDS,
  FOLLOW_ME_PREFIX_CHARS,
  RING_STRATEGIES,
  listRingStrategies,
  listTimeConditions,
} from "@callpanel/contract";
import type { FollowMe, SettingFault } from "@callpanel/contract";
import { SelectField, Switch, TextField } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { ReadOnly } from "../parts/ReadOnly.tsx";
import { SecondsField } from "../parts/SecondsField.tsx";
import { SettingsForm } from "../parts/SettingsForm.tsx";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { useRowChange } from "../rows.ts";
import type { SettingRow } from "../subject.model.ts";
import { useDraft } from "../useDraft.ts";
import type { DraftForm } from "../useDraft.ts";
import { useRowSwitch } from "../useRowSwitch.ts";
import { FollowMeNumbers } from "./FollowMeNumbers.tsx";
import { followMeFaults, isFollowMeValid } from "./followMe.model.ts";
import type { FollowMeFaults } from "./followMe.model.ts";
import { followMe, sendFollowMe } from "./phoneStatus.api.ts";
import { followMeMessages } from "./followMe.messages.ts";
import styles from "./FollowMeSection.module.css";

type FollowMeRow = SettingRow & FollowMe;

const fieldsOf = ({
  user_id: _1,
  subscriber_id: _2,
  username: _3,
  first_name: _4,
  ...rest
}: FollowMeRow & { readonly subscriber_id?: number }): FollowMe => {
  const { last_name: _5, exten: _6, may_write: _7, ...fields } = rest;
  return fields;
};

/** SET-9: the other numbers that ring, how, for how long, and what they see. */
export function FollowMeSection({ row }: { readonly row: FollowMeRow }) {
  const t = useWords(followMeMessages);
  const form = useRowChange<FollowMeRow, FollowMe>({ rows: followMe, send: sendFollowMe });
  const draft = useDraft<FollowMe>({
    saved: fieldsOf(row),
    save: (value) => form.mutateAsync({ userId: row.user_id, change: value }),
  });
  const throwSwitch = useRowSwitch<FollowMeRow>(
    { rows: followMe, send: (api, id, enabled) => sendFollowMe(api, id, { enabled }) },
    { fallback: "settings.followMe.failed", on: t("settings.follow.on"), off: t("settings.follow.off") },
  );
  const { value } = draft;
  const disabled = !row.may_write;
  const faults = followMeFaults(value);
  // Takes effect immediately if there are no other changes and at least one number to ring.
  const flip = (enabled: boolean) =>
    draft.changed || (enabled && row.numbers.length === 0) ? draft.change({ enabled }) : throwSwitch(row, enabled);
  return (
    <SettingsSection title={t("settings.follow.title")} hint={t("settings.follow.hint")}>
      <SettingsForm draft={draft} valid={isFollowMeValid(value)}>
        <Switch label={t("settings.follow.title")} checked={value.enabled} disabled={disabled} onChange={flip} />
        <Strategy draft={draft} disabled={disabled} />
        <Times draft={draft} faults={faults} disabled={disabled} />
        <fieldset className={styles.group}>
          <legend className={styles.legend}>{t("settings.follow.numbers")}</legend>
          <FollowMeNumbers
            numbers={value.numbers}
            faults={faults.numbers}
            disabled={disabled}
            onChange={(numbers) => draft.change({ numbers })}
          />
        </fieldset>
        <Callers draft={draft} faults={faults} disabled={disabled} />
        <When draft={draft} disabled={disabled} />
      </SettingsForm>
      <ReadOnly rows={[row]} />
    </SettingsSection>
  );
}

interface PartProps {
  readonly draft: DraftForm<FollowMe>;
  readonly disabled: boolean;
}

/** The strategies that the phone system offers, each in a sentence. */
function Strategy({ draft, disabled }: PartProps) {
  const t = useWords(followMeMessages);
  const { api } = usePanel();
  const name = useId();
  const { data } = useQuery({
    queryKey: ["settings", "ring_strategies"],
    queryFn: ({ signal }) => api.call(listRingStrategies, { signal }),
    staleTime: Infinity,
  });
  const offered = RING_STRATEGIES.filter((one) => data?.data.some(({ strategy }) => strategy === one) ?? true);
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend className={styles.legend}>{t("settings.follow.strategy")}</legend>
      {offered.map((strategy) => (
        <label key={strategy} className={styles.choice}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            aria-labelledby={`${name}-${strategy}`}
            aria-describedby={`${name}-${strategy}-hint`}
            checked={draft.value.strategy === strategy}
            onChange={() => draft.change({ strategy })}
          />
          <span>
            <span id={`${name}-${strategy}`} className={styles.choiceName}>
              {t(`settings.follow.${strategy}`)}
            </span>
            <span id={`${name}-${strategy}-hint`} className={styles.note}>
              {t(`settings.follow.${strategy}Hint`)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface FaultyPartProps extends PartProps {
  readonly faults: FollowMeFaults;
}

function Times({ draft, faults, disabled }: FaultyPartProps) {
  const t = useWords(followMeMessages);
  const said = useFaultWords();
  const limit = FOLLOW_ME_MAX_TIMEOUT_SECONDS;
  return (
    <div className={styles.pair}>
      <SecondsField
        label={t("settings.follow.first")}
        hint={t("settings.follow.seconds", { limit })}
        error={said(faults.toutfirst)}
        max={limit}
        value={draft.value.toutfirst}
        disabled={disabled}
        onChange={(toutfirst) => draft.change({ toutfirst })}
      />
      <SecondsField
        label={t("settings.follow.all")}
        hint={t("settings.follow.seconds", { limit })}
        error={said(faults.toutall)}
        max={limit}
        value={draft.value.toutall}
        disabled={disabled}
        onChange={(toutall) => draft.change({ toutall })}
      />
    </div>
  );
}

function Callers({ draft, faults, disabled }: FaultyPartProps) {
  const t = useWords(followMeMessages);
  const said = useFaultWords();
  const { value } = draft;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t("settings.follow.callers")}</legend>
      <TextField
        label={t("settings.follow.prefix")}
        hint={t("settings.follow.prefixHint", { limit: FOLLOW_ME_PREFIX_CHARS })}
        error={said(faults.prefix)}
        value={value.prefix}
        disabled={disabled}
        onChange={({ currentTarget }) => draft.change({ prefix: currentTarget.value })}
      />
      <Switch
        label={t("settings.follow.external")}
        hint={t("settings.follow.externalHint")}
        checked={value.externCID}
        disabled={disabled}
        onChange={(externCID) => draft.change({ externCID })}
      />
      {value.externCID || faults.externCIDNum ? (
        <div className={styles.pair}>
          <TextField
            label={t("settings.follow.externalName")}
            maxLength={100}
            value={value.externCIDName}
            disabled={disabled}
            onChange={({ currentTarget }) => draft.change({ externCIDName: currentTarget.value })}
          />
          <TextField
            label={t("settings.follow.externalNumber")}
            inputMode="tel"
            error={said(faults.externCIDNum)}
            maxLength={64}
            value={value.externCIDNum}
            disabled={disabled}
            onChange={({ currentTarget }) => draft.change({ externCIDNum: currentTarget.value })}
          />
        </div>
      ) : null}
      <Switch
        label={t("settings.follow.confirm")}
        hint={t("settings.follow.confirmHint")}
        checked={value.confirm}
        disabled={disabled}
        onChange={(confirm) => draft.change({ confirm })}
      />
      <Switch
        label={t("settings.follow.mark")}
        hint={t("settings.follow.markHint")}
        checked={value.markAnswered}
        disabled={disabled}
        onChange={(markAnswered) => draft.change({ markAnswered })}
      />
    </fieldset>
  );
}

const ALWAYS = "always";

function When({ draft, disabled }: PartProps) {
  const t = useWords(followMeMessages);
  const { api } = usePanel();
  const { data } = useQuery({
    queryKey: ["settings", "time_conditions"],
    queryFn: ({ signal }) => api.call(listTimeConditions, { signal }),
  });
  const chosen = draft.value.timeConditionID;
  const known = (data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const isGone = chosen !== null && data !== undefined && known.every(({ value }) => value !== String(chosen));
  return (
    <SelectField
      label={t("settings.follow.when")}
      value={chosen === null ? ALWAYS : String(chosen)}
      choices={[
        { value: ALWAYS, label: t("settings.follow.always") },
        ...known,
        ...(isGone ? [{ value: String(chosen), label: t("settings.follow.gone") }] : []),
      ]}
      disabled={disabled}
      onChange={(id) => draft.change({ timeConditionID: id === ALWAYS ? null : Number(id) })}
    />
  );
}

function useFaultWords(): (fault: SettingFault | undefined) => string | undefined {
  const words = useLocaleWords();
  return (fault) => (fault ? words.error(fault.code, fault.details) : undefined);
}
