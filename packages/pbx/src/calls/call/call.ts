/** Runs a call: the state machine of bridge.model.ts with its legs, its audio and its service. */
import type { AudioCodec, MediaDirection } from "@callpanel/media";
import type { CallView, Came, DivertedFrom, Party } from "@callpanel/phone-port";
import type { Binding } from "../../registrar/bindings.ts";
import { stepBridge } from "../bridge/bridge.model.ts";
import { mayReplace } from "../bridge/bridge-replacing.ts";
import { ENGINE_SILENT, UNFIT } from "../bridge/bridge-talking.ts";
import {
  bridgeFor,
  legsOf,
  type Announcement,
  type BridgeEffect,
  type BridgeEnd,
  type BridgeEvent,
  type BridgeState,
  type JoinTarget,
  type LegId,
} from "../bridge/bridge.state.ts";
import type { Departure } from "./departure.ts";
import { createCallLegs } from "./call-legs.ts";
import type { CallProgress } from "./record/call-progress.ts";
import { createCallRinging, type CallRinging } from "./call-ringing.ts";
import type { Call, CallDeps, CallerEnd, MoveWatcher, Peer, Ringing } from "./call.port.ts";
import type { CalleeLeg } from "../leg/callee-leg.ts";
import type { PressedDigit } from "../../signalling/digits.ts";
import { DO_NOT_DISTURB } from "../leg/refusal.ts";
import type { GoneCause, LegReason } from "../leg/leg.model.ts";
import type { Leg } from "../leg/leg.port.ts";
import { createMachine, type Machine } from "../../machine.ts";
import { arrivals, movedEnd } from "./moved-end.ts";
import { takeOver } from "../leg/leg-recorder.ts";
import type { ScreenPop } from "./screen-pop.ts";
import type { Service } from "./service.ts";
import { createServing, type Serving } from "./serving.ts";
import { facing } from "./facing.ts";
import { createCallSound, type CallSound } from "./sound/sound.ts";

interface CallParts {
  readonly deps: CallDeps;
  readonly caller: CallerEnd;
  readonly dialledNumber: string;
  readonly screenPop: ScreenPop;
  /** What has been published of it so far. */
  readonly progress: CallProgress;
  /** Given for a caller who was moved here from another call. */
  readonly moved?: { readonly codec: AudioCodec | undefined; readonly watcher: MoveWatcher } | undefined;
  /** Handles a digit of a leg that talks; true: the digit is consumed. */
  readonly pressed: (leg: Leg, digit: PressedDigit) => boolean;
  /** Called synchronously when the call ends. */
  readonly ended: (call: Call) => void;
  /** Called at the end; `filing` resolves when the record has been stored. */
  readonly filed: (call: Call, filing: Promise<void>) => void;
}

export const createCall = (parts: CallParts): Call => new BridgedCall(parts);

const LONE: ReadonlySet<BridgeState["phase"]> = new Set(["routing", "ringing", "serving"]);

class BridgedCall implements Call {
  readonly id: string;
  readonly dialledNumber: string;
  readonly screenPop: ScreenPop;
  readonly #parts: CallParts;
  readonly #progress: CallProgress;
  readonly #machine: Machine<BridgeState, BridgeEvent>;
  readonly #sound: CallSound;
  readonly #ringing: CallRinging;
  readonly #join: (leg: Leg) => void;
  #caller: CallerEnd;
  #codec: AudioCodec | undefined;
  readonly #serving: Serving;
  readonly #arriving: (how: "ringing" | "answered") => void;
  #departure: Departure | undefined;
  #onward: (reason: LegReason) => void = () => undefined;
  /** The state for which the legs were last updated. */
  #followed: BridgeState | undefined;

