/** A random walk through the queue engine: callers and agents that do anything in any order, and what must hold after each step. */
import type { QueueLogRow, QueueSettings, QueueStrategy } from "@callpanel/phone-port";
import { seededRandom } from "@callpanel/testkit";
import { expect } from "vitest";
import type { CallerExit, KeptPlace, QueueDecision, QueueEvent, TalkEnd } from "../src/queues/engine.port.ts";
import { joinedBefore } from "../src/queues/line.ts";
import { checkLog, checkStep } from "./queue-walk-checks.ts";
import { createQueueWorld, queueOf, type QueueWorld } from "./queue-world.ts";

const STRATEGIES: readonly QueueStrategy[] = [
  "ringAll",
  "leastRecent",
  "fewestCalls",
  "random",
  "roundRobin",
  "linear",
  "weightedRandom",
];
const AGENTS = Array.from({ length: 12 }, (_, index) => index + 1);
const LONGEST_CALLBACK_SECONDS = 3_600;
const EMPTY = ["never", "noAgents", "noActiveAgents"] as const;

export interface WalkResult {
  readonly rows: readonly QueueLogRow[];
  readonly enteredCount: number;
  /** Callers who came back to a place that was kept, and were let in. */
  readonly returnedCount: number;
}

export function walkQueues(seed: number, steps: number): WalkResult {
  const walk = new Walk(seed);
  for (let step = 0; step < steps; step += 1) walk.step();
  return walk.finish();
}

/** What is done, and how often: the shares add up to one. */
const SHARES = [
  ["enter", 0.18],
  ["comeBack", 0.02],
  ["pickUp", 0.19],
  ["connect", 0.13],
  ["end", 0.12],
  ["exit", 0.06],
  ["askCallback", 0.07],
  ["turnDevice", 0.11],
  ["order", 0.109],
  ["configure", 0.01],
  ["restart", 0.001],
] as const;

