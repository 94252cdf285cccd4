import { changeChatNotices, DEFAULT_CHAT_NOTICES } from "@callpanel/contract";
import type { ChatNotices, QuietHours } from "@callpanel/contract";
import { Button, Checkbox, LoadingBlock, Switch, TextField } from "@callpanel/ui";
import { useQueryClient } from "@tanstack/react-query";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { CHAT_NOTICES_KEY, useChatNotices } from "../../../shared/live/chatNotices.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { SettingsForm } from "../parts/SettingsForm.tsx";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { useDraft } from "../useDraft.ts";
import styles from "./MessagesSection.module.css";
import { notificationsMessages } from "./notifications.messages.ts";

/** CHATN-7: how the user is notified of messages. */
export function MessagesSection() {
  const query = useChatNotices();
  if (query.data !== undefined) return <MessagesForm stored={query.data} />;
  return query.isError ? (
    <LoadFailed error={query.error} fallback="settings.users" onRetry={() => void query.refetch()} />
  ) : (
    <LoadingBlock height={200} />
  );
}

function MessagesForm({ stored }: { readonly stored: ChatNotices }) {
  const t = useWords(notificationsMessages);
  const { api } = usePanel();
  const client = useQueryClient();
  const draft = useDraft<ChatNotices>({
    saved: stored,
    save: async (value) => client.setQueryData(CHAT_NOTICES_KEY, await api.call(changeChatNotices, { body: value })),
  });
  const { desktop, sound, show_text, busy_is_quiet, desk_phone, quiet } = draft.value;
  return (
    <SettingsSection title={t("settings.messages.title")} hint={t("settings.messages.hint")}>
      <SettingsForm draft={draft} valid={isValid(quiet)}>
        <Switch
          label={t("settings.messages.desktop")}
          hint={t("settings.messages.desktopHint")}
          checked={desktop}
          onChange={(on) => draft.change({ desktop: on })}
        />
        <Switch
          label={t("settings.messages.text")}
          hint={t("settings.messages.textHint")}
          checked={show_text}
          onChange={(on) => draft.change({ show_text: on })}
        />
        <Switch
          label={t("settings.messages.sound")}
          hint={t("settings.messages.soundHint")}
          checked={sound}
          onChange={(on) => draft.change({ sound: on })}
        />
        <Switch
          label={t("settings.messages.deskPhone")}
          hint={t("settings.messages.deskPhoneHint")}
          checked={desk_phone}
          onChange={(on) => draft.change({ desk_phone: on })}
        />
        <Switch
          label={t("settings.messages.busy")}
          hint={t("settings.messages.busyHint")}
          checked={busy_is_quiet}
          onChange={(on) => draft.change({ busy_is_quiet: on })}
        />
        <Switch
          label={t("settings.messages.quiet")}
          hint={t("settings.messages.quietHint")}
          checked={quiet.enabled}
          onChange={(enabled) => draft.change({ quiet: switched(quiet, enabled) })}
        />
        {quiet.enabled ? (
          <QuietFields quiet={quiet} onChange={(patch) => draft.change({ quiet: { ...quiet, ...patch } })} />
        ) : null}
      </SettingsForm>
    </SettingsSection>
  );
}

const isValid = ({ enabled, from, to, days }: QuietHours): boolean =>
  !enabled || (from !== "" && to !== "" && days.length > 0);

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Hours that were never set are those of the user's current place. */
const switched = (quiet: QuietHours, enabled: boolean): QuietHours => ({
  ...quiet,
  enabled,
  time_zone: quiet.time_zone === DEFAULT_CHAT_NOTICES.quiet.time_zone ? ownZone() : quiet.time_zone,
});

interface QuietFieldsProps {
  readonly quiet: QuietHours;
  readonly onChange: (patch: Partial<QuietHours>) => void;
}

const DAYS = [1, 2, 3, 4, 5, 6, 7];

function QuietFields({ quiet: { from, to, days, time_zone }, onChange }: QuietFieldsProps) {
  const t = useWords(notificationsMessages);
  const { locale } = useLocaleWords();
  const missing = (time: string) => (time === "" ? t("settings.messages.timeFault") : undefined);
  const take = (day: number, on: boolean) =>
    onChange({ days: on ? [...days, day].toSorted((one, other) => one - other) : days.filter((one) => one !== day) });
  return (
    <div className={styles.quiet}>
      <div className={styles.times}>
        <TextField
          type="time"
          label={t("settings.messages.from")}
          value={from}
          error={missing(from)}
          onChange={({ currentTarget }) => onChange({ from: currentTarget.value.slice(0, 5) })}
        />
        <TextField
          type="time"
          label={t("settings.messages.to")}
          value={to}
          error={missing(to)}
          onChange={({ currentTarget }) => onChange({ to: currentTarget.value.slice(0, 5) })}
        />
      </div>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t("settings.messages.days")}</legend>
        <div className={styles.days}>
          {DAYS.map((day) => (
            <Checkbox
              key={day}
              label={dayName(locale, day)}
              checked={days.includes(day)}
              aria-invalid={days.length === 0}
              onChange={(on) => take(day, on)}
            />
          ))}
        </div>
        {days.length === 0 ? (
          <p role="alert" className={styles.fault}>
            {t("settings.messages.daysFault")}
          </p>
        ) : null}
      </fieldset>
      <p className={styles.zone}>
        {t("settings.messages.zone", { zone: placeOf(time_zone) })}
        {time_zone === ownZone() ? null : (
          <Button onClick={() => onChange({ time_zone: ownZone() })}>
            {t("settings.messages.useZone", { zone: placeOf(ownZone()) })}
          </Button>
        )}
      </p>
    </div>
  );
}

/** `America/Toronto` is shown as it is called: the names of places are not translated by browsers. */
const placeOf = (zone: string): string => zone.replaceAll("_", " ");

/** 5 January 1970 was a Monday. */
const dayName = (locale: string, day: number): string =>
  new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(Date.UTC(1970, 0, 4 + day));
