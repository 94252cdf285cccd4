import type { CallView, LegView } from "@callpanel/phone-port";
import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { createBoards } from "../../../app/boards.ts";
import { createBus } from "../../../kernel/bus/bus.ts";
import { feedPresenceBoard } from "./phone-feed.ts";

const BOB = { number: "102", name: "Bob Brandt", userId: 2 };
const CAROL = { number: "103", name: "Carol Chen", userId: 3 };

function leg(id: string, side: LegView["side"], party: LegView["party"], far: LegView["far"]): LegView {
  const told = far === undefined ? {} : { far };
  return { id, side, party, sipCallId: id, state: "answered", held: false, recording: "off", detached: false, ...told };
}

/** The presence board's view of a call between Bob and another side. */
function seenOf(far: LegView["far"], fields: Partial<CallView> = {}, state: LegView["state"] = "answered") {
  const boards = createBoards({ clock: createFakeClock() });
  const call: CallView = {
    id: "c1",
    realm: "demo",
    state: "answered",
    startedAt: 1,
    answeredAt: 2,
    caller: BOB,
    callee: CAROL,
    dialledNumber: "103",
    direction: "internal",
    legs: [{ ...leg("l1", "caller", BOB, far), state }],
    ...fields,
  };
  const counts = { connections: 0, registrations: 0, calls: 0, legs: 0, dialogs: 0, transactions: 0, mediaPorts: 0 };
  const snapshot = () => ({ registrations: [], calls: [call], parked: [], rooms: [], counts });
  const bus = createBus({ clock: createFakeClock(), log: silentLog });
  feedPresenceBoard({ snapshot, subscribe: () => () => undefined }, { ...boards, bus });
  const { user, name, kind, doing, direction, peerOwners } = boards.presenceBoard.person(2)?.calls[0] ?? {};
  return { user, name, kind, doing, direction, peerOwners };
}

it.each([
  ["a person", { party: CAROL }, { user: "103", name: "Carol Chen", kind: undefined }],
  ["somebody outside", { party: { number: "+1604", name: "Pat" } }, { user: "+1604", name: "Pat", kind: "outside" }],
  [
    "a mailbox",
    { party: { number: "*98103", name: "Carol Chen", kind: "mailbox" } },
    { user: "*98103", name: "Carol Chen", kind: "mailbox" },
  ],
  [
    "a slot",
    { party: { number: "701", name: "Main", kind: "parking" } },
    { user: "701", name: "Main", kind: "parking" },
  ],
  ["a person whose phone rings", { party: CAROL, doing: "ringing" }, { user: "103", doing: "ringing" }],
] as const)("RT-43 a call shows %s at its other end", (_, far, expected) => {
  expect(seenOf(far)).toMatchObject(expected);
});

it("RT-43 a person is not notified that somebody listens to their call", () => {
  const far = { party: { number: "***103", name: "Carol Chen", kind: "listening" } } as const;
  expect(seenOf(far)).toMatchObject({ user: "", name: "", kind: "service" });
});

it.each([
  ["a colleague", CAROL, CAROL, [3]],
  ["an outside party, for which one's own right counts", { number: "+1604", name: "Pat" }, undefined, [2]],
  ["a caller with a withheld number", CAROL, { number: "anonymous", name: "Anonymous" }, undefined],
] as const)("RT-46 the people on whom moving a call with %s needs the right", (_, party, shown, expected) => {
  const far = { party: shown ?? party };
  const legs = [leg("l1", "caller", BOB, far), leg("l2", "callee", party, undefined)];
  expect(seenOf(far, { legs })).toMatchObject({ peerOwners: expected });
});

it("RT-43 a person whose phone rings for an invitation is the callee", () => {
  const far = { party: CAROL, came: { how: "invited", by: CAROL } } as const;
  expect(seenOf(far, { state: "ringing" }, "ringing")).toMatchObject({ user: "103", direction: "in" });
  expect(seenOf({ party: CAROL }, { state: "ringing" }, "ringing")).toMatchObject({ direction: "out" });
});
