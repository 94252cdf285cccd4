import type { PersonalConference } from "@callpanel/contract";
import { expect, it } from "vitest";
import { changeOf, draftOf, faultsOf } from "./personal.model.ts";

const SETTINGS: Omit<PersonalConference, "number"> = {
  activate: true,
  user_pin: "2468",
  max_participants: 0,
  announce_count: false,
  music_on_hold: true,
  wait_for_admin: true,
  announce_join_leave: true,
  options_menu: true,
  listen_only: false,
};
const ROOM: PersonalConference = { ...SETTINGS, number: "*99101" };

it("CONFPAGE-8 the form returns the loaded values, but not the number", () => {
  expect(changeOf(draftOf(ROOM))).toEqual(SETTINGS);
});

it("CONFPAGE-8 a PIN has 3 to 10 digits, and the most participants are a number, 0 or more", () => {
  const faults = (changes: Partial<ReturnType<typeof draftOf>>) => [...faultsOf({ ...draftOf(ROOM), ...changes })];
  expect(faults({})).toEqual([]);
  for (const user_pin of ["", "12", "12345678901", "12a4", "12 34", "-123"])
    expect(faults({ user_pin })).toEqual(["pin"]);
  for (const max_participants of ["", "-1", "1.5", "many", "99999"])
    expect(faults({ max_participants })).toEqual(["participants"]);
  expect(faults({ max_participants: "12" })).toEqual([]);
});
