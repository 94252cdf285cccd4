import type { BuddyCall, BuddyState, RealtimeEvent } from "@callpanel/contract";
import { expect, it } from "vitest";
import type { EventsMessage, EventsState } from "../../../shared/live/events.ts";
import { createStore } from "../../../shared/store.ts";
import { fromSnapshot, stepLiveBuddy } from "./live.model.ts";
import { createLiveBuddies } from "./live.board.ts";

const call = (changes: Partial<BuddyCall> = {}): BuddyCall => ({
  callid: "c1",
  legCallid: "l1",
  user: "101",
  name: "Alice Archer",
  state: "early",
  direction: "in",
  channel: "ch1",
  peerChannel: "",
  recording: "off",
  held: false,
  startedAt: 1_000,
  ...changes,
});
const state = (exten: string, changes: Partial<BuddyState> = {}): BuddyState => ({
  realm: "demo",
  exten,
  presence: "online",
  registered: true,
  dnd: null,
  forward: null,
  followme: null,
  voicemails: null,
  calls: [],
  ...changes,
});
const at = (exten: string) => ({ realm: "demo", exten });

function openLive() {
  const connection = createStore<EventsState, EventsState>({ phase: "connecting" }, (_, next) => next);
  const frames: Array<() => void> = [];
  let hear: (message: EventsMessage) => void = () => {};
  const live = createLiveBuddies({
    events: {
      get: connection.get,
      subscribe: connection.subscribe,
      listen: (listener) => {
        hear = listener;
        return () => {};
      },
    },
    nextFrame: (run) => {
      frames.push(run);
      return () => {};
    },
  });
  live.start();
  const drawn = new Map<string, number>();
  return {
    live,
    connection,
    frames,
    drawn,
    watch: (exten: string) => live.of(exten).subscribe(() => drawn.set(exten, (drawn.get(exten) ?? 0) + 1)),
    snapshot: (...buddies: readonly BuddyState[]) =>
      hear({ type: "snapshot", buddies, parked: [], clockOffsetMs: 500 }),
    tell: (...events: readonly RealtimeEvent[]) => events.forEach((event) => hear({ type: "event", event })),
    draw: () => frames.splice(0).forEach((run) => run()),
    of: (exten: string) => live.of(exten).get(),
  };
}

it("BUDDIES-6 nothing is known before the snapshot; a person who is not in it is offline", () => {
  const { snapshot, draw, of, watch, drawn } = openLive();
  watch("103");
  expect(of("102")).toBeNull();
  snapshot(
    state("102", {
      presence: "oncall",
      note: "soon back",
      dnd: true,
      forward: null,
      followme: null,
      voicemails: null,
      calls: [call({ answeredAt: 2_000 })],
    }),
  );
  draw();
  expect(of("102")).toMatchObject({ presence: "oncall", note: "soon back", dnd: true });
  expect(of("103")).toMatchObject({ presence: "offline", registered: false, calls: [] });
  expect(drawn.get("103")).toBe(1);
});

it("BUDDIES-6 a later snapshot replaces everything", () => {
  const { snapshot, tell, draw, of, watch, drawn } = openLive();
  snapshot(state("102"), state("103"));
  draw();
  watch("103");
  tell({ action: "PRESENCE", ...at("102"), presence: "away" });
  snapshot(state("102"));
  draw();
  expect(of("102")?.presence).toBe("online");
  expect(of("103")?.presence).toBe("offline");
  expect(drawn.get("103")).toBe(1);
});

it("BUDDIES-6 times are in this computer's clock", () => {
  const { snapshot, draw, of } = openLive();
  snapshot(state("102", { calls: [call({ answeredAt: 2_000 })] }));
  draw();
  expect(of("102")?.calls[0]).toMatchObject({ startedAt: 1_500, answeredAt: 2_500 });
});

