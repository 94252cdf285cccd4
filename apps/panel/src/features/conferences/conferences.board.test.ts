import { mergePermissions } from "@callpanel/contract";
import type { ConferenceMember } from "@callpanel/contract";
import { expect, it } from "vitest";
import { stepConference } from "./conferences.board.ts";
import type { LiveConference } from "./conferences.board.ts";
import { fakeMember } from "../../../test/fakeConferences.ts";
import { memberRights, stateOf } from "./conference.model.ts";

const told = (event: "join" | "list" | "leave" | "talking" | "mute" | "change", one: ConferenceMember) =>
  ({ action: "CONFBRIDGE", realm: "demo", confno: "800", event, member: one }) as const;
const room = (event: "lock" | "unlock" | "record" | "unrecord") =>
  ({ action: "CONFBRIDGE", realm: "demo", confno: "800", event }) as const;

const EMPTY: LiveConference = { locked: false, recording: false, members: [] };

it("CONFPAGE-3 members join, change in their place and leave; times are in this computer's clock", () => {
  const two = [fakeMember("a"), fakeMember("b")].reduce(
    (now, one) => stepConference(now, told("join", one), 50),
    EMPTY,
  );
  expect(two.members.map(({ channel, joinedAt }) => [channel, joinedAt])).toEqual([
    ["a", 1_050],
    ["b", 1_050],
  ]);
  const talks = stepConference(two, told("talking", fakeMember("a", { talking: true })), 50);
  expect(talks.members.map(({ channel, talking }) => [channel, talking])).toEqual([
    ["a", true],
    ["b", false],
  ]);
  const one = stepConference(talks, told("leave", fakeMember("a")), 50);
  expect(one.members.map(({ channel }) => channel)).toEqual(["b"]);
});

it("CONFPAGE-3 a join that is repeated adds nobody; a change of an unknown member and a second leave do nothing", () => {
  const one = stepConference(EMPTY, told("join", fakeMember("a")), 0);
  expect(stepConference(one, told("list", fakeMember("a")), 0).members).toHaveLength(1);
  expect(stepConference(one, told("mute", fakeMember("b", { muted: true })), 0)).toBe(one);
  expect(stepConference(one, told("leave", fakeMember("b")), 0)).toBe(one);
});

it("CONFPAGE-3 the lock shows, and ends with the last member", () => {
  const locked = stepConference(stepConference(EMPTY, told("join", fakeMember("a")), 0), room("lock"), 0);
  expect(locked.locked).toBe(true);
  expect(stepConference(locked, room("record"), 0)).toEqual({ ...locked, recording: true });
  expect(stepConference(locked, room("unrecord"), 0).recording).toBe(false);
  expect(stepConference(locked, room("unlock"), 0).locked).toBe(false);
  expect(stepConference(locked, told("leave", fakeMember("a")), 0)).toEqual(EMPTY);
});

it("CONFPAGE-4 a member has the first state that holds", () => {
  const states = [{ waiting: true, muted: true }, { muted: true, talking: true }, { talking: true }, {}];
  expect(states.map((state) => stateOf(fakeMember("a", state)))).toEqual(["waiting", "muted", "talking", "silent"]);
});

it("CONFPAGE-5 a room is controlled by users whom the server allows it, and by its admins while they are there", () => {
  const [theirs, own] = [
    { confno: "800", may_control: false },
    { confno: "800", may_control: true },
  ];
  const nothing = mergePermissions([]);
  const of = (rights: typeof nothing) => ({ rights, userId: 1 });
  expect(memberRights(of(nothing), theirs, undefined).controls).toBe(false);
  expect(memberRights(of(nothing), theirs, { admin: false }).controls).toBe(false);
  expect(memberRights(of(nothing), theirs, { admin: true }).controls).toBe(true);
  expect(memberRights(of(nothing), own, undefined)).toEqual({ controls: true, invites: false, records: false });
  const records = mergePermissions([
    { module: "active_calls", rule: "read" },
    { module: "active_calls", rule: "execute_record" },
  ]);
  expect(memberRights(of(records), own, undefined).records).toBe(true);
  expect(memberRights(of(records), theirs, undefined).records).toBe(false);
  const invites = mergePermissions([
    { module: "conferences", rule: "execute_confinvite", targets: ["800"] },
    { module: "conferences", rule: "read" },
  ]);
  expect(memberRights(of(invites), theirs, undefined).invites).toBe(true);
  expect(memberRights(of(invites), { ...theirs, confno: "801" }, undefined).invites).toBe(false);
});
