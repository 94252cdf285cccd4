import type { UserPreferences } from "@callpanel/contract";
import { canWrite, changePreferences } from "@callpanel/contract";
import { Switch } from "@callpanel/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { usePanel } from "../../../shared/panel.ts";
import { PREFERENCES_KEY, useShowMissedCalls } from "../../../shared/phone/useShowMissedCalls.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { useTellFailure } from "../rows.ts";
import { notificationsMessages } from "./notifications.messages.ts";

/** Whether the count of missed calls is shown (spec 1 §3, showMissedCalls). */
export function MissedCallsSection() {
  const t = useWords(notificationsMessages);
  const { api, viewer, notices } = usePanel();
  const client = useQueryClient();
  const tellFailure = useTellFailure();
  const shown = useShowMissedCalls({ api, viewer });
  const { mutate } = useMutation({
    scope: { id: "settings.preferences" },
    mutationFn: (show: boolean) =>
      api.call(changePreferences, { params: { id: viewer.user.id }, body: { show_missed_calls: show } }),
    onMutate: (show) => {
      const before = client.getQueryData<UserPreferences>(PREFERENCES_KEY);
      if (before) client.setQueryData(PREFERENCES_KEY, { ...before, show_missed_calls: show });
      return before;
    },
    onError: (error, _show, before) => {
      client.setQueryData(PREFERENCES_KEY, before);
      tellFailure(error, "settings.missedCalls.failed");
    },
    onSuccess: (stored) => {
      client.setQueryData(PREFERENCES_KEY, stored);
      notices.success(t(stored.show_missed_calls ? "settings.notify.missedOn" : "settings.notify.missedOff"));
    },
  });
  return (
    <SettingsSection title={t("settings.notify.missed")}>
      <Switch
        label={t("settings.notify.showMissed")}
        hint={t("settings.notify.showMissedHint")}
        checked={shown}
        disabled={!canWrite(viewer.rights, "user_preferences")}
        onChange={(show) => mutate(show)}
      />
    </SettingsSection>
  );
}
