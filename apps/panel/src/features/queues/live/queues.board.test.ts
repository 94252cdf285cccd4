import type { QueueState, RealtimeEvent } from "@callpanel/contract";
import { expect, it } from "vitest";
import { fakeAgent, fakeCaller, fakeQueue } from "../../../../test/fakeQueues.ts";
import type { EventsMessage } from "../../../shared/live/events.ts";
import type { Turn } from "../../../shared/live/frameTurns.ts";
import { createLiveQueues } from "./queues.board.ts";

const OFFSET_MS = 1_000;
const DAVE = fakeAgent(4, "Dave Diaz");

function openBoard(queues: readonly QueueState[]) {
  let hear: (message: EventsMessage) => void = () => undefined;
  let frames: (() => void)[] = [];
  const waiting = new Set<Turn>();
  const timers: (() => void)[] = [];
  let now = 0;
  const board = createLiveQueues({
    clock: {
      now: () => now,
      setTimeout: (run, ms) => {
        timers.push(() => (ms <= 100 ? run() : undefined));
        return () => undefined;
      },
    },
    events: {
      get: () => ({ phase: "open" }),
      subscribe: () => () => undefined,
      listen: (listener) => {
        hear = listener;
        return () => undefined;
      },
    },
    nextFrame: (run) => {
      frames.push(run);
      return () => undefined;
    },
    turns: {
      ask: (turn) => void waiting.add(turn),
      drop: (turn) => void waiting.delete(turn),
    },
  });
  const stop = board.start();
  /** @returns whether there is more */
  const giveTurn = () => {
    for (const turn of waiting) if (!turn()) waiting.delete(turn);
    return waiting.size > 0;
  };
  /** A tenth of a second passes, and a frame is drawn that has time for everything. */
  const draw = () => {
    apply();
    while (giveTurn());
  };
  const apply = () => {
    now += 100;
    for (const run of timers.splice(0)) run();
    const due = frames;
    frames = [];
    for (const run of due) run();
  };
  const send = (...events: readonly RealtimeEvent[]) => {
    for (const event of events) hear({ type: "event", event });
  };
  hear({ type: "snapshot", buddies: [], parked: [], queues, clockOffsetMs: OFFSET_MS });
  draw();
  now += 100;
  return { board, send, draw, apply, giveTurn, stop, frameCount: () => frames.length, timerCount: () => timers.length };
}
const of = (queue: string) => ({ realm: "demo", queue });
const member = (changes: Partial<typeof DAVE>, queue = "600"): RealtimeEvent => {
  const agent = { ...DAVE, ...changes };
  return { action: "QUEUE", ...of(queue), event: "MEMBER", agent: agent.exten, member: agent };
};
const chan = (event: "join" | "change" | "leave", callid: string, position = 1): RealtimeEvent => ({
  action: "QUEUECHAN",
  ...of("600"),
  event,
  ...fakeCaller(callid, { position }),
});

it("QDASH-2 the events of a frame are applied together, and only the listeners of changed parts run", () => {
  const { board, send, draw, frameCount } = openBoard([
    fakeQueue("600", "Support", { agents: [DAVE, fakeAgent(3, "Carol Chen")] }),
    fakeQueue("601", "Sales", { agents: [DAVE] }),
  ]);
  const told: string[] = [];
  board.agent("600", "104").subscribe(() => told.push("Dave in Support"));
  board.agent("601", "104").subscribe(() => told.push("Dave in Sales"));
  board.agent("600", "103").subscribe(() => told.push("Carol"));
  board.queue("600").subscribe(() => told.push("Support"));
  board.line("600").subscribe(() => told.push("line"));
  board.counts("600").subscribe(() => told.push("counts"));
  const carol = board.agent("600", "103").get();
  for (let count = 0; count < 100; count += 1) send(member({ state: count % 2 === 0 ? "ringing" : "talking" }));
  expect([told, frameCount()]).toEqual([[], 1]);
  draw();
  expect(told.toSorted((a, b) => a.localeCompare(b))).toEqual(["counts", "Dave in Support"]);
  expect(board.agent("600", "103").get()).toBe(carol);
  expect(board.counts("600").get()).toEqual({ idle: 1, ringing: 0, talking: 1, wrapup: 0, paused: 0, offline: 0 });
  expect(
    board
      .memberships("104")
      .get()
      .map(({ queue, agent }) => [queue, agent.state]),
  ).toEqual([
    ["600", "talking"],
    ["601", "idle"],
  ]);
});

