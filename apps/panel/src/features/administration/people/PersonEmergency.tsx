import type { EmergencyChoice } from "@callpanel/contract";
import { LoadingBlock, SelectField } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { usePanel } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { Section } from "../parts/Section.tsx";
import { peopleMessages } from "./people.messages.ts";
import styles from "./PersonFields.module.css";
import { emergencyQuery, profileChanges } from "./profile.api.ts";
import { usePeopleChange } from "./usePeopleChange.ts";

const NONE = "";
const idOf = (text: string): number | null => (text === NONE ? null : Number(text));
const textOf = (id: number | null): string => (id === null ? NONE : String(id));

/** PEOPLE-9: what an emergency call of the person says. */
export function PersonEmergency({ id, readOnly }: { readonly id: number; readonly readOnly: boolean }) {
  const t = useWords(peopleMessages);
  const { api, viewer } = usePanel();
  const write = useNumberText(viewer);
  const { data } = useQuery(emergencyQuery(api, id));
  const { busy, run } = usePeopleChange();
  if (data === undefined) return <LoadingBlock height={120} />;
  const { profiles, locations, disabledGlobally } = data;
  const chosen: EmergencyChoice = {
    emergency_callerid_callback_profile_id: data.emergency_callerid_callback_profile_id,
    emergency_callerid_dispatchable_location_id: data.emergency_callerid_dispatchable_location_id,
  };
  const choose = (change: Partial<EmergencyChoice>) =>
    run((wire) => profileChanges.setEmergency(wire, id, { ...chosen, ...change }), t("people.emergency.saved"));
  const none = { value: NONE, label: t("people.emergency.none") };
  const location = locations.find((one) => one.id === chosen.emergency_callerid_dispatchable_location_id);
  const disabled = readOnly || busy || disabledGlobally;
  return (
    <Section
      title={t("people.emergency")}
      hint={t(disabledGlobally ? "people.emergency.disabled" : "people.emergency.hint")}
    >
      <div className={styles.fields}>
        <SelectField
          label={t("people.emergency.location")}
          value={textOf(chosen.emergency_callerid_dispatchable_location_id)}
          choices={[none, ...locations.map((one) => ({ value: String(one.id), label: one.name }))]}
          disabled={disabled}
          onChange={(value) => choose({ emergency_callerid_dispatchable_location_id: idOf(value) })}
        />
        <SelectField
          label={t("people.emergency.callback")}
          value={textOf(chosen.emergency_callerid_callback_profile_id)}
          choices={[
            none,
            ...profiles.map((one) => ({ value: String(one.id), label: `${one.name} (${write(one.number)})` })),
          ]}
          disabled={disabled}
          onChange={(value) => choose({ emergency_callerid_callback_profile_id: idOf(value) })}
        />
      </div>
      <p className={styles.hint}>
        {location === undefined
          ? t(locations.length === 0 ? "people.emergency.noLocations" : "people.emergency.nowhere")
          : [location.address, location.details].filter((one) => one !== "").join(" · ")}
      </p>
    </Section>
  );
}
