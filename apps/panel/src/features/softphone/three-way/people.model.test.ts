import type { ThreeWayPerson } from "@callpanel/contract";
import { expect, it } from "vitest";
import { listedPeople, stepThreeWay, threeWayOf } from "./people.model.ts";
import type { ThreeWayCalls } from "./people.model.ts";

const CONFNO = "3WC-12345678";
const person = (id: string, changes: Partial<ThreeWayPerson> = {}): ThreeWayPerson => ({
  id,
  number: id,
  name: id,
  state: "in",
  talking: false,
  muted: false,
  held: false,
  isHost: false,
  ...changes,
});
const ALICE = person("101", { isHost: true });
const [BOB, CAROL] = [person("102"), person("103", { invitedBy: "101" })];
const declined = person("call", { number: "103", state: "declined", invitedBy: "101" });
const told = (calls: ThreeWayCalls, ...people: ThreeWayPerson[]) =>
  stepThreeWay(calls, { type: "told", call: { confno: CONFNO, people } });
const seenBy = (calls: ThreeWayCalls, extension: string) => {
  const call = threeWayOf(calls, extension);
  return call ? listedPeople(call, { channel: extension, extension }).map(({ person: { id } }) => id) : [];
};
const removable = (calls: ThreeWayCalls, extension: string) => {
  const call = threeWayOf(calls, extension);
  return (call ? listedPeople(call, { channel: extension, extension }) : [])
    .filter(({ isRemovable }) => isRemovable)
    .map(({ person: { id } }) => id);
};

it("SOFT-71 the viewer is first, then the others in the order they joined, then the invited", () => {
  const ringing = person("call", { state: "ringing" });
  expect(seenBy(told([], ALICE, BOB, ringing), "102")).toEqual(["102", "101", "call"]);
  expect(seenBy(told([], ALICE, BOB, CAROL), "103")).toEqual(["103", "101", "102"]);
});

it("SOFT-71 a call of two has no list, and an ended call has nothing", () => {
  const two = told([], ALICE, BOB);
  expect(seenBy(two, "101")).toEqual([]);
  expect(threeWayOf(two, "101")?.people).toHaveLength(2);
  expect(told(two)).toEqual([]);
  expect(threeWayOf(two, "somebody")).toBeUndefined();
  expect(threeWayOf(two, undefined)).toBeUndefined();
});

it("SOFT-71 a person who declined is shown until that fades, or until they are called again", () => {
  const after = told(told(told([], ALICE, BOB), ALICE, BOB, declined), ALICE, BOB);
  expect(seenBy(after, "101")).toEqual(["101", "102", "call"]);
  expect(seenBy(stepThreeWay(after, { type: "faded", person: declined }), "101")).toEqual([]);
  const again = person("call2", { number: "103", state: "ringing" });
  expect(seenBy(told(after, ALICE, BOB, again), "101")).toEqual(["101", "102", "call2"]);
});

it("SOFT-71 a snapshot replaces everything before it", () => {
  const calls = told([], ALICE, BOB, CAROL);
  expect(stepThreeWay(calls, { type: "snapshot", calls: [] })).toEqual([]);
  const snapshot = stepThreeWay(calls, { type: "snapshot", calls: [{ confno: CONFNO, people: [ALICE, BOB] }] });
  expect(snapshot).toEqual([{ confno: CONFNO, people: [ALICE, BOB], missed: [] }]);
});

it("SOFT-72 the owner may remove anyone else, an inviter the people they invited; a missed invitation cannot be removed", () => {
  const three = told([], ALICE, BOB, person("103", { invitedBy: "102" }));
  expect(removable(three, "101")).toEqual(["102", "103"]);
  expect(removable(three, "102")).toEqual(["103"]);
  expect(removable(three, "103")).toEqual([]);
  expect(removable(told(told([], ALICE, BOB, declined), ALICE, BOB), "101")).toEqual(["102"]);
});
