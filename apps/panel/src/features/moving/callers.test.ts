import { mergePermissions } from "@callpanel/contract";
import type { Permission, QueueCaller } from "@callpanel/contract";
import { createFakeClock, settle } from "@callpanel/testkit/fake-clock";
import { expect, test } from "vitest";
import { fakeCaller } from "../../../test/fakeQueues.ts";
import type { Command } from "../../shared/live/events.ts";
import type { Liveness } from "../../shared/live/frames.ts";
import type { LiveBuddy } from "../../shared/live/liveBuddies.ts";
import { createNotices } from "../../shared/notices/notices.ts";
import type { MoveTarget, TakenCaller } from "../../shared/phone/moving.ts";
import { createStore } from "../../shared/store.ts";
import { createWords } from "../../shared/words/words.ts";
import { createMoving } from "./moving.store.ts";

const ZOE = fakeCaller("c1", { callerName: "Zoe Park" });
const TAKEN: TakenCaller = {
  queue: { number: "600", name: "Support" },
  caller: { callid: "c1", number: ZOE.callerNumber, name: "Zoe Park" },
};
const DAVE: MoveTarget = { kind: "person", number: "104", name: "Dave Diaz" };
const SELF: MoveTarget = { kind: "person", number: "103", name: "Carol Chen" };
const LOT: MoveTarget = { kind: "lot", number: "700", name: "Main" };
const ROOM: MoveTarget = { kind: "room", number: "800", name: "Sales" };
const right = (rule: string, targets?: readonly string[]): Permission => ({
  module: "queues",
  rule,
  ...(targets ? { targets: [...targets] } : {}),
});
const EVERYTHING = [right("read"), right("execute_redirect_self"), right("execute_redirect_user")];
const IDLE: LiveBuddy = {
  presence: "online",
  note: null,
  meeting: null,
  forward: null,
  followme: null,
  registered: true,
  dnd: false,
  calls: [],
};

/** Carol sees Zoe in the line of Support. */
function open(permissions: readonly Permission[] = EVERYTHING) {
  const clock = createFakeClock();
  const notices = createNotices({ clock });
  const line = createStore<readonly QueueCaller[], readonly QueueCaller[]>([ZOE], (_, next) => next);
  const dave = createStore<LiveBuddy, LiveBuddy>(IDLE, (_, next) => next);
  const sent: Command[] = [];
  const moving = createMoving({
    events: { command: async (command) => void sent.push(command) },
    liveBuddies: {
      of: (exten) => (exten === "104" ? dave : { get: () => null, subscribe: () => () => undefined }),
      liveness: createStore<Liveness, never>({ kind: "live" }, (state) => state),
      changes: createStore(0, (count) => count),
    },
    liveQueues: { line: () => line },
    notices,
    words: createStore(createWords(), (same) => same),
    clock,
    mover: () => ({ rights: mergePermissions(permissions), exten: "103" }),
  });
  const told = () => notices.get().map(({ text, action }) => (action ? `${text} [${action.label}]` : text));
  const talks = () =>
    dave.dispatch({
      ...IDLE,
      calls: [
        {
          callid: "x",
          legCallid: "x",
          user: ZOE.callerNumber,
          name: "Zoe Park",
          state: "answered",
          direction: "in",
          channel: "leg-dave",
          peerChannel: ZOE.channel,
          recording: "off",
          held: false,
          startedAt: 0,
        },
      ],
    });
  const undo = () => {
    const action = notices.get()[0]?.action;
    if (action && "run" in action) action.run();
  };
  return { moving, sent, told, talks, undo, waits: line.dispatch };
}

test("MOVE-13 a waiting caller is moved to the user and to others by the rights on the queue", () => {
  const verdicts = (...permissions: readonly Permission[]) => {
    const { moving } = open(permissions);
    return [DAVE, SELF, LOT].map((target) => moving.verdict(TAKEN, target));
  };
  expect(verdicts(...EVERYTHING)).toEqual(["possible", "possible", "possible"]);
  expect(verdicts(right("read"), right("execute_redirect_self"))).toEqual(["forbidden", "possible", "forbidden"]);
  expect(verdicts(right("read"), right("execute_redirect_user"))).toEqual(["possible", "forbidden", "possible"]);
  const elsewhere = right("execute_redirect_user", ["601"]);
  expect(verdicts(right("read"), elsewhere, { module: "active_calls", rule: "execute_redirect" })).toEqual([
    "forbidden",
    "forbidden",
    "forbidden",
  ]);
  expect(open([right("read"), elsewhere]).moving.mayMoveCallers("601", "others")).toBe(true);
});

test("MOVE-13 the caller's leg is redirected; Undo leads back to the queue, and is offered while the phone rings", async () => {
  const { moving, sent, told, waits, undo } = open();
  moving.pickUp(TAKEN);
  moving.drop(DAVE);
  await settle();
  expect(sent).toEqual([{ command: "redirect", channel: ZOE.channel, to: "104" }]);
  expect(told()).toEqual(["Moving Zoe Park to Dave Diaz… [Undo]"]);
  waits([]);
  undo();
  await settle();
  expect(sent.slice(1)).toEqual([{ command: "redirect", channel: ZOE.channel, to: "600" }]);
  expect(told()).toEqual(["Returning Zoe Park to Support"]);
  // There is no notice that the call was not answered.
  waits([ZOE]);
  expect(told()).toEqual(["Returning Zoe Park to Support"]);
});

test("MOVE-13 the person whom the caller has reached keeps the call: no undo from then on, except from a parking lot", async () => {
  const { moving, told, talks, waits } = open();
  moving.move(TAKEN, DAVE);
  await settle();
  waits([]);
  talks();
  expect(told()).toEqual(["Zoe Park was moved to Dave Diaz"]);
  for (const [target, expected] of [
    [LOT, "Zoe Park was moved to Main [Undo]"],
    [ROOM, "Zoe Park was moved to Sales"],
  ] as const) {
    waits([ZOE]);
    moving.move(TAKEN, target);
    await settle();
    expect(told()[0]).toBe(expected);
  }
});

test("MOVE-13 a caller who reached nobody is back in the line, and a notice says so", async () => {
  const { moving, told, waits } = open();
  moving.move(TAKEN, DAVE);
  await settle();
  waits([]);
  waits([{ ...ZOE, position: 4 }]);
  expect(told()[0]).toBe("No answer from Dave Diaz. Zoe Park is back with Support");
});

test("MOVE-7 MOVE-13 a caller whom an agent answers meanwhile is not moved", async () => {
  const { moving, sent, told, waits } = open();
  moving.ask(TAKEN);
  waits([]);
  expect(moving.get()).toEqual({ phase: "idle" });
  moving.move(TAKEN, DAVE);
  await settle();
  expect(sent).toEqual([]);
  expect(told()[0]).toBe("The call has already ended");
});
