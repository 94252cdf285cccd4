import { expect, test } from "vitest";
import { seededRandom } from "@callpanel/testkit";
import { stepBridge } from "./bridge/bridge.model.ts";
import { UNFIT } from "./bridge/bridge-talking.ts";
import { bridgeFor, legsOf, type BridgeEffect, type BridgeEvent, type BridgeState } from "./bridge/bridge.state.ts";
import {
  CALLEE_LEG,
  CALLER_LEG,
  stepLeg,
  type LegEffect,
  type LegEvent,
  type LegReport,
  type LegState,
} from "./leg/leg.model.ts";

/** A leg of the model, with the actions that were requested for it. */
interface ModelLeg {
  state: LegState;
  readonly done: string[];
}

const BUSY_PHASES = ["incoming", "alerting", "accepting", "preparing", "inviting", "ringing", "up"];
const FAR_END: readonly LegEvent[] = [
  { kind: "provisional", status: 180 },
  { kind: "accepted" },
  { kind: "accepted" },
  { kind: "refused", status: 486 },
  { kind: "refused", status: 603 },
  { kind: "unanswered" },
  { kind: "acked" },
  { kind: "acked" },
  { kind: "ackMissing" },
  { kind: "cancelled" },
  { kind: "bye" },
  { kind: "dialogGone" },
  { kind: "directionChanged", held: true },
  { kind: "directionChanged", held: false },
  { kind: "offerReady" },
  { kind: "offerReady" },
  { kind: "offerReady" },
  { kind: "mediaFailed" },
  { kind: "detached" },
  { kind: "reattached" },
  { kind: "graceOver" },
  { kind: "revoked" },
];

/** Both state machines, connected as in call.ts, without real media or SIP. */
class Model {
  readonly legs = new Map<string, ModelLeg>();
  readonly random: () => number;
  bridge: BridgeState = bridgeFor("caller");
  fitting = false;
  noAnswerRuns = false;
  finishes = 0;
  #inbox: BridgeEvent[] = [];
  #running = false;

