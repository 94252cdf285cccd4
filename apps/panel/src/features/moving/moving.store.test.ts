import { mergePermissions } from "@callpanel/contract";
import type { BuddyCall, Rights } from "@callpanel/contract";
import { createFakeClock, settle } from "@callpanel/testkit/fake-clock";
import { describe, expect, test } from "vitest";
import { NO_LINES } from "../../../test/fakeQueues.ts";
import { ApiError } from "../../shared/api/api.ts";
import type { Command } from "../../shared/live/events.ts";
import type { Liveness } from "../../shared/live/frames.ts";
import type { LiveBuddies, LiveBuddy } from "../../shared/live/liveBuddies.ts";
import type { MoveTarget } from "../../shared/phone/moving.ts";
import { createNotices } from "../../shared/notices/notices.ts";
import { createStore } from "../../shared/store.ts";
import { createWords } from "../../shared/words/words.ts";
import { ARRIVAL_WAIT_MS, UNDO_MS } from "./journeys.ts";
import { freeSlots } from "./moving.model.ts";
import { createMoving } from "./moving.store.ts";

const CALL: BuddyCall = {
  callid: "c1",
  legCallid: "sip-b",
  user: "101",
  name: "Alice Archer",
  state: "answered",
  direction: "in",
  channel: "leg-bob",
  peerChannel: "leg-alice",
  recording: "off",
  held: false,
  startedAt: 0,
};
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
const BOB = { exten: "102", name: "Bob Brandt" };
const DAVE: MoveTarget = { kind: "person", number: "104", name: "Dave Diaz" };
const LOT: MoveTarget = { kind: "lot", number: "700", name: "Main" };
const READ = { module: "active_calls", rule: "read" } as const;
const MOVE = { module: "active_calls", rule: "execute_redirect" } as const;
const SPY = { module: "active_calls", rule: "execute_callspy" } as const;
const STAFF = mergePermissions([READ, MOVE]);
const SUPERVISOR = mergePermissions([READ, MOVE, SPY]);
const TAKEN = { from: BOB, call: CALL };

function open({
  answer = () => undefined,
  rights = SUPERVISOR,
  liveness = { kind: "live" },
}: {
  readonly answer?: (command: Command) => unknown;
  readonly rights?: Rights | null;
  readonly liveness?: Liveness;
} = {}) {
  const clock = createFakeClock();
  const notices = createNotices({ clock });
  const office = createStore<ReadonlyMap<string, LiveBuddy>, readonly [string, LiveBuddy]>(
    new Map([
      ["101", { ...IDLE, presence: "oncall" }],
      ["102", { ...IDLE, presence: "oncall", calls: [CALL] }],
      ["104", IDLE],
    ]),
    (before, [exten, live]) => new Map(before).set(exten, live),
  );
  const liveBuddies: LiveBuddies = {
    of: (exten) => ({ get: () => office.get().get(exten) ?? null, subscribe: office.subscribe }),
    liveness: createStore<Liveness, never>(liveness, (state) => state),
    changes: createStore(0, (count) => count),
  };
  const sent: Command[] = [];
  const moving = createMoving({
    events: {
      command: async (command) => {
        sent.push(command);
        return answer(command);
      },
    },
    liveBuddies,
    liveQueues: NO_LINES,
    notices,
    words: createStore(createWords(), (same) => same),
    clock,
    mover: () => rights && { rights, exten: "105" },
  });
  return {
    clock,
    moving,
    sent,
    notices,
    shows: (exten: string, live: Partial<LiveBuddy>) => office.dispatch([exten, { ...IDLE, ...live }]),
    told: () => notices.get().map(({ text }) => text),
    undo: () => {
      const action = notices.get().find((notice) => notice.action?.label === "Undo")?.action;
      if (action && "run" in action) action.run();
    },
  };
}
const moved = (to: string) => ({ command: "redirect", channel: "leg-alice", to });

