import type { Intercom } from "@callpanel/contract";
import { Switch } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { ReadOnly } from "../parts/ReadOnly.tsx";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { useRowChange, useShowFailure } from "../rows.ts";
import type { SettingRow } from "../subject.model.ts";
import { intercom, sendIntercom } from "./phoneStatus.api.ts";
import { phoneStatusMessages } from "./phoneStatus.messages.ts";

const PLACES = [
  ["deskPhoneEnabled", "settings.phone.deskPhone"],
  ["callPanelEnabled", "settings.phone.callPanel"],
  ["clearlyAnywhereEnabled", "settings.phone.anywhere"],
] as const;

/** Which phones answer intercom calls automatically (spec 1 §3). */
export function IntercomSection({ row }: { readonly row: SettingRow & Intercom }) {
  const t = useWords(phoneStatusMessages);
  const showFailure = useShowFailure();
  const { mutate } = useRowChange<SettingRow & Intercom, Intercom>({
    rows: intercom,
    foresee: (before, change) => ({ ...before, ...change }),
    send: sendIntercom,
  });
  const set = (place: keyof Intercom, enabled: boolean) => {
    const { deskPhoneEnabled, callPanelEnabled, clearlyAnywhereEnabled } = row;
    mutate(
      {
        userId: row.user_id,
        change: { deskPhoneEnabled, callPanelEnabled, clearlyAnywhereEnabled, [place]: enabled },
      },
      { onError: (error) => showFailure(error, "settings.intercom.failed") },
    );
  };
  return (
    <SettingsSection title={t("settings.phone.intercom")} hint={t("settings.phone.intercomHint")}>
      {PLACES.map(([place, label]) => (
        <Switch
          key={place}
          label={t(label)}
          checked={row[place]}
          disabled={!row.may_write}
          onChange={(enabled) => set(place, enabled)}
        />
      ))}
      <ReadOnly rows={[row]} />
    </SettingsSection>
  );
}