class Walk {
  readonly #random: () => number;
  #world: QueueWorld;
  readonly #devices = new Map(AGENTS.map((id) => [id, { reachable: false, busy: false }]));
  /** Rows of earlier runs. */
  readonly #earlier: QueueLogRow[] = [];
  /** Callers whose stay ended with the process. */
  readonly #cut = new Set<string>();
  /** Calls that are picked up and not connected, with the agent. */
  readonly #answering = new Map<string, number>();
  readonly #talking = new Set<string>();
  /** Of callers that a person moved out of the line. */
  #moved: { readonly callId: string; readonly place: KeptPlace }[] = [];
  readonly #unreachable = new Map<number, number>();
  #queues: readonly QueueSettings[];
  #entered = 0;
  #returned = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    this.#queues = ["0", "1", "2", "3", "4"].map((id) => this.#settings(id));
    this.#world = createQueueWorld(this.#queues, seed);
    this.#world.take({ kind: "resumed", open: this.#world.fold });
  }

  step(): void {
    let dice = this.#random();
    const [action] = SHARES.find(([, share]) => (dice -= share) < 0) ?? ["enter"];
    this.#act(action);
    if (this.#chance(0.5)) this.#followAll(this.#world.pass(this.#number(8)));
    checkStep(this.#world, this.#devices, this.#unreachable);
    // An agent who has answered stays so until the walk changes it.
    for (const { waiting, agents } of this.#world.views())
      for (const { agentId, state, callId = "" } of agents)
        if (state === "talking" && waiting.some((one) => one.callId === callId))
          expect([callId, agentId]).toEqual([callId, this.#answering.get(callId)]);
  }

  /** Everybody hangs up. */
  finish(): WalkResult {
    const world = this.#world;
    for (const callId of [...this.#waiting(), ...this.#talking])
      this.#take({ kind: "ended", callId, how: { kind: "caller" } });
    for (const [callId, agentId] of this.#answering) this.#take({ kind: "ringFailed", callId, agentId, why: "dumped" });
    // A caller who is called back has no end except by time.
    world.pass(2 * LONGEST_CALLBACK_SECONDS);
    checkStep(world, this.#devices, this.#unreachable);
    for (const { waiting, agents } of world.views()) {
      expect(waiting).toEqual([]);
      expect(agents.filter(({ callId }) => callId !== undefined)).toEqual([]);
    }
    const rows = [...this.#earlier, ...world.rows];
    checkLog(rows, this.#entered, this.#cut);
    return { rows, enteredCount: this.#entered, returnedCount: this.#returned };
  }

  #act(action: (typeof SHARES)[number][0]): void {
    switch (action) {
      case "enter":
        return this.#enter();
      case "comeBack":
        return this.#comeBack();
      case "pickUp":
        return this.#pickUp();
      case "connect":
        return this.#connect();
      case "end":
        return this.#end();
      case "exit":
        return this.#exit();
      case "askCallback": {
        const callId = this.#pick(this.#waiting());
        if (callId !== undefined) this.#take({ kind: "askCallback", callId, number: this.#numberOf(callId) });
        return;
      }
      case "restart":
        return this.#restart();
      case "turnDevice": {
        const agentId = this.#agent();
        const device = { reachable: this.#chance(0.8), busy: this.#chance(0.2) };
        this.#devices.set(agentId, device);
        return this.#world.agents([agentId], device);
      }
      case "order":
        return this.#take(this.#order());
      case "configure":
        return this.#configure();
    }
  }

  #enter(): void {
    this.#entered += 1;
    const callId = `c${this.#entered}`;
    const queueId = this.#pick(this.#queues)?.id ?? "";
    this.#take({
      kind: "enter",
      callId,
      queueId,
      caller: { number: this.#numberOf(callId), name: "" },
      priority: this.#number(2),
    });
  }

  /** QUE-86: the move of a caller is undone, or reached no one. */
  #comeBack(): void {
    const moved = this.#pick(this.#moved);
    if (moved === undefined) return;
    this.#moved = this.#moved.filter((one) => one !== moved);
    const { place } = moved;
    this.#entered += 1;
    const callId = `c${this.#entered}`;
    const caller = { number: this.#numberOf(moved.callId), name: "" };
    this.#take({ kind: "enter", callId, queueId: place.queueId, caller, priority: 0, place });
    const found = this.#world.engine.placeOf(callId);
    if (found === undefined) return; // full, empty, removed
    this.#returned += 1;
    // Not after it; before it with a callback of theirs, whose place they take over (QCB-12).
    const isAfter = joinedBefore(place, found);
    expect([callId, isAfter]).toEqual([callId, false]);
    expect(found.priority).toBeGreaterThanOrEqual(place.priority);
  }

  /** Some callers call again. */
  #numberOf(callId: string): string {
    return `+1604555${(Number(callId.slice(1)) * 7919) % 40}`;
  }

  /** The process ends, and another begins with what the log says. */
  #restart(): void {
    const { fold, rows, now } = this.#world;
    this.#earlier.push(...rows);
    this.#answering.clear();
    this.#talking.clear();
    this.#unreachable.clear();
    this.#moved = [];
    const { stays } = fold;
    const queues = new Set(this.#queues.map(({ id }) => id));
    this.#world = createQueueWorld(this.#queues, this.#entered, { from: now, read: [...this.#earlier] });
    this.#world.take({ kind: "resumed", open: fold });
    for (const [agentId, device] of this.#devices) this.#world.agents([agentId], device);
    // A callback is there again, or had been tried often enough; every other stay has ended.
    const ended = new Set(this.#world.rows.map(({ event, callId }) => `${event} ${callId}`));
    const kept = stays.filter(
      ({ callId, queueId, callback, connected }) =>
        callback !== undefined &&
        connected === undefined &&
        queues.has(queueId) &&
        !ended.has(`EXITWITHTIMEOUT ${callId}`),
    );
    const ids = kept.map(({ callId }) => callId);
    expect(this.#waiting().toSorted()).toEqual(ids.toSorted());
    for (const { callId } of stays) if (!ids.includes(callId)) this.#cut.add(callId);
  }

  #pickUp(): void {
    const rung = this.#world
      .views()
      .flatMap(({ waiting }) =>
        waiting
          .filter(({ callId }) => !this.#answering.has(callId))
          .flatMap(({ callId, ringing }) => ringing.map((agentId) => ({ callId, agentId }))),
      );
    const ring = this.#pick(rung);
    if (ring === undefined) return;
    if (this.#chance(0.7)) {
      this.#answering.set(ring.callId, ring.agentId);
      this.#take({ kind: "answered", ...ring });
    } else this.#take({ kind: "ringFailed", ...ring, why: this.#chance(0.5) ? "declined" : "unreachable" });
  }

  #connect(): void {
    const [callId, agentId] = this.#pick([...this.#answering]) ?? [];
    if (callId === undefined || agentId === undefined) return;
    if (this.#world.engine.callbackOf(callId) !== undefined && this.#chance(0.7))
      return this.#callBack(callId, agentId);
    this.#answering.delete(callId);
    if (this.#chance(0.85)) {
      this.#talking.add(callId);
      this.#take({ kind: "connected", callId, agentId, agentLegId: `leg${agentId}` });
    } else this.#take({ kind: "ringFailed", callId, agentId, why: this.#chance(0.5) ? "dumped" : "incompatible" });
  }

  /** The caller is called; that takes a while. */
  #callBack(callId: string, agentId: number): void {
    if (this.#chance(0.5)) return this.#take({ kind: "outcallBegun", callId, agentId });
    const why = this.#pick(["noAnswer", "busy", "notConfirmed", "dropped"] as const);
    const last = this.#world.rows.findLast((row) => row.callId === callId);
    if (why === undefined || last?.event !== "OUTCALL" || last.step !== "dialled") return;
    this.#answering.delete(callId);
    this.#take({ kind: "outcallFailed", callId, agentId, why });
  }

  #end(): void {
    const callId = this.#pick([...this.#talking]);
    if (callId === undefined) return;
    this.#talking.delete(callId);
    const how = this.#pick<TalkEnd>([
      { kind: "caller" },
      { kind: "agent" },
      { kind: "blindTransfer", to: "103" },
      { kind: "attendedTransfer", to: "103" },
    ]);
    if (how !== undefined) this.#take({ kind: "ended", callId, how });
  }

  #exit(): void {
    const callId = this.#pick(this.#waiting());
    if (callId === undefined) return;
    const isCallback = this.#world.engine.callbackOf(callId) !== undefined;
    const exit = this.#queues.find(({ id }) => waitsIn(this.#world, callId) === id)?.exit;
    const how = this.#pick<CallerExit>([
      { kind: "hungUp" },
      { kind: "key", key: exit?.key ?? "9" },
      { kind: "withdrawn", why: "to 103" },
    ]);
    if (how === undefined) return;
    if (how.kind === "withdrawn" || (!isCallback && (how.kind !== "key" || exit !== undefined)))
      this.#answering.delete(callId);
    const place = this.#world.engine.placeOf(callId);
    if (how.kind === "withdrawn" && !isCallback && place !== undefined) this.#moved.push({ callId, place });
    this.#take({ kind: "exit", callId, how });
  }

  #order(): QueueEvent {
    const agentId = this.#agent();
    const queueId = this.#pick(this.#queues)?.id ?? "";
    const orders: readonly QueueEvent[] = [
      { kind: "pause", agentId, queueId, reason: this.#pick(["meeting", "break"]) ?? "" },
      { kind: "unpause", agentId, queueId, reason: "" },
      { kind: "pause", agentId, reason: "lunch_break", by: 99 },
      { kind: "unpause", agentId, reason: "" },
      { kind: "addMember", agentId, queueId, penalty: this.#number(3) },
      { kind: "removeMember", agentId, queueId },
      { kind: "setPenalty", agentId, queueId, penalty: this.#number(3) },
      { kind: "setRingInUse", agentId, queueId, ringInUse: this.#chance(0.5) },
      { kind: "logIn", agentId },
      { kind: "logOff", agentId },
      { kind: "newDay" },
    ];
    return this.#pick(orders) ?? { kind: "tick" };
  }

  #configure(): void {
    this.#queues = this.#queues
      .map((one) => (this.#chance(0.3) ? this.#settings(one.id) : one))
      .filter(() => this.#chance(0.95));
    if (this.#queues.length < 4) this.#queues = [...this.#queues, this.#settings(String(this.#entered + 10))];
    this.#take({ kind: "configured", queues: this.#queues });
  }

  #take(event: QueueEvent): void {
    if (event.kind === "ringFailed") this.#unreachable.set(event.agentId, this.#world.now);
    this.#followAll(this.#world.take(event));
  }

  #followAll(decisions: readonly QueueDecision[]): void {
    for (const decision of decisions) {
      const { kind, callId } = decision;
      if (kind === "leave" || (kind === "stopRinging" && this.#answering.get(callId) === decision.agentId))
        this.#answering.delete(callId);
    }
  }

  #waiting(): readonly string[] {
    return this.#world.views().flatMap(({ waiting }) => waiting.map(({ callId }) => callId));
  }

  #settings(id: string): QueueSettings {
    return queueOf({
      id,
      number: `60${id}`,
      name: `Queue ${id}`,
      strategy: this.#pick(STRATEGIES) ?? "linear",
      members: AGENTS.filter(() => this.#chance(0.6)).map((agentId) => ({
        agentId,
        penalty: this.#number(3),
        login: this.#chance(0.6) ? "always" : "byCode",
      })),
      agentRingSeconds: 5 + this.#number(20),
      retrySeconds: this.#number(8),
      wrapUpSeconds: this.#number(3) * 10,
      maxWaiting: this.#chance(0.5) ? 6 : undefined,
      maxWaitSeconds: this.#chance(0.5) ? 60 : undefined,
      joinWhenEmpty: this.#pick(EMPTY) ?? "never",
      leaveWhenEmpty: this.#pick(EMPTY) ?? "never",
      callbacks: {
        key: this.#chance(0.8) ? "2" : undefined,
        attempts: 1 + this.#number(3),
        retrySeconds: 20,
        expireSeconds: this.#chance(0.5) ? 200 : LONGEST_CALLBACK_SECONDS,
        most: 4,
      },
      exit: this.#chance(0.5) ? { key: "0", to: "101" } : undefined,
      weight: this.#number(3),
      ringInUse: this.#chance(0.3),
      autoPauseAfter: this.#chance(0.3) ? 2 : undefined,
      autoPauseScope: this.#chance(0.5) ? "queue" : "allQueues",
      announce: { position: true, wait: true, firstSeconds: 5, everySeconds: 30 },
    });
  }

  #agent(): number {
    return this.#pick(AGENTS) ?? 1;
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #number(below: number): number {
    return Math.floor(this.#random() * below);
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[this.#number(items.length)];
  }
}

const waitsIn = (world: QueueWorld, callId: string): string | undefined =>
  world.views().find(({ waiting }) => waiting.some((one) => one.callId === callId))?.id;