describe("calls that may be moved", () => {
  test("MOVE-1 an answered call with a person at the other end, with the right to read active calls, while the state is live", () => {
    const { moving } = open();
    expect(moving.mayMove(CALL, "102")).toBe(true);
    expect(moving.mayMove({ ...CALL, state: "early" }, "102")).toBe(false);
    expect(moving.mayMove({ ...CALL, peerChannel: "" }, "102")).toBe(false);
    expect(open({ rights: mergePermissions([]) }).moving.mayMove(CALL, "102")).toBe(false);
    expect(open({ rights: null }).moving.mayMove(CALL, "102")).toBe(false);
    expect(open({ liveness: { kind: "stale", since: 0 } }).moving.mayMove(CALL, "102")).toBe(false);
  });

  test("MOVE-12 calls of others need the right to move; moving to the user or to a room needs the right to listen", () => {
    const self: MoveTarget = { kind: "person", number: "105", name: "Erin" };
    const room: MoveTarget = { kind: "room", number: "800", name: "Open room" };
    const verdicts = (rights: Rights, from = BOB) => {
      const { moving } = open({ rights });
      const on = (target: MoveTarget) => moving.verdict({ from, call: CALL }, target);
      return [moving.mayMove(CALL, from.exten), on(DAVE), on(LOT), on(room), on(self)];
    };
    const none = [false, "forbidden", "forbidden", "forbidden", "forbidden"];
    expect(verdicts(mergePermissions([READ, SPY]))).toEqual(none);
    expect(verdicts(mergePermissions([MOVE, SPY]))).toEqual(none);
    expect(verdicts(STAFF)).toEqual([true, "possible", "possible", "forbidden", "forbidden"]);
    expect(verdicts(SUPERVISOR)).toEqual([true, "possible", "possible", "possible", "possible"]);
  });

  test("MOVE-12 rights on some people offer what the server allows: only legs with known owners among them", () => {
    const limited = mergePermissions([READ, { ...MOVE, targets: ["2"] }, { ...SPY, targets: ["2", "3"] }]);
    const offers = (peerOwners: readonly number[] | undefined) => {
      const call = { ...CALL, ...(peerOwners && { peerOwners: [...peerOwners] }) };
      const { moving, shows } = open({ rights: limited });
      shows("102", { calls: [call] });
      const room: MoveTarget = { kind: "room", number: "800", name: "Open room" };
      const taken = { from: BOB, call };
      return [moving.mayMove(call, "102"), moving.verdict(taken, DAVE), moving.verdict(taken, room)];
    };
    expect(offers([2])).toEqual([true, "possible", "possible"]);
    expect(offers([3])).toEqual([false, "forbidden", "forbidden"]);
    expect(offers([2, 3])).toEqual([false, "forbidden", "forbidden"]);
    expect(offers(undefined)).toEqual([false, "forbidden", "forbidden"]);
  });

  test("MOVE-12 an own call can be moved anywhere, with the right to read active calls", () => {
    const { moving, shows } = open({ rights: mergePermissions([READ]) });
    shows("105", { calls: [CALL], presence: "oncall" });
    const own = { from: { exten: "105", name: "Erin" }, call: CALL };
    expect(moving.mayMove(CALL, "105")).toBe(true);
    expect(moving.verdict(own, { kind: "room", number: "800", name: "Open room" })).toBe("possible");
    shows("102", { calls: [{ ...CALL, user: "105" }] });
    expect(moving.mayMove({ ...CALL, user: "105" }, "102")).toBe(true);
  });

  test("MOVE-2 the other party moves, never the person of the card", async () => {
    const { moving, sent } = open();
    moving.pickUp(TAKEN);
    moving.drop(DAVE);
    await settle();
    expect(sent).toEqual([moved("104")]);
    expect(moving.get()).toEqual({ phase: "idle" });
  });

  test("MOVE-2 the leg is the one of now, not the one when it was picked up", async () => {
    const { moving, sent, shows } = open();
    moving.pickUp(TAKEN);
    shows("102", { calls: [{ ...CALL, peerChannel: "leg-alice-2" }] });
    moving.drop(DAVE);
    await settle();
    expect(sent).toEqual([{ command: "redirect", channel: "leg-alice-2", to: "104" }]);
  });
});