it("BUDDIES-7 a call from its start to its end", () => {
  const { snapshot, tell, draw, of } = openLive();
  snapshot(state("102"));
  tell({ action: "INITIATE", ...at("102"), call: call() }, { action: "PRESENCE", ...at("102"), presence: "ringing" });
  draw();
  expect(of("102")).toMatchObject({ presence: "ringing", calls: [{ callid: "c1", state: "early" }] });
  tell({ action: "CONFIRMED", ...at("102"), call: call({ state: "answered", answeredAt: 3_000 }) });
  tell({ action: "CALLCHAN", ...at("102"), call: call({ state: "answered", held: true }) });
  draw();
  expect(of("102")?.calls).toMatchObject([{ state: "answered", held: true }]);
  tell({ action: "TERMINATED", ...at("102"), callid: "c1" }, { action: "PRESENCE", ...at("102"), presence: "online" });
  draw();
  expect(of("102")).toMatchObject({ presence: "online", calls: [] });
});

it("RT-58 a recording is shown from CALLMONITOR alone too; a paused one stays paused; channels of a hosted system change nothing", () => {
  const { snapshot, tell, draw, of } = openLive();
  snapshot(state("102", { calls: [call({ state: "answered" })] }));
  const monitor = (recording: boolean, callid = "c1") =>
    tell({ action: "CALLMONITOR", ...at("102"), callid, recording, monitorFile: null });
  const shown = () => {
    draw();
    return of("102")?.calls.map(({ recording }) => recording);
  };
  monitor(true);
  expect(shown()).toEqual(["on"]);
  tell({ action: "CALLCHAN", ...at("102"), call: call({ state: "answered", recording: "paused" }) });
  monitor(true);
  expect(shown()).toEqual(["paused"]);
  monitor(false, "another");
  expect(shown()).toEqual(["paused"]);
  monitor(false);
  expect(shown()).toEqual(["off"]);
  const before = of("102");
  tell(
    { action: "CALLBRIDGE", ...at("102"), callid: "c1", bridgeid: "b1", bridgePeer: "c2" },
    { action: "CHANINFO", ...at("102"), callid: "c1", channel: "PJSIP/102-1", amisrvid: "a1" },
    { action: "ATTENDEDXFER", ...at("102"), callid: "c1", result: "failed", reason: "busy" },
  );
  draw();
  expect(of("102")).toBe(before);
});

it("BUDDIES-7 registration and marks", () => {
  const { snapshot, tell, draw, of } = openLive();
  snapshot();
  tell({ action: "REGISTER", ...at("102"), expires: 600, userAgent: "desk" });
  draw();
  expect(of("102")).toMatchObject({ registered: true, presence: "online" });
  tell({ action: "PRESENCE_FEATURE", ...at("102"), feature: "dnd", enabled: true });
  tell({ action: "PRESENCE_FEATURE", ...at("102"), feature: "forward", enabled: true });
  tell({ action: "REGISTER", ...at("102"), expires: 0, userAgent: "desk" });
  draw();
  expect(of("102")).toMatchObject({ registered: false, presence: "offline", dnd: true });
});

it("BUDDIES-7 ends of unknown calls, duplicates and events of other areas change nothing and render nothing", () => {
  const { snapshot, tell, draw, watch, drawn, of } = openLive();
  snapshot(state("102", { calls: [call()] }));
  draw();
  watch("102");
  tell({ action: "TERMINATED", ...at("102"), callid: "never" });
  tell({ action: "CANCELED", ...at("999"), callid: "c1" });
  tell({ action: "MWI", ...at("102"), new: 1, old: 0 });
  draw();
  expect(drawn.get("102")).toBeUndefined();
  tell({ action: "TERMINATED", ...at("102"), callid: "c1" }, { action: "TERMINATED", ...at("102"), callid: "c1" });
  draw();
  expect(of("102")?.calls).toEqual([]);
  expect(drawn.get("102")).toBe(1);
});

