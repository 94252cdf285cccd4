import { BACKUP_KEEP_MAX, backupScheduleSchema, mayManage } from "@callpanel/contract";
import type { BackupSchedule, BackupState } from "@callpanel/contract";
import { Button, IconArchive, SelectField, Spinner, Switch, TextField } from "@callpanel/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ThingForm } from "../../../shared/form/ThingForm.tsx";
import { useThingForm } from "../../../shared/form/useThingForm.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { Section } from "../parts/Section.tsx";
import { useTimeText } from "../parts/useTimeText.ts";
import { backupChanges, backupsQuery } from "./backups.api.ts";
import { backupsMessages } from "./backups.messages.ts";
import { codeAskedBy, givenProof, NO_PROOF, ProofFields } from "./OwnerProof.tsx";
import type { TypedProof } from "./OwnerProof.tsx";
import { useBackupChange } from "./useBackupChange.ts";
import page from "../parts/Page.module.css";
import styles from "./Backups.module.css";

/** What is typed; a count may be anything until it is saved. */
type Fields = Omit<BackupSchedule, "keep"> & TypedProof & { readonly keep: string };

const fieldsOf = (schedule: BackupSchedule): Fields => ({
  ...schedule,
  keep: String(schedule.keep),
  ...NO_PROOF,
});
const scheduleOf = ({ current_password: _password, code: _code, ...fields }: Fields): BackupSchedule => ({
  ...fields,
  keep: Number(fields.keep),
});
/** PAGES-5 */
const storedOf = ({ schedule, version }: Pick<BackupState, "schedule" | "version">) => ({
  values: fieldsOf(schedule),
  version,
});
const { keep: keepSchema, time: timeSchema } = backupScheduleSchema.shape;

/** BACKUP-18: whether, when and where to the server takes a back-up each night, and how many are kept. */
export function ScheduleSection({ state }: { readonly state: BackupState }) {
  const t = useWords(backupsMessages);
  const { api, viewer } = usePanel();
  const client = useQueryClient();
  const { busy, run } = useBackupChange();
  const { queryKey } = backupsQuery(api);
  const manages = mayManage(viewer.rights, "backup");
  const [sentTo, setSentTo] = useState<string | null>();
  /** BACKUP-17 */
  const differs = (fields: Fields): boolean =>
    JSON.stringify(scheduleOf(fields)) !== JSON.stringify(scheduleOf(fieldsOf(state.schedule)));
  const form = useThingForm<Fields>({
    stored: storedOf(state),
    checks: {
      keep: ({ keep }) => keep.trim() !== "" && keepSchema.safeParse(Number(keep)).success,
      time: ({ time }) => timeSchema.safeParse(time).success,
      current_password: (fields) => !differs(fields) || fields.current_password !== "",
      code: (fields) => !differs(fields) || sentTo === undefined || fields.code.trim() !== "",
    },
    faults: { keep: t("backup.keepFault", { most: BACKUP_KEEP_MAX }), time: t("backup.timeFault") },
    save: async (fields, version) => {
      const saved = await backupChanges
        .schedule(api, { ...scheduleOf(fields), ...givenProof(fields), version })
        .catch((failure: unknown) => {
          const asked = codeAskedBy(failure);
          if (asked !== undefined) setSentTo(asked);
          throw failure;
        });
      setSentTo(undefined);
      client.setQueryData(queryKey, saved);
      return storedOf(saved);
    },
    reload: () => void client.invalidateQueries({ queryKey }),
  });
  const nameOf = (field: keyof Fields) => {
    if (field === "current_password") return t("backup.password");
    return field === "code" ? t("backup.code") : t(`backup.field.${field}`);
  };
  return (
    <ThingForm form={form} nameOf={nameOf}>
      <Section
        title={t("backup.nightly")}
        hint={t("backup.nightlyText")}
        actions={
          manages ? (
            <Button
              icon={IconArchive}
              busy={busy}
              disabled={state.running !== null}
              onClick={() =>
                run({ fallback: "administration.save", change: (to) => backupChanges.take(to), done: null })
              }
            >
              {t("backup.take")}
            </Button>
          ) : null
        }
      >
        <Switch
          label={t("backup.field.on")}
          checked={form.value.on}
          disabled={!manages}
          onChange={(on) => form.change({ on })}
        />
        <div className={page.fields}>
          <TextField
            type="time"
            label={t("backup.field.time")}
            readOnly={!manages}
            value={form.value.time}
            error={form.faultOf("time")}
            onChange={({ currentTarget }) => form.change({ time: currentTarget.value })}
          />
          <ZoneField
            value={form.value.time_zone}
            readOnly={!manages}
            onChange={(zone) => form.change({ time_zone: zone })}
          />
          <TextField
            label={t("backup.field.keep")}
            hint={t("backup.keepHint")}
            inputMode="numeric"
            autoComplete="off"
            readOnly={!manages}
            value={form.value.keep}
            error={form.faultOf("keep")}
            onChange={({ currentTarget }) => form.change({ keep: currentTarget.value })}
          />
          <SelectField
            label={t("backup.field.place")}
            choices={state.places.map(({ kind, label }) => ({
              value: kind,
              label: t(`backup.place.${kind}`, { label }),
            }))}
            value={form.value.place}
            disabled={!manages}
            onChange={(place) => form.change({ place })}
          />
        </div>
        {manages && differs(form.value) ? (
          <div className={styles.form}>
            <p>{t(Number(form.value.keep) < state.schedule.keep ? "backup.keepFewer" : "backup.confirm")}</p>
            <ProofFields value={form.value} sentTo={sentTo} faultOf={form.faultOf} onChange={form.change} />
          </div>
        ) : null}
        <Progress state={state} />
      </Section>
    </ThingForm>
  );
}

interface ZoneFieldProps {
  readonly value: string;
  readonly readOnly: boolean;
  readonly onChange: (zone: string) => void;
}

function ZoneField({ value, readOnly, onChange }: ZoneFieldProps) {
  const t = useWords(backupsMessages);
  const zones = [...new Set([value, "UTC", ...Intl.supportedValuesOf("timeZone")])];
  return (
    <SelectField
      label={t("backup.field.time_zone")}
      choices={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
      value={value}
      disabled={readOnly}
      onChange={onChange}
    />
  );
}

/** When the next one is due, how that of the last night ended, and what is done now or was done last by hand. */
function Progress({ state: { running, last, night, next_at: next } }: { readonly state: BackupState }) {
  const t = useWords(backupsMessages);
  const time = useTimeText();
  return (
    <div className={styles.facts}>
      <p>{next === null ? t("backup.noNext") : t("backup.next", { at: time(next) })}</p>
      {night === null ? (
        <p className={page.dim}>{t("backup.noNight")}</p>
      ) : (
        <p className={styles.progress} data-failed={night.failed ? "" : undefined}>
          {t(night.failed ? "backup.nightFailed" : "backup.nightDone", { at: time(night.at) })}
          {night.failed ? <span className={styles.said}>{night.said}</span> : null}
        </p>
      )}
      <output className={styles.progress} data-failed={running === null && last?.failed === true ? "" : undefined}>
        {running === null ? (
          last === null || last.at === night?.at ? null : (
            <>
              {t(last.failed ? `backup.failed.${last.act}` : `backup.done.${last.act}`, { at: time(last.at) })}
              {last.failed ? <span className={styles.said}>{last.said}</span> : null}
            </>
          )
        ) : (
          <>
            <Spinner />
            {t(`backup.running.${running.act}`, { since: time(running.since) })}
          </>
        )}
      </output>
    </div>
  );
}