describe("where to", () => {
  test("MOVE-3 not to people who are in the call, offline or on do not disturb, and not to a taken slot", () => {
    const { moving, shows } = open();
    const on = (target: MoveTarget) => moving.verdict(TAKEN, target);
    expect(on(DAVE)).toBe("possible");
    expect(on(LOT)).toBe("possible");
    expect(on({ kind: "person", number: "101", name: "Alice" })).toBe("same");
    expect(on({ kind: "person", number: "102", name: "Bob" })).toBe("inCall");
    expect(on({ kind: "slot", number: "701", name: "701", isTaken: false })).toBe("possible");
    expect(on({ kind: "slot", number: "701", name: "701", isTaken: true })).toBe("taken");
    shows("104", { registered: false, presence: "offline" });
    expect(on(DAVE)).toBe("offline");
    shows("104", { dnd: true, presence: "busy" });
    expect(on(DAVE)).toBe("doNotDisturb");
    shows("104", { calls: [CALL], presence: "oncall" });
    expect(on(DAVE)).toBe("possible");
    shows("102", { calls: [] });
    expect(on(LOT)).toBe("ended");
  });

  test("MOVE-3 a drop on an impossible target sends nothing and says why", async () => {
    const { moving, sent, told, shows } = open();
    moving.pickUp(TAKEN);
    shows("104", { dnd: true, presence: "busy" });
    moving.drop(DAVE);
    await settle();
    expect(sent).toEqual([]);
    expect(told()).toEqual(["Dave Diaz: Do not disturb"]);
  });

  test("MOVE-4 the dragged call and the target under the pointer are known until the drop", () => {
    const { moving } = open();
    moving.pickUp(TAKEN);
    moving.hover("104");
    expect(moving.get()).toMatchObject({ phase: "carried", over: "104" });
    moving.drop(null);
    expect(moving.get()).toEqual({ phase: "idle" });
    moving.hover("104");
    expect(moving.get()).toEqual({ phase: "idle" });
  });

  test("MOVE-5 Move to… moves in the same way", async () => {
    const { moving, sent } = open();
    moving.ask(TAKEN);
    expect(moving.get()).toMatchObject({ phase: "asked" });
    moving.move(TAKEN, LOT);
    await settle();
    expect(sent).toEqual([moved("700")]);
    expect(moving.get()).toEqual({ phase: "idle" });
    moving.ask(TAKEN);
    moving.stopAsking();
    expect(moving.get()).toEqual({ phase: "idle" });
  });
});

describe("the result of a move", () => {
  const ringing = { ...CALL, callid: "c2", state: "early" as const, channel: "leg-dave" };
  const talking = { ...ringing, state: "answered" as const };

  async function underWay() {
    const opened = open();
    opened.moving.move(TAKEN, DAVE);
    await settle();
    opened.shows("102", { calls: [{ ...CALL, peerChannel: "" }] });
    opened.shows("104", { calls: [ringing] });
    return opened;
  }

  test("MOVE-6 a colleague's phone rings: a notice with Undo when they answer", async () => {
    const { shows, told, sent, undo } = await underWay();
    expect(told()).toEqual(["Moving Alice Archer to Dave Diaz…"]);
    shows("102", { calls: [] });
    shows("104", { calls: [talking] });
    expect(told()[0]).toBe("Alice Archer was moved to Dave Diaz");
    undo();
    undo();
    await settle();
    expect(sent).toEqual([moved("104"), moved("102")]);
    expect(told()).toContain("Returning Alice Archer to Bob Brandt");
    expect(told()).not.toContain("Alice Archer was moved to Dave Diaz");
  });

  test("MOVE-6 nobody answers: a notice that the call is back, without Undo", async () => {
    const { shows, told, undo, sent } = await underWay();
    shows("104", { calls: [] });
    shows("102", { calls: [CALL] });
    expect(told()[0]).toBe("No answer from Dave Diaz. Alice Archer is back with Bob Brandt");
    undo();
    expect(sent).toHaveLength(1);
  });

  test("MOVE-6 it stops waiting for the arrival after 70 s", async () => {
    const { shows, told, clock } = await underWay();
    await clock.advance(ARRIVAL_WAIT_MS);
    shows("104", { calls: [talking] });
    expect(told()).toEqual([]);
  });

  test("MOVE-6 a place has the call immediately, and Undo disappears after 10 s", async () => {
    const { moving, told, clock } = open();
    moving.move(TAKEN, LOT);
    await settle();
    expect(told()).toEqual(["Alice Archer was moved to Main"]);
    await clock.advance(UNDO_MS - 1);
    expect(told()).toHaveLength(1);
    await clock.advance(1);
    expect(told()).toEqual([]);
  });

  test("MOVE-6 a refused Undo shows a notice", async () => {
    let count = 0;
    const { moving, told, undo } = open({
      answer: () => {
        count += 1;
        if (count > 1) throw refusal("sipua.error.ended", "The call has already ended");
      },
    });
    moving.move(TAKEN, LOT);
    await settle();
    undo();
    await settle();
    expect(told()).toEqual(["The call has already ended"]);
  });
});

