import { expect, it } from "vitest";
import { MIGRATIONS } from "./areas.ts";

/** A database of a released version has these, and the migrator refuses one that is missing or out of order. */
const RELEASED = [
  "0001_people",
  "0002_numbers",
  "0003_sessions",
  "0004_call_records",
  "0005_watched_buddies",
  "0006_pictures",
  "0007_recordings",
  "0008_personal_states",
  "0020_sign_in_links",
  "0021_push_subscriptions",
  "0030_contacts",
  "0040_personal_settings",
  "0060_call_handling",
  "0061_second_factors",
  "0070_forwards",
  "0071_contact_changes",
  "0080_sounds",
  "0081_jobs",
  "0082_voicemail",
  "0084_announcements",
  "0085_call_history",
  "0087_pin_tries",
  "0088_urgent_voicemails",
  "0089_recording_archives",
  "0090_voicemail_ages",
  "0102_open_calls",
  "0103_known_places",
  "0110_outside_rights",
  "0120_sip_credentials",
  "0121_password_ha1",
  "0130_call_rights",
  "0150_sign_in_link_sessions",
  "0160_diverted_calls",
  "0170_instances",
  "0175_outside_calls",
  "0176_call_listeners",
  "0190_short_lived",
  "0191_known_place_holders",
];

it("SERVER-42 the areas together have every released migration, and newer ones come after them", () => {
  expect(Object.keys(MIGRATIONS).toSorted().slice(0, RELEASED.length)).toEqual(RELEASED);
});
