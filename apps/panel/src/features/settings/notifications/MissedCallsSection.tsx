import type { UserPreferences } from "@callpanel/contract";
import { canWrite, changePreferences, getPreferences } from "@callpanel/contract";
import { Switch } from "@callpanel/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePanel } from "../../../shared/panel.ts";
import { PREFERENCES_KEY, useShowMissedCalls } from "../../../shared/phone/useShowMissedCalls.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { useSubject } from "../subject.ts";
import { useShowFailure } from "../rows.ts";
import { notificationsMessages } from "./notifications.messages.ts";

/** Whether the count of missed calls is shown (spec 1 §3, showMissedCalls). */
export function MissedCallsSection() {
  const t = useWords(notificationsMessages);
  const { api, viewer, notices } = usePanel();
  const client = useQueryClient();
  const showFailure = useShowFailure();
  const { userId, isSelf, mayChange } = useSubject();
  const own = useShowMissedCalls({ api, viewer });
  const key = isSelf ? PREFERENCES_KEY : [...PREFERENCES_KEY, userId];
  const other = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call(getPreferences, { params: { id: userId }, signal }),
    enabled: !isSelf,
  });
  const shown = isSelf ? own : (other.data?.show_missed_calls ?? true);
  const { mutate } = useMutation({
    scope: { id: "settings.preferences" },
    mutationFn: (show: boolean) =>
      api.call(changePreferences, { params: { id: userId }, body: { show_missed_calls: show } }),
    onMutate: (show) => {
      const before = client.getQueryData<UserPreferences>(key);
      if (before) client.setQueryData(key, { ...before, show_missed_calls: show });
      return before;
    },
    onError: (error, _show, before) => {
      client.setQueryData(key, before);
      showFailure(error, "settings.missedCalls.failed");
    },
    onSuccess: (stored) => {
      client.setQueryData(key, stored);
      notices.success(t(stored.show_missed_calls ? "settings.notify.missedOn" : "settings.notify.missedOff"));
    },
  });
  return (
    <SettingsSection title={t("settings.notify.missed")}>
      <Switch
        label={t("settings.notify.showMissed")}
        hint={t("settings.notify.showMissedHint")}
        checked={shown}
        disabled={!(isSelf ? canWrite(viewer.rights, "user_preferences") : mayChange("user_preferences"))}
        onChange={(show) => mutate(show)}
      />
    </SettingsSection>
  );
}