const refusal = (code: string, text: string) => new ApiError({ kind: "answer", status: 0, code, text, details: {} });

describe("bad input", () => {
  test("MOVE-7 a call that ends during the drag shows a notice, and the drop sends nothing", async () => {
    const { moving, shows, sent, told } = open();
    moving.pickUp(TAKEN);
    shows("102", { calls: [] });
    expect(moving.get()).toEqual({ phase: "idle" });
    expect(told()).toEqual(["The call has already ended"]);
    moving.drop(DAVE);
    await settle();
    expect(sent).toEqual([]);
  });

  test("MOVE-7 if the call ends meanwhile, the list closes; a choice from an old list shows a notice", async () => {
    const { moving, shows, sent, told } = open();
    moving.ask(TAKEN);
    shows("102", { calls: [] });
    expect(moving.get()).toEqual({ phase: "idle" });
    moving.move(TAKEN, DAVE);
    await settle();
    expect(sent).toEqual([]);
    expect(told()).toEqual(["The call has already ended"]);
  });

  test("MOVE-8 a target that goes offline meanwhile is no longer possible, and the drop says so", async () => {
    const { moving, shows, sent, told } = open();
    moving.pickUp(TAKEN);
    const verdict = moving.verdictOn(TAKEN, DAVE);
    const heard: string[] = [];
    const stop = verdict.subscribe(() => heard.push(verdict.get()));
    shows("104", { registered: false, presence: "offline" });
    expect(heard).toEqual(["offline"]);
    stop();
    moving.drop(DAVE);
    await settle();
    expect(sent).toEqual([]);
    expect(told()).toEqual(["Dave Diaz: Offline"]);
  });

  test("MOVE-8 if the phone unregisters after the drop, the server refuses and its text is shown", async () => {
    const { moving, told } = open({
      answer: () => {
        throw refusal("command.notRegistered", "No phone is registered for 104");
      },
    });
    moving.move(TAKEN, DAVE);
    await settle();
    expect(told()[0]).toMatch(/^No phone is registered for/);
  });

  test("MOVE-9 an event of another call, or of an unknown person, does not change the drag", () => {
    const { moving, shows } = open();
    moving.pickUp(TAKEN);
    shows("199", { calls: [] });
    shows("102", { calls: [CALL, { ...CALL, callid: "c9" }] });
    shows("102", { calls: [CALL] });
    expect(moving.get()).toMatchObject({ phase: "carried" });
  });

  test("MOVE-10 a second drop, and a second command for the same party meanwhile, do nothing", async () => {
    const { moving, sent } = open({ answer: () => new Promise(() => undefined) });
    moving.pickUp(TAKEN);
    moving.drop(DAVE);
    moving.drop(DAVE);
    moving.move(TAKEN, LOT);
    await settle();
    expect(sent).toEqual([moved("104")]);
  });

  test("MOVE-11 without permission the server refuses, and its text is shown", async () => {
    const { moving, told } = open({
      answer: () => {
        throw refusal("request.forbidden", "You do not have permission to do this");
      },
    });
    moving.move(TAKEN, LOT);
    await settle();
    expect(told()).toEqual(["You do not have permission to do this"]);
  });

  test("MOVE-11 a lost connection shows a notice", async () => {
    const { moving, told } = open({
      answer: () => {
        throw new ApiError({ kind: "unreachable" });
      },
    });
    moving.move(TAKEN, LOT);
    await settle();
    expect(told()).toEqual(["Failed to move the call. The server cannot be reached"]);
  });
});

test("MOVE-4 the first free slots of a lot are places of their own", () => {
  const slots = ["701", "702", "703", "704", "705", "706", "707", "708"];
  expect(freeSlots(slots, new Map([["702", {}]]))).toEqual(["701", "703", "704", "705", "706", "707"]);
  expect(freeSlots(slots.slice(0, 2), null)).toEqual(["701", "702"]);
});