it("BUDDIES-7 a confirmed call without an announcement is added; a call announced twice is added once", () => {
  const { snapshot, tell, draw, of } = openLive();
  snapshot(state("102"));
  tell({ action: "CONFIRMED", ...at("102"), call: call({ state: "answered" }) });
  tell({ action: "INITIATE", ...at("102"), call: call({ callid: "c2" }) });
  tell({ action: "INITIATE", ...at("102"), call: call({ callid: "c2" }) });
  draw();
  expect(of("102")?.calls.map(({ callid }) => callid)).toEqual(["c1", "c2"]);
});

it("BUDDIES-7 the events of a frame are applied together, and each changed person is rendered once", () => {
  const { snapshot, tell, draw, watch, drawn, frames } = openLive();
  snapshot(state("102"), state("103"));
  draw();
  watch("102");
  watch("103");
  for (const presence of ["away", "busy", "online"] as const) tell({ action: "PRESENCE", ...at("102"), presence });
  expect(frames).toHaveLength(1);
  expect(drawn.size).toBe(0);
  draw();
  expect([...drawn]).toEqual([["102", 1]]);
});

it("BUDDIES-13 a change of any person is reported once per frame, and not without a change", () => {
  const { live, snapshot, tell, draw } = openLive();
  let told = 0;
  live.changes.subscribe(() => (told += 1));
  snapshot(state("102"), state("103"));
  draw();
  tell({ action: "PRESENCE", ...at("102"), presence: "away" }, { action: "PRESENCE", ...at("103"), presence: "away" });
  draw();
  tell({ action: "MWI", ...at("102"), new: 1, old: 0 });
  draw();
  expect(told).toBe(2);
});

it("BUDDIES-8 the state becomes stale when the connection is lost, and live with the next snapshot", () => {
  const { live, snapshot, draw, connection } = openLive();
  const liveness = live.liveness;
  connection.dispatch({ phase: "closed", heardAt: null });
  expect(liveness.get()).toEqual({ kind: "none" });
  snapshot(state("102"));
  connection.dispatch({ phase: "open" });
  expect(liveness.get()).toEqual({ kind: "none" });
  draw();
  expect(liveness.get()).toEqual({ kind: "live" });
  connection.dispatch({ phase: "closed", heardAt: 7_000 });
  connection.dispatch({ phase: "closed", heardAt: 7_000 });
  expect(liveness.get()).toEqual({ kind: "stale", since: 7_000 });
  snapshot(state("102"));
  connection.dispatch({ phase: "open" });
  expect(liveness.get().kind).toBe("stale");
  draw();
  expect(liveness.get()).toEqual({ kind: "live" });
});

it("BUDDIES-7 forward and follow-me change as do not disturb does", () => {
  const before = fromSnapshot(state("102", { forward: { enabled: false, number: "" }, followme: false }), 0);
  const feature = { action: "PRESENCE_FEATURE", ...at("102") } as const;
  const forwarded = stepLiveBuddy(before, { ...feature, feature: "forward", enabled: true, number: "555" }, 0);
  expect(forwarded.forward).toEqual({ enabled: true, number: "555" });
  expect(stepLiveBuddy(forwarded, { ...feature, feature: "followme", enabled: true }, 0).followme).toBe(true);
  expect(stepLiveBuddy(forwarded, { ...feature, feature: "dnd", enabled: true }, 0)).toMatchObject({
    dnd: true,
    followme: false,
  });
});

it("BUDDIES-36 a video meeting comes with the snapshot and changes with events", () => {
  const { snapshot, tell, draw, of } = openLive();
  snapshot(state("102", { meeting: { room: "Daily" } }), state("103"));
  draw();
  expect([of("102")?.meeting, of("103")?.meeting]).toEqual([{ room: "Daily" }, null]);
  tell({ action: "MEETING", ...at("102"), meeting: null }, { action: "MEETING", ...at("103"), meeting: { room: "" } });
  draw();
  expect([of("102")?.meeting, of("103")?.meeting]).toEqual([null, { room: "" }]);
});