it("QDASH-2 callers behind one who joins or leaves move; times are those of this computer", () => {
  const { board, send, draw } = openBoard([fakeQueue("600", "Support")]);
  const line = () =>
    board
      .line("600")
      .get()
      .map(({ callid }) => callid);
  send(chan("join", "a"), chan("join", "b", 2), chan("join", "urgent", 1), chan("join", "a"));
  draw();
  expect(line()).toEqual(["urgent", "a", "b"]);
  send(chan("leave", "a", 2), chan("change", "b", 2), chan("leave", "nobody"), chan("change", "nobody"));
  draw();
  expect(line()).toEqual(["urgent", "b"]);
  const joined = fakeCaller("c", { enteredAt: 5_000, position: 3 });
  send({ action: "QUEUECHAN", ...of("600"), event: "join", ...joined });
  draw();
  expect(board.line("600").get().at(-1)?.enteredAt).toBe(5_000 + OFFSET_MS);
});

it("QDASH-14 it is known for which caller the phones of an agent ring, and listeners run", () => {
  const { board, send, draw } = openBoard([fakeQueue("600", "Support", { agents: [DAVE] })]);
  let toldCount = 0;
  const rung = board.rungFor("104");
  rung.subscribe(() => (toldCount += 1));
  send(chan("join", "a"), {
    action: "QUEUECHAN",
    ...of("600"),
    event: "change",
    ...fakeCaller("a", { ringing: ["104"] }),
  });
  draw();
  expect([rung.get()?.callid, toldCount]).toEqual(["a", 1]);
  send(chan("leave", "a"));
  draw();
  expect([rung.get(), toldCount]).toEqual([null, 2]);
});

it("QDASH-2 queues and agents come and go; an unknown one changes nothing", () => {
  const { board, send, draw } = openBoard([fakeQueue("600", "Support", { agents: [DAVE] })]);
  const before = board.changes.get();
  const { summary } = fakeQueue("602", "Billing");
  send(member({}, "999"), { action: "QUEUE", ...of("600"), event: "MEMBERGONE", agent: "199" });
  send({ action: "QUEUE", ...of("999"), event: "REMOVED" }, { action: "QUEUE", ...of("600"), event: "ENTERQUEUE" });
  draw();
  expect(board.changes.get()).toBe(before);
  send({ action: "QUEUE", ...of("602"), event: "PARAMS", name: "Billing", summary }, member({}, "602"));
  send({ action: "QUEUE", ...of("600"), event: "MEMBERGONE", agent: "104" });
  draw();
  expect(board.numbers.get()).toEqual(["600", "602"]);
  expect([board.members("600").get(), board.members("602").get()]).toEqual([[], ["104"]]);
  send({ action: "QUEUE", ...of("602"), event: "REMOVED" });
  draw();
  expect([board.numbers.get(), board.queue("602").get(), board.agent("602", "104").get()]).toEqual([
    ["600"],
    null,
    null,
  ]);
  expect(board.memberships("104").get()).toEqual([]);
});

it("QDASH-2 after a quiet time an event is applied with the next frame, those after it a tenth of a second later", () => {
  const { board, send, draw, frameCount, timerCount } = openBoard([fakeQueue("600", "Support", { agents: [DAVE] })]);
  const states: string[] = [];
  const dave = board.agent("600", "104");
  dave.subscribe(() => states.push(dave.get()?.state ?? "gone"));
  send(member({ state: "ringing" }));
  expect([frameCount(), timerCount()]).toEqual([1, 0]);
  draw();
  send(member({ state: "talking" }), member({ state: "wrapup" }));
  expect([frameCount(), timerCount(), states]).toEqual([0, 1, ["ringing"]]);
  draw();
  expect(states).toEqual(["ringing", "wrapup"]);
});

it("QDASH-2 after many changes, the listeners of each changed part run in a separate task, once", () => {
  const agents = Array.from({ length: 20 }, (_, at) => fakeAgent(at, `Agent ${at}`));
  const { board, send, apply, giveTurn, stop } = openBoard([fakeQueue("600", "Support", { agents })]);
  const told: string[] = [];
  for (const { exten } of agents) board.agent("600", exten).subscribe(() => told.push(exten));
  for (const agent of agents) send(member({ ...agent, state: "talking" }));
  apply();
  expect([told.length, board.agent("600", "119").get()?.state]).toEqual([0, "talking"]);
  for (let count = 1; count <= 3; count += 1) {
    giveTurn();
    expect(told).toHaveLength(count);
  }
  while (giveTurn());
  expect([told.length, new Set(told).size]).toEqual([20, 20]);
  send(member({ ...agents[0], state: "idle" }));
  apply();
  stop();
  expect([giveTurn(), told.length]).toEqual([false, 20]);
});
