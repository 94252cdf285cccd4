import type { EmergencyChoice, EmergencyLocation, EmergencyProfile } from "@callpanel/contract";
import { IconInfoCircle, SelectField } from "@callpanel/ui";
import { usePanel } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { ReadOnly } from "../parts/ReadOnly.tsx";
import { SettingsForm } from "../parts/SettingsForm.tsx";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import type { SettingRow } from "../subject.model.ts";
import { useDraft } from "../useDraft.ts";
import { emergencyMessages } from "./emergency.messages.ts";
import styles from "./EmergencyForm.module.css";

/** The person of the emergency caller id, and the choice. */
export type EmergencyRow = SettingRow & EmergencyChoice & { readonly disabledGlobally: boolean };

export interface EmergencyFormProps {
  readonly row: EmergencyRow;
  readonly profiles: readonly EmergencyProfile[];
  readonly locations: readonly EmergencyLocation[];
  readonly save: (choice: EmergencyChoice) => Promise<unknown>;
}

const NONE = "";
const idOf = (text: string): number | null => (text === NONE ? null : Number(text));
const textOf = (id: number | null): string => (id === null ? NONE : String(id));

export function EmergencyForm({ row, profiles, locations, save }: EmergencyFormProps) {
  const t = useWords(emergencyMessages);
  const write = useNumberText(usePanel().viewer);
  const draft = useDraft<EmergencyChoice>({
    saved: {
      emergency_callerid_callback_profile_id: row.emergency_callerid_callback_profile_id,
      emergency_callerid_dispatchable_location_id: row.emergency_callerid_dispatchable_location_id,
    },
    save,
  });
  const { emergency_callerid_callback_profile_id: profileId, emergency_callerid_dispatchable_location_id: locationId } =
    draft.value;
  const disabled = row.disabledGlobally || !row.may_write;
  const none = { value: NONE, label: t("settings.emergency.none") };
  return (
    <SettingsSection title={t("settings.emergency.title")} hint={t("settings.emergency.hint")}>
      {row.disabledGlobally ? (
        <p className={styles.notice}>
          <IconInfoCircle size={18} stroke={1.75} aria-hidden />
          {t("settings.emergency.disabled")}
        </p>
      ) : (
        <PresentLocation
          location={locations.find(({ id }) => id === row.emergency_callerid_dispatchable_location_id)}
        />
      )}
      <SettingsForm draft={draft} valid>
        <SelectField
          label={t("settings.emergency.location")}
          value={textOf(locationId)}
          choices={[none, ...locations.map(({ id, name }) => ({ value: String(id), label: name }))]}
          disabled={disabled}
          onChange={(id) => draft.change({ emergency_callerid_dispatchable_location_id: idOf(id) })}
        />
        <SelectField
          label={t("settings.emergency.profile")}
          value={textOf(profileId)}
          choices={[
            none,
            ...profiles.map(({ id, name, number }) => ({
              value: String(id),
              label: t("settings.emergency.profileChoice", { name, number: write(number) }),
            })),
          ]}
          disabled={disabled}
          onChange={(id) => draft.change({ emergency_callerid_callback_profile_id: idOf(id) })}
        />
      </SettingsForm>
      {row.disabledGlobally ? null : <ReadOnly rows={[row]} />}
    </SettingsSection>
  );
}

/** The stored location, not the current choice: help is sent there now. */
function PresentLocation({ location }: { readonly location: EmergencyLocation | undefined }) {
  const t = useWords(emergencyMessages);
  if (location === undefined)
    return (
      <p className={styles.notice} data-urgent="">
        <IconInfoCircle size={18} stroke={1.75} aria-hidden />
        {t("settings.emergency.nowhere")}
      </p>
    );
  return (
    <div className={styles.present}>
      <p className={styles.note}>{t("settings.emergency.present")}</p>
      <p className={styles.name}>{location.name}</p>
      <p>{location.address}</p>
      {location.details ? <p>{location.details}</p> : null}
    </div>
  );
}
