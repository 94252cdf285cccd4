import {
  changeNotifications,
  getNotifications,
  NOTIFICATION_TIMEOUT_LEAST_MS,
  NOTIFICATION_TIMEOUT_MOST_MS,
} from "@callpanel/contract";
import type { PanelNotifications } from "@callpanel/contract";
import { LoadingBlock, Switch } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { SecondsField } from "../parts/SecondsField.tsx";
import { SettingsForm } from "../parts/SettingsForm.tsx";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { rowsKey } from "../rowsKey.ts";
import { useSubject } from "../subject.ts";
import { useDraft } from "../useDraft.ts";
import { BrowserNotifications } from "./BrowserNotifications.tsx";
import { MessagesSection } from "./MessagesSection.tsx";
import { MissedCallsSection } from "./MissedCallsSection.tsx";
import { notificationsMessages } from "./notifications.messages.ts";

const KEY = rowsKey("notifications");

/** ACCOUNT-40: whether and how long notifications are shown, the browser's permission, and missed calls; of a sub-account missed calls alone. */
export function NotificationsPage() {
  const { isSelf } = useSubject();
  return isSelf ? <OwnNotifications /> : <MissedCallsSection />;
}

function OwnNotifications() {
  const { api, viewer } = usePanel();
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.call(getNotifications, { signal }) });
  if (query.data === undefined)
    return query.isError ? (
      <LoadFailed error={query.error} fallback="settings.users" onRetry={() => void query.refetch()} />
    ) : (
      <LoadingBlock height={200} />
    );
  return (
    <>
      <NotificationForm stored={query.data} />
      {viewer.flags.chatsRead ? <MessagesSection /> : null}
      <BrowserNotifications timeoutMs={query.data.timeout} />
      {viewer.flags.userPreferencesRead ? <MissedCallsSection /> : null}
    </>
  );
}

function NotificationForm({ stored }: { readonly stored: PanelNotifications }) {
  const t = useWords(notificationsMessages);
  const { api } = usePanel();
  const client = useQueryClient();
  const draft = useDraft<PanelNotifications>({
    saved: stored,
    save: async (value) => client.setQueryData(KEY, await api.call(changeNotifications, { body: value })),
  });
  const { enabled, timeout } = draft.value;
  const valid =
    Number.isInteger(timeout / 1_000) &&
    timeout >= NOTIFICATION_TIMEOUT_LEAST_MS &&
    timeout <= NOTIFICATION_TIMEOUT_MOST_MS;
  return (
    <SettingsSection title={t("settings.notify.title")} hint={t("settings.notify.hint")}>
      <SettingsForm draft={draft} valid={valid}>
        <Switch
          label={t("settings.notify.enabled")}
          checked={enabled}
          onChange={(wanted) => draft.change({ enabled: wanted })}
        />
        <SecondsField
          label={t("settings.notify.timeout")}
          hint={t("settings.notify.timeoutHint")}
          value={timeout / 1_000}
          max={NOTIFICATION_TIMEOUT_MOST_MS / 1_000}
          error={valid ? undefined : t("settings.notify.timeoutFault")}
          onChange={(seconds) => draft.change({ timeout: seconds * 1_000 })}
        />
      </SettingsForm>
    </SettingsSection>
  );
}