  constructor(seed: number) {
    this.random = seededRandom(seed);
    this.legs.set("caller", { state: CALLER_LEG, done: [] });
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.random() * items.length)];
  }

  toLeg(id: string, event: LegEvent): void {
    const leg = this.legs.get(id);
    if (leg === undefined) return;
    const { state, effects } = stepLeg(leg.state, event);
    leg.state = state;
    for (const effect of effects) this.#perform(id, leg, effect);
  }

  #perform(id: string, leg: ModelLeg, effect: LegEffect): void {
    leg.done.push(effect.kind === "report" ? `report ${effect.report.kind}` : effect.kind);
    if (effect.kind === "report") this.#report(id, effect.report);
  }

  #report(leg: string, report: LegReport): void {
    if (report.kind === "ringing") this.toBridge({ kind: "rang", leg });
    if (report.kind === "answered") this.toBridge({ kind: "answered", leg });
    if (report.kind === "holding") this.toBridge({ kind: "holding", leg, held: report.held });
    if (report.kind === "gone") this.toBridge({ kind: "gone", leg, cause: report.cause });
  }

  toBridge(event: BridgeEvent): void {
    this.#inbox.push(event);
    if (this.#running) return;
    this.#running = true;
    for (let next = this.#inbox.shift(); next !== undefined; next = this.#inbox.shift()) {
      const { state, effects } = stepBridge(this.bridge, next);
      this.bridge = state;
      for (const effect of effects) this.#act(effect);
    }
    this.#running = false;
  }

  #act(effect: BridgeEffect): void {
    if (effect.kind === "command") this.toLeg(effect.leg, effect.command);
    if (effect.kind === "fit") this.fitting = true;
    if (effect.kind === "startNoAnswer") this.noAnswerRuns = true;
    if (effect.kind === "stopNoAnswer") this.noAnswerRuns = false;
    if (effect.kind === "finish") this.finishes += 1;
  }

  /** Lets one random thing happen. */
  tick(): void {
    const dice = this.random();
    if (this.bridge.phase === "routing" && dice < 0.3) return this.#route();
    if (this.fitting && dice < 0.3) {
      this.fitting = false;
      return this.toBridge(this.random() < 0.9 ? { kind: "fitted" } : { kind: "unfit", reason: UNFIT });
    }
    if (dice > 0.99) return this.toBridge({ kind: "shutDown" });
    if (dice > 0.96 && this.noAnswerRuns) return this.toBridge({ kind: "noAnswer" });
    if (dice > 0.92) return this.#replace();
    if (dice > 0.88) return this.#ringMore();
    const id = this.pick([...this.legs.keys()]);
    const event = this.pick(FAR_END);
    if (id !== undefined && event !== undefined) this.toLeg(id, event);
  }

  #route(): void {
    const dice = this.random();
    if (dice < 0.1) return this.toBridge({ kind: "refused", reason: { status: 404, text: "Not Found" } });
    if (dice < 0.2) return this.toBridge({ kind: "put" });
    const candidates = Array.from({ length: Math.floor(this.random() * 4) }, (_, at) => `callee${at}`);
    for (const id of candidates) this.legs.set(id, { state: CALLEE_LEG, done: [] });
    this.toBridge({ kind: "dialled", candidates, ...(this.random() < 0.4 ? { plan: { others: "told" } } : {}) });
  }

  /** A plan is done with some or all of its candidates. */
  #plan(candidates: readonly string[]): void {
    const legs = candidates.filter(() => this.random() < 0.5);
    this.toBridge({ kind: "withdrawn", legs });
    if (this.random() < 0.5) this.toBridge({ kind: "exhausted", rangOut: this.random() < 0.5 });
  }

  /** A phone registers, or does not come back, or another person picks up the call. */
  #ringMore(): void {
    if (this.bridge.phase !== "ringing") return;
    const dice = this.random();
    if (dice < 0.2) return this.toBridge({ kind: "nobodyBack" });
    if (dice < 0.3) return this.#plan(this.bridge.candidates);
    const id = `more${this.legs.size}`;
    this.legs.set(id, { state: dice < 0.7 ? CALLEE_LEG : CALLER_LEG, done: [] });
    this.toBridge(dice < 0.7 ? { kind: "offered", candidates: [id] } : { kind: "picked", leg: id });
  }

  #replace(): void {
    if (this.bridge.phase !== "talking") return;
    const old = this.pick([this.bridge.caller, this.bridge.callee]);
    if (old === undefined) return;
    const by = `new${this.legs.size}`;
    this.legs.set(by, { state: CALLER_LEG, done: [] });
    this.toBridge({ kind: "replaced", old, by, held: this.random() < 0.5 });
  }

  /** Everyone hangs up, and every open request gets a response. */
  drain(): void {
    const caller = this.bridge.phase === "ended" ? undefined : this.bridge.caller;
    if (caller !== undefined) {
      this.toLeg(caller, { kind: "cancelled" });
      this.toLeg(caller, { kind: "bye" });
    }
    for (const id of this.legs.keys()) {
      this.toLeg(id, { kind: "refused", status: 487 });
      this.toLeg(id, { kind: "ackMissing" });
    }
  }

  /** The rules that are broken now, as sentences; `expect` at every step would take most of the time. */
  faults(): readonly string[] {
    const { bridge } = this;
    const faults: string[] = [];
    for (const [id, leg] of this.legs) {
      const { phase } = leg.state;
      // A bridge contains no ended leg, and no live leg is outside its bridge.
      if (BUSY_PHASES.includes(phase) !== legsOf(bridge).includes(id)) faults.push(`${id} is ${phase}`);
      const count = (what: string): number => leg.done.filter((one) => one === what).length;
      if (count("release") !== (phase === "ended" ? 1 : 0))
        faults.push(`${id} is ${phase}, released ${count("release")}`);
      if (count("sendAnswer") + count("sendRefusal") > 1) faults.push(`${id} was answered twice`);
      for (const once of ["sendBye", "sendInvite", "report gone"])
        if (count(once) > 1) faults.push(`${id}: ${once} twice`);
    }
    if (this.finishes !== (bridge.phase === "ended" ? 1 : 0)) faults.push(`finished ${this.finishes} times`);
    if (this.noAnswerRuns !== (bridge.phase === "ringing")) faults.push(`no-answer timer runs: ${this.noAnswerRuns}`);
    return faults.map((fault) => `${fault} while the bridge is ${bridge.phase}`);
  }
}

const SEEDS = 3_000;
const STEPS = 60;

test("CALL-42 in every order of events no caller is lost and no leg is left over", () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const model = new Model(seed);
    for (let step = 0; step < STEPS; step += 1) {
      model.tick();
      const faults = model.faults();
      if (faults.length > 0) expect(faults, `seed ${seed}, step ${step}`).toEqual([]);
      seen.add(model.bridge.phase);
      for (const { state } of model.legs.values()) seen.add(`leg ${state.phase}`);
    }
    model.drain();
    const left = [...model.legs].filter(([, { state }]) => state.phase !== "ended").map(([id]) => id);
    expect({ faults: model.faults(), left, bridge: model.bridge.phase }).toEqual({
      faults: [],
      left: [],
      bridge: "ended",
    });
  }
  // The walk has covered everything.
  expect([...seen].toSorted()).toEqual(
    [
      "ended",
      "joining",
      "leg accepting",
      "leg alerting",
      "leg cancelling",
      "leg ended",
      "leg inviting",
      "leg incoming",
      "leg leaving",
      "leg preparing",
      "leg ringing",
      "leg up",
      "ringing",
      "routing",
      "serving",
      "talking",
    ].toSorted(),
  );
});