  constructor(parts: CallParts) {
    const { deps, caller, moved, progress } = parts;
    this.#parts = parts;
    this.#progress = progress;
    this.id = progress.id;
    this.dialledNumber = parts.dialledNumber;
    this.screenPop = parts.screenPop;
    this.#caller = caller;
    this.#codec = moved?.codec;
    this.#sound = createCallSound({ clock: deps.clock, legs: progress.legs });
    this.#machine = createMachine<BridgeState, BridgeEvent, BridgeEffect>({
      initial: bridgeFor(caller.leg.id, moved === undefined ? "placed" : "moved"),
      step: stepBridge,
      perform: (effect) => this.#perform(effect),
    });
    const send = (event: BridgeEvent): void => this.#send(event);
    this.#arriving = arrivals(moved?.watcher);
    this.#serving = createServing({
      callId: this.id,
      send,
      met: () => this.#met(),
      ring: (candidates) => {
        // The caller was answered already, with this codec.
        this.#caller = movedEnd(this.caller, this.#codec);
        this.#ringing.offer(candidates);
      },
      legOf: (id) => this.#leg(id),
      recorded: progress.recorded,
    });
    const state = (): BridgeState => this.#machine.state;
    this.#join = createCallLegs({
      deps,
      progress,
      send,
      state,
      takes: (leg, digit) => this.#takesDigit(leg, digit),
      answered: (leg) =>
        this.#isServing ? this.#serving.stay?.phone?.({ kind: "answered", leg }) : this.#ringing.answered(leg),
      earlySound: (leg, on) => this.#ringing.earlySound.sends(leg, on),
      gone: (leg, cause) => {
        this.#ringing.gone(leg, cause);
        if (this.#isServing) this.#serving.stay?.phone?.({ kind: "gone", leg, cause });
        if (leg === this.caller) moved?.watcher.lost(cause);
      },
      talking: (on) => this.#serving.stay?.talking?.(on),
      follow: () => this.#follow(),
      held: () => this.#serving.stay?.held?.(),
    });
    this.#ringing = createCallRinging({
      deps,
      state,
      send,
      join: this.#join,
      sound: this.#sound,
      caller: () => this.#caller,
    });
    this.#join(caller.leg);
    this.#follow();
  }

  get caller(): Leg {
    return this.#caller.leg;
  }

  get callee(): Party {
    return this.#progress.callee;
  }

  get codec(): AudioCodec | undefined {
    return this.#codec;
  }

  get codecs(): readonly AudioCodec[] | undefined {
    return this.#caller.codecs;
  }

  get live(): boolean {
    return this.#machine.state.phase !== "ended";
  }

  get ringing(): boolean {
    return this.#machine.state.phase === "ringing";
  }

  get lone(): boolean {
    return LONE.has(this.#machine.state.phase);
  }

  view(): CallView {
    return this.#progress.view();
  }

  nameCaller(name: string): void {
    this.caller.rename(name);
    this.#progress.nameCaller(name);
  }

  withholdCaller(): void {
    this.caller.withhold();
    this.#progress.withholdCaller();
  }

  forwardedBy(party: Party): void {
    this.#progress.forwardedBy(party);
  }

  divertedFrom(of: Omit<DivertedFrom, "caller">): void {
    this.#progress.divertedFrom(of);
  }

  cameBy(came: Came): void {
    this.#progress.cameBy(came);
  }

  sentBy(party: Party): void {
    this.#progress.sentBy(party);
  }

  goesOutside(): void {
    this.#progress.goesOutside();
  }

  refuse(callee: Party, reason: LegReason): void {
    if (!this.live) return;
    // DIVERT-1: a call from a person to themselves is not a diverted call.
    if (reason === DO_NOT_DISTURB && callee.userId !== this.caller.user.id)
      this.divertedFrom({ party: callee, why: "doNotDisturb", to: "" });
    this.rename(callee);
    this.#send({ kind: "refused", reason });
  }

  secure(onward: (reason: LegReason) => void): void {
    // The one who moved the caller here takes them back and is notified (VMP-21).
    if (this.#parts.moved !== undefined) return;
    this.#onward = onward;
    this.#send({ kind: "secured" });
  }

  put(callee: Party, service: Service, company?: Party): void {
    if (!this.live) return;
    this.#serving.put(service, company);
    this.rename(callee);
    this.#send({ kind: "put" });
  }

  ring(callee: Party, candidates: readonly CalleeLeg[], how: Ringing): void {
    this.#ringing.ring(candidates, how, () => this.rename(callee));
  }

  phoneCame(binding: Binding): void {
    if (this.#isServing) this.#serving.stay?.phone?.({ kind: "registered", binding });
    else this.#ringing.phoneCame(binding);
  }

  rings(leg: Leg): boolean {
    const { state } = this.#machine;
    return (state.phase === "ringing" || state.phase === "serving") && state.candidates.includes(leg.id);
  }

  reroute(): CallerEnd {
    this.#send({ kind: "rerouted" });
    return this.#caller;
  }

  pickUp(callee: Party, picker: Pick<CalleeLeg, "leg" | "fit">): void {
    this.#ringing.take(picker);
    if (this.#isServing) return this.#serving.picked(picker.leg);
    this.#progress.start(callee);
    this.#send({ kind: "picked", leg: picker.leg.id });
  }

  mayReplace(leg: Leg): boolean {
    return mayReplace(this.#machine.state, leg.id);
  }

  replace(old: Leg, by: Leg, direction: MediaDirection): boolean {
    if (!this.mayReplace(old)) return false;
    this.#join(by);
    if (this.caller === old) this.#caller = movedEnd(by, this.#codec);
    this.#sound.replaced(old.id, by.id);
    takeOver(old.recorder, by.recorder);
    const held = direction === "sendonly" || direction === "inactive";
    this.#send({ kind: "replaced", old: old.id, by: by.id, held });
    this.#progress.legs.delete(old.id);
    by.noteDirection(direction);
    return true;
  }

  rename(callee: Party): void {
    this.#progress.start(callee);
    this.#follow();
  }

  peerOf(leg: Leg): Peer | undefined {
    const { state } = this.#machine;
    if (state.phase !== "talking") return undefined;
    if (leg.id === state.caller) return this.#peer(state.callee);
    return leg.id === state.callee ? this.#peer(state.caller) : undefined;
  }

  mayLeave(leg: Leg): boolean {
    const { state } = this.#machine;
    if (leg.state.phase !== "up") return false;
    if (state.phase === "serving") return leg.id === state.caller;
    return state.phase === "talking" && (leg.id === state.caller || leg.id === state.callee);
  }

  part(leg: Leg, departure?: Departure): void {
    this.#departure = departure;
    this.#send({ kind: "left", leg: leg.id });
    this.#progress.parted(leg);
    this.#progress.legs.delete(leg.id);
  }

  takeBack(leg: Leg): boolean {
    const { state } = this.#machine;
    if (state.phase !== "parted") return false;
    this.#departure = undefined;
    if (state.away === "caller" && this.caller !== leg) this.#caller = movedEnd(leg, this.#codec);
    this.#join(leg);
    this.#send({ kind: "returned", leg: leg.id });
    this.#noteHolds();
    return true;
  }

  settle(): void {
    this.#send({ kind: "settled" });
  }

  lose(cause: GoneCause): void {
    this.#send({ kind: "lost", cause });
  }

  meet({ leg, party }: Peer, codec: AudioCodec | undefined): void {
    this.#codec = codec;
    this.#join(leg);
    this.rename(party);
    this.#send({ kind: "met", leg: leg.id });
    this.#noteHolds();
  }

  giveUp(): void {
    this.#send({ kind: "givenUp" });
  }

  shutDown(): void {
    this.#send({ kind: "shutDown" });
  }

  #send(event: BridgeEvent): void {
    this.#machine.send(event);
    this.#followState();
  }

  #followState(): void {
    if (this.#machine.state !== this.#followed) this.#follow();
  }

  /** Updates the far end of each leg that is in the call now. */
  #follow(): void {
    const { state } = this.#machine;
    this.#followed = state;
    this.#ringing.earlySound.follow();
    if (state.phase === "ended") return;
    const members = legsOf(state);
    this.#progress.follow(members.map((leg) => ({ id: leg, side: leg === state.caller ? "caller" : "callee" })));
    if (state.phase === "talking") this.#progress.talkedTo(state.callee);
    if (!this.#progress.started) return;
    const { legs, caller, callee, came } = this.#progress;
    const isAsked = (leg: LegId): boolean => this.#ringing.isAsked(leg);
    const faced = { state, legs, caller, callee, came, company: this.#serving.company, isAsked };
    for (const id of members) legs.get(id)?.face(facing(id, faced));
  }

  #perform(effect: BridgeEffect): void {
    switch (effect.kind) {
      case "command":
        // The 200 says who has answered.
        if (effect.command.kind === "answer") this.#followState();
        this.#leg(effect.leg)?.send(effect.command);
        return;
      case "fit":
        void this.#fit(effect.target);
        return;
      case "startNoAnswer":
      case "awaitReturn":
        this.#ringing.times[effect.kind]();
        return;
      case "stopNoAnswer":
        this.#ringing.over(this.#machine.state, effect.how);
        return;
      case "hear":
        this.#sound.hear(effect.leg, effect.sound);
        return;
      case "serve": {
        const leg = this.#leg(effect.leg);
        if (leg !== undefined) this.#serving.serve(leg);
        return;
      }
      case "notJoined":
        return this.#serving.notJoined(effect.leg, effect.why);
      case "announce":
        this.#announce(effect.what, effect.leg);
        return;
      case "finish":
        this.#finish(effect.end);
        return;
      case "goOnward":
        this.#onward(effect.reason);
        return;
      case "handBack":
        this.#parts.moved?.watcher.handBack({ status: effect.end.status, text: effect.end.reason }, this.caller);
    }
  }

  #leg(id: LegId): Leg | undefined {
    return this.#progress.legs.get(id);
  }

  #peer(id: LegId): Peer | undefined {
    const leg = this.#leg(id);
    return leg === undefined ? undefined : { leg, party: leg.shown };
  }

  #takesDigit(leg: Leg, digit: PressedDigit): boolean {
    if (this.#isServing) this.#serving.pressed(leg, digit);
    if (this.#ringing.pressed(leg, digit)) return true;
    return this.#machine.state.phase === "talking" && this.#parts.pressed(leg, digit);
  }

  /** A leg that comes from elsewhere may have been on hold for long. */
  #noteHolds(): void {
    for (const id of legsOf(this.#machine.state)) {
      const state = this.#leg(id)?.state;
      if (state !== undefined && "held" in state && state.held) this.#send({ kind: "holding", leg: id, held: true });
    }
  }

  /** Both sides get the same codec, so that sound passes untouched. */
  async #fit(target: JoinTarget): Promise<void> {
    const { clock, settings } = this.#parts.deps;
    const stopWaiting = clock.setTimeout(() => this.#unfit(ENGINE_SILENT, ENGINE_SILENT.text), settings.mediaSetupMs);
    try {
      const far = target.kind === "leg" ? await this.#ringing.fit(target.leg) : undefined;
      const own = await this.#caller.fit(far === undefined ? undefined : [far.codec]);
      this.#codec = far?.codec ?? own.codec ?? this.#codec;
      this.#send({ kind: "fitted" });
      this.caller.noteDirection(own.direction);
      if (target.kind === "leg" && far !== undefined) this.#leg(target.leg)?.noteDirection(far.direction);
      this.#noteHolds();
    } catch (error) {
      this.#unfit(UNFIT, String(error));
    } finally {
      stopWaiting();
    }
  }

  #unfit(reason: LegReason, error: string): void {
    // A call that ended meanwhile has closed its own ports.
    if (this.#machine.state.phase === "joining")
      this.#parts.deps.log.warn("a call has no media", { call: this.id, error });
    this.#send({ kind: "unfit", reason });
  }

  #announce(what: Announcement, legId: LegId): void {
    if (!this.live) this.#progress.follow([]);
    this.#followState();
    this.#progress.announce(what, legId);
    if (what === "answered" && this.#machine.state.phase === "talking") this.#serving.joined(legId);
    if (what === "ringing" || what === "answered") this.#arriving(what);
  }

  get #isServing(): boolean {
    return this.#machine.state.phase === "serving";
  }

  #met(): void {
    this.#follow();
    if (this.#progress.started && this.#isServing) this.#progress.announce("met", this.caller.id);
  }

  #finish(end: BridgeEnd): void {
    this.#serving.stay?.stop();
    this.#sound.stop();
    this.#ringing.times.stop();
    this.#parts.ended(this);
    this.#serving.stay?.over?.(end, this.#departure);
    this.#parts.filed(this, this.#progress.finish(end, this.caller));
  }
}
