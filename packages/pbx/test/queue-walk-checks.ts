/** What must hold after each step of a random walk through the queue engine, and in its log. */
import { FINAL_EVENTS, type QueueCallerView, type QueueLogRow } from "@callpanel/phone-port";
import { expect } from "vitest";
import type { QueueWorld } from "./queue-world.ts";

type Devices = ReadonlyMap<number, { readonly reachable: boolean; readonly busy: boolean }>;

/** What holds after each step. */
export function checkStep(world: QueueWorld, devices: Devices, unreachable: RestTimes): void {
  const views = world.views();
  // An agent has one call, and every queue says the same.
  const callOf = new Map<number, string | undefined>();
  for (const { agents } of views)
    for (const { agentId, callId } of agents) {
      if (callOf.has(agentId) && callOf.get(agentId) !== callId) throw new Error(`agent ${agentId} has two calls`);
      callOf.set(agentId, callId);
    }
  const rungFor = new Map<number, string>();
  for (const { id, waiting, agents } of views)
    for (const { callId, ringing } of waiting)
      for (const agentId of ringing) {
        if (!agents.some((agent) => agent.agentId === agentId)) throw new Error(`agent ${agentId} is not in ${id}`);
        if (rungFor.has(agentId)) throw new Error(`agent ${agentId} is rung twice`);
        rungFor.set(agentId, callId);
        if (callOf.has(agentId) && callOf.get(agentId) !== callId) throw new Error(`agent ${agentId} rings unnoticed`);
      }
  for (const { agents } of views)
    for (const { agentId, state, callId } of agents)
      if (state === "ringing" && rungFor.get(agentId) !== callId) throw new Error(`agent ${agentId} rings for nobody`);
  for (const { id, waiting } of views) checkOrder(world, id, waiting);
  // No caller waits while an agent of the queue could be rung.
  for (const { id, waiting, agents } of views) {
    const settings = world.engine.settingsOf(id);
    const isServed = (one: (typeof waiting)[number]) => one.ringing.length > 0 || isAtRest(world, one);
    if (settings === undefined || waiting.every(isServed)) continue;
    for (const { agentId, state } of agents) {
      const device = devices.get(agentId);
      if (state === "idle" && device?.reachable === true && !device.busy && !isResting(world, unreachable, agentId))
        throw new Error(`a caller of ${id} waits though agent ${agentId} is free`);
    }
  }
  // A receiver of every change knows the current state.
  const sorted = (all: Iterable<(typeof views)[number]>) =>
    [...all].map(({ id, number, name, waiting, agents }) => ({
      id,
      number,
      name,
      waiting,
      agents: agents.toSorted((one, other) => one.agentId - other.agentId),
    }));
  expect(sorted(world.told)).toEqual(sorted(views));
  // A reader of the log finds the same callers and members.
  const { fold } = world;
  expect(
    fold.stays
      .filter(({ connected }) => connected === undefined)
      .map(({ callId }) => callId)
      .toSorted(),
  ).toEqual(views.flatMap(({ waiting }) => waiting.map(({ callId }) => callId)).toSorted());
  const members = views.flatMap(({ id, agents }) => agents.map(({ agentId }) => `${id} ${agentId}`));
  expect(fold.members.map(({ queueId, agentId }) => `${queueId} ${agentId}`).toSorted()).toEqual(members.toSorted());
  const paused = views.flatMap(({ id, agents }) =>
    agents.flatMap((one) => (one.paused === undefined ? [] : `${id} ${one.agentId}`)),
  );
  expect(fold.pauses.map(({ queueId, agentId }) => `${queueId} ${agentId}`).toSorted()).toEqual(paused.toSorted());
}

/** QUE-86: a higher priority first, then the one who joined earlier, even if they were elsewhere in between. */
function checkOrder({ engine }: QueueWorld, id: string, waiting: readonly QueueCallerView[]): void {
  const places = waiting.flatMap(({ callId }) => engine.placeOf(callId) ?? []);
  for (const [at, place] of places.entries()) {
    const before = places[at - 1];
    if (place.queueId !== id) throw new Error(`a caller of ${place.queueId} waits in ${id}`);
    if (before === undefined || before.priority > place.priority) continue;
    const ofMoment = before.joinedAt === place.joinedAt && before.number < place.number;
    if (before.priority < place.priority || !(before.joinedAt < place.joinedAt || ofMoment))
      throw new Error(`in ${id} place ${at} is before one who joined earlier`);
  }
}

/** QCB-23: a caller who is called back later. */
function isAtRest(world: QueueWorld, { callId, callback }: QueueCallerView): boolean {
  if (callback === undefined) return false;
  const { read, now } = world;
  const restMs = callback.attempts === 0 ? 15_000 : 20_000;
  for (let index = read.length - 1; index >= 0; index -= 1) {
    const row = read[index];
    if (row === undefined || now - row.at >= restMs) return false;
    if (row.callId === callId && row.event === "OUTCALL") return true;
  }
  return false;
}

/** QUE-25: the agent's phone rang without an answer less than eight seconds ago. */
function isResting({ read: rows, now }: QueueWorld, unreachable: RestTimes, agentId: number): boolean {
  if (now - (unreachable.get(agentId) ?? 0) <= LONGEST_REST_MS) return true;
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index];
    if (row === undefined || now - row.at > LONGEST_REST_MS) return false;
    if (row.agentId === agentId && (VAIN.has(row.event) || ("step" in row && row.step === "dropped"))) return true;
  }
  return false;
}

/** When an agent was last found unreachable; the log does not say it. */
type RestTimes = ReadonlyMap<number, number>;
const LONGEST_REST_MS = 8_000;
const VAIN: ReadonlySet<string> = new Set(["RINGNOANSWER", "AGENTDUMP", "SYSCOMPAT"]);

/** Every caller has one beginning and one end, and the times add up. */
export function checkLog(rows: readonly QueueLogRow[], entered: number, cut: ReadonlySet<string>): void {
  const byCall = new Map<string, QueueLogRow[]>();
  for (const row of rows) {
    if (row.callId === undefined) continue;
    const story = byCall.get(row.callId);
    if (story === undefined) byCall.set(row.callId, [row]);
    else story.push(row);
  }
  expect(byCall.size).toBeLessThanOrEqual(entered);
  for (const [callId, story] of byCall) {
    // No more calls to the caller than the queue may make.
    expect(story.filter((row) => row.event === "OUTCALL" && row.step === "dialled").length).toBeLessThanOrEqual(3);
    const ends = story.filter(({ event }) => FINAL_EVENTS.has(event));
    expect([callId, story[0]?.event, ends.length, story.at(-1)]).toEqual([callId, "ENTERQUEUE", 1, ends[0]]);
    const connect = story.find((row) => row.event === "CONNECT");
    const [first] = story;
    const [end] = ends;
    if (first === undefined || end === undefined || cut.has(callId)) continue;
    const waitMs = "waitMs" in end ? end.waitMs : NaN;
    expect(first.at + waitMs).toBe(connect?.at ?? end.at);
    if ("talkMs" in end) expect(first.at + waitMs + end.talkMs).toBe(end.at);
    expect("talkMs" in end).toBe(connect !== undefined);
  }
  for (const [index, { at }] of rows.entries()) expect(at).toBeGreaterThanOrEqual(rows[index - 1]?.at ?? 0);
}
