/** A caller in a queue: what they hear, and the phones that ring for them (rules QUE-80 to QUE-87). */
import type { Clock, DirectoryUser, Log, MaybePromise, Party, QueueSettings } from "@callpanel/phone-port";
import type { KeptPlace, QueueDecision, QueueEvent, RingFailure } from "../../queues/engine.port.ts";
import type { Binding } from "../../registrar/bindings.ts";
import { DECLINED } from "../bridge/bridge-ending.ts";
import type { BridgeEnd, LegId } from "../bridge/bridge.state.ts";
import type { Arrival } from "../call/arrival.ts";
import type { CallRegister } from "../call/call-register.ts";
import type { Departure } from "../call/departure.ts";
import { movedEnd } from "../call/moved-end.ts";
import { LAST_WAY, type SendOn } from "../call/moves.port.ts";
import type { ServedCaller, ServedPhoneEvent, Service, ServiceStay } from "../call/service.ts";
import type { CalleeLeg } from "../leg/callee-leg.ts";
import { statusOf } from "../leg/gone-cause.ts";
import type { GoneCause, LegReason } from "../leg/leg.model.ts";
import type { Leg } from "../leg/leg.port.ts";
import { NOT_REACHED, RANG_OUT } from "../leg/q850.ts";
import { isByHand, refusalOf } from "../leg/refusal.ts";
import type { Admission } from "../ringing/admission.ts";
import type { Notified } from "../ringing/notified.ts";
import type { OwnPhones } from "../ringing/own-phones.ts";
import { createPlaylist, type Playlist } from "../services/ivr/playlist.ts";
import type { SpokenKey } from "../../spoken/spoken.ts";
import { words, wordsFile } from "../services/ivr/words.ts";
import { whenReady } from "../../when-ready.ts";
import { createCallbackQuestion, type CallbackQuestion } from "./callback-question.ts";
import { companyAt } from "./company.ts";
import type { KeptPlaces } from "./kept-places.ts";
import { sayCallback, sayPlace } from "./say-place.ts";
import { talkEndOf, waitEndOf } from "./talk-end.ts";

export interface QueueCallDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly register: CallRegister;
  readonly admission: Admission;
  readonly ownPhones: OwnPhones;
  readonly sendOn: SendOn;
  readonly promptsFolder: string;
  /** The agent as the directory has them now; undefined without a registered phone. */
  readonly userOf: (agentId: number) => MaybePromise<DirectoryUser | undefined>;
  readonly tell: (event: QueueEvent) => void;
  readonly placeOf: (callId: string) => KeptPlace | undefined;
  readonly keptPlaces: KeptPlaces;
  /** The number at which the caller can be called back; undefined: at none. */
  readonly numbers: { of(caller: Leg, queue: Party): Promise<string | undefined> };
  /** False for a caller that queues send in a loop. */
  readonly maySendOn: (leg: Leg) => boolean;
}

interface QueueCallParts {
  readonly deps: QueueCallDeps;
  readonly arrival: Arrival;
  readonly settings: QueueSettings;
  readonly party: Party;
  readonly priority: number;
  readonly over: () => void;
}

/** The phones of an agent that ring for the caller; `winner` has been picked up. */
interface Ring {
  readonly user: DirectoryUser | undefined;
  readonly phones: Map<LegId, CalleeLeg>;
  /** Their phones that sleep. */
  notified?: Notified;
  winner: Leg | undefined;
}

const ELSEWHERE: LegReason = { status: 200, text: "Call completed elsewhere" }; // RFC 3326 §3.1
const NO_ANSWER: LegReason = { status: 480, text: "No answer", q850Cause: RANG_OUT };
const NOBODY_RINGS: LegReason = { status: 480, text: "No call rings there" };
const NO_AGENT: LegReason = { status: 480, text: "No agent is available", q850Cause: NOT_REACHED };
const CALLED_BACK: LegReason = { status: 200, text: "Called back" };
/** Before the caller can be called back, also where they cannot hear goodbye. */
const GOODBYE_LIMIT_MS = 12_000;
const ONWARD_HOPS = 70; // RFC 3261 §8.1.1.6

export class QueueCall implements Service {
  readonly #parts: QueueCallParts;
  readonly #rings = new Map<number, Ring>();
  #served: ServedCaller | undefined;
  #playlist: Playlist | undefined;
  #stopWhisper: () => void = () => undefined;
  #entered = false;
  #connected = false;
  /** The number at which the caller can be called back. */
  #callbackNumber: string | undefined;
  /** The caller is asked whether they want to be called back. */
  #question: CallbackQuestion | undefined;
  /** The caller keeps the place, and hangs up. */
  #takesLeave = false;
  #stopLeave: () => void = () => undefined;
  /** A person who took the caller from an agent whose phone rang. */
  #picker: Leg | undefined;

  constructor(parts: QueueCallParts) {
    this.#parts = parts;
  }

  get id(): string {
    return this.#parts.arrival.call.id;
  }

  /** Whether an agent is rung by or talks in this call. */
  engages(agentId: number): boolean {
    return this.#rings.has(agentId);
  }

  serve(caller: ServedCaller): ServiceStay {
    const { clock, log, promptsFolder } = this.#parts.deps;
    const { settings } = this.#parts;
    this.#served = caller;
    if (this.#takesLeave) {
      caller.dismiss(CALLED_BACK);
      return { stop: () => undefined, over: () => this.#parts.over() };
    }
    const playlist = createPlaylist({
      clock,
      leg: caller.leg,
      spoken: (key) => wordsFile(promptsFolder, settings.language, key),
      failed: (path, why) => log.warn("a sound could not be played", { call: this.id, path, error: why }),
    });
    this.#playlist = playlist;
    if (!this.#entered && settings.greeting !== undefined)
      playlist.play([{ kind: "file", path: settings.greeting }], () => this.#playMusic());
    else this.#playMusic();
    if (!this.#entered) this.#enter();
    return {
      stop: () => {
        this.#question?.stop();
        this.#question = undefined;
        playlist.close();
      },
      pressed: ({ digit }) => this.#pressed(digit),
      phone: (event) => this.#phone(event),
      over: (end, departure) => this.#over(end, departure),
    };
  }

  #enter(): void {
    const { arrival, deps, priority, settings } = this.#parts;
    this.#entered = true;
    const { number, name } = arrival.call.caller.shown;
    void this.#findCallbackNumber();
    const place = deps.keptPlaces.take(arrival.call.caller, settings.id);
    deps.tell({ kind: "enter", callId: this.id, queueId: settings.id, caller: { number, name }, priority, place });
  }

  decide(decision: QueueDecision): void {
    if (this.#takesLeave) return;
    switch (decision.kind) {
      case "wait":
        return;
      case "leave":
        return this.#leave(decision.to);
      case "ring":
        return this.#ring(decision.agentId);
      case "stopRinging":
        return this.#stop(decision.agentId, decision.answered || this.#picker !== undefined ? ELSEWHERE : NO_ANSWER);
      case "announce":
        return this.#announce(decision);
      case "callbackTaken":
        return this.#takeLeave();
      case "callbackRefused":
        return this.#say("queue-callback-refused", () => this.#playMusic());
    }
  }

  #announce(decision: QueueDecision & { readonly kind: "announce" }): void {
    const { language } = this.#parts.settings;
    const { callbackKey } = decision;
    const offer =
      callbackKey === undefined || this.#callbackNumber === undefined ? [] : sayCallback(language, callbackKey);
    const sounds = [...sayPlace(language, decision), ...offer];
    if (sounds.length > 0 && this.#question === undefined) this.#playlist?.play(sounds, () => this.#playMusic());
  }

  #say(key: SpokenKey, then: () => void): void {
    this.#playlist?.play(words(key), then);
  }

  async #findCallbackNumber(): Promise<void> {
    const { arrival, deps, party, settings } = this.#parts;
    if (settings.callbacks.key === undefined) return;
    try {
      this.#callbackNumber = await deps.numbers.of(arrival.call.caller, party);
    } catch (error) {
      deps.log.error("whether a caller can be called back is not known", { call: this.id, error: String(error) });
    }
  }

  #pressed(digit: string): void {
    const { deps, settings } = this.#parts;
    if (this.#takesLeave) return;
    if (this.#question !== undefined) return this.#question.pressed(digit);
    if (digit === settings.callbacks.key) return this.#askCallback();
    deps.tell({ kind: "exit", callId: this.id, how: { kind: "key", key: digit } });
  }

  /** QCB-1 */
  #askCallback(): void {
    const { deps, settings } = this.#parts;
    const number = this.#callbackNumber;
    const playlist = this.#playlist;
    if (number === undefined || playlist === undefined || deps.placeOf(this.id) === undefined) return;
    this.#question = createCallbackQuestion({
      clock: deps.clock,
      playlist,
      language: settings.language,
      number,
      answered: (isWanted) => {
        this.#question = undefined;
        this.#playMusic();
        if (isWanted) deps.tell({ kind: "askCallback", callId: this.id, number });
      },
    });
  }

  #takeLeave(): void {
    this.#takesLeave = true;
    const leave = (): void => this.#served?.dismiss(CALLED_BACK);
    this.#stopLeave = this.#parts.deps.clock.setTimeout(leave, GOODBYE_LIMIT_MS);
    this.#say("queue-callback-taken", leave);
  }

  #playMusic(): void {
    const { music } = this.#parts.settings;
    if (music === undefined) this.#served?.leg.port.hear({ kind: "prompt", prompt: { kind: "music" } });
    else this.#playlist?.play([{ kind: "file", path: music }], () => this.#playMusic());
  }

  #leave(to: string | undefined): void {
    const { arrival, deps } = this.#parts;
    const { call } = arrival;
    const leg = call.caller;
    if (to === undefined || !deps.maySendOn(leg)) return this.#served?.dismiss(NO_AGENT);
    const { codec, callee } = call;
    call.part(leg);
    const by = companyAt(this.#parts.party);
    const came = { how: "forwarded", by: callee } as const;
    deps.sendOn(leg, { kind: "number", dialled: to, by, codec, came }, LAST_WAY);
  }

  #ring(agentId: number): void {
    const pending: Ring = { user: undefined, phones: new Map(), winner: undefined };
    this.#rings.set(agentId, pending);
    void whenReady(this.#parts.deps.userOf(agentId), (user) => {
      if (this.#rings.get(agentId) === pending) this.#ringPhones(agentId, user);
    });
  }

  #ringPhones(agentId: number, user: DirectoryUser | undefined): void {
    const { register, admission } = this.#parts.deps;
    const { call } = this.#parts.arrival;
    const refused = user === undefined || admission.ofCallee(user, call.caller.user.id) !== undefined;
    const phones = user === undefined || refused ? [] : this.#open(user);
    if (user === undefined || phones.length === 0) return this.#failed(agentId, "unreachable");
    const ring: Ring = { user, phones: new Map(phones.map((one) => [one.leg.id, one])), winner: undefined };
    this.#rings.set(agentId, ring);
    register.occupy(agentId, call);
    this.#served?.phones.ring(phones);
    if (this.#rings.get(agentId) === ring) this.#notify(user, ring);
  }

  #open(user: DirectoryUser, late?: Binding): readonly CalleeLeg[] {
    const { arrival, deps, party } = this.#parts;
    const { call } = arrival;
    const at = { call, caller: movedEnd(call.caller, call.codec), hops: ONWARD_HOPS, diversions: [party] };
    const { ownPhones } = deps;
    return (late === undefined ? ownPhones.open(at, user) : ownPhones.openLate(at, late, { user })).map((phone) => ({
      ...phone,
      fit: once(() => phone.fit()),
    }));
  }

  /** QUE-95 */
  #notify(user: DirectoryUser, ring: Ring): void {
    const { arrival, deps } = this.#parts;
    const decline = (): void => {
      if (this.#rings.get(user.id) !== ring || ring.winner !== undefined) return;
      ring.notified?.over("handled");
      this.#served?.phones.withdraw([...ring.phones.keys()], DECLINED);
      this.#failed(user.id, "declined");
    };
    const { shown } = arrival.call.caller;
    ring.notified = deps.ownPhones.notify({ callId: this.id, user, from: shown, decline });
  }

  #phone(event: ServedPhoneEvent): void {
    if (event.kind === "registered") {
      const ring = this.#rings.get(event.binding.user.id);
      if (ring?.user === undefined || ring.winner !== undefined) return;
      // The phone whose registration made the agent free rings already.
      if ([...ring.phones.values()].some(({ leg }) => leg.connection.id === event.binding.connectionId)) return;
      const phones = this.#open(ring.user, event.binding);
      for (const phone of phones) ring.phones.set(phone.leg.id, phone);
      return this.#served?.phones.ring(phones);
    }
    const agentId = event.leg.user.id;
    if (event.kind === "pressed") return;
    if (event.leg === this.#picker) return this.#pickerChanged(event.kind);
    const ring = this.#rings.get(agentId);
    if (ring === undefined) return event.kind === "answered" ? this.#pickedUp(event.leg) : undefined;
    switch (event.kind) {
      case "answered":
        return this.#answered(agentId, ring, event.leg);
      case "gone":
        return this.#gone(agentId, ring, event.leg, event.cause);
      case "joined":
        return this.#joined(agentId, ring, event.leg);
      case "notJoined":
        return this.#failed(agentId, event.why === "unfit" ? "incompatible" : "dumped");
    }
  }

  /** QUE-94: another person takes the caller, who leaves the line as by any move. */
  #pickedUp(leg: Leg): void {
    const { tell } = this.#parts.deps;
    const isTaken = this.#connected || [...this.#rings.values()].some(({ winner }) => winner !== undefined);
    if (isTaken) return this.#served?.phones.withdraw([leg.id], NOBODY_RINGS);
    this.#picker = leg;
    this.#keepPlace();
    const why = `picked up by ${leg.party.number}`;
    tell({ kind: "exit", callId: this.id, how: { kind: "withdrawn", why, by: leg.user.id } });
    this.#served?.phones.take(leg.id);
  }

  #keepPlace(): void {
    const { arrival, deps } = this.#parts;
    deps.keptPlaces.keep(arrival.call.caller, deps.placeOf(this.id));
  }

  /** A picker who is lost before they talk leaves the caller in the line, where they were. */
  #pickerChanged(how: "answered" | "gone" | "joined" | "notJoined"): void {
    if (how === "joined") return this.#playlist?.close();
    if (how === "answered" || this.#served === undefined) return;
    this.#picker = undefined;
    this.#enter();
  }

  /** The first phone that is picked up has the caller; the others stop, also those of the same agent. */
  #answered(agentId: number, ring: Ring, leg: Leg): void {
    const { tell } = this.#parts.deps;
    if (ring.winner !== undefined) return;
    ring.winner = leg;
    ring.notified?.over("handled");
    tell({ kind: "answered", callId: this.id, agentId });
    if (this.#rings.get(agentId) !== ring) return;
    const others = [...ring.phones.keys()].filter((id) => id !== leg.id);
    this.#served?.phones.withdraw(others, ELSEWHERE);
    const { whisper } = this.#parts.settings;
    if (whisper === undefined) this.#served?.phones.take(leg.id);
    else this.#whisper(agentId, ring, whisper);
  }

  /** The agent hears the name of the queue; the caller still hears music. */
  #whisper(agentId: number, ring: Ring, path: string): void {
    const { clock, log } = this.#parts.deps;
    const { winner } = ring;
    if (winner === undefined) return;
    const play = (): void => {
      if (this.#rings.get(agentId) !== ring) return;
      const playlist = createPlaylist({
        clock,
        leg: winner,
        spoken: () => undefined,
        failed: (file, why) => log.warn("a whisper could not be played", { call: this.id, path: file, error: why }),
      });
      this.#stopWhisper = () => playlist.close();
      playlist.play([{ kind: "file", path }], () => {
        playlist.close();
        this.#served?.phones.take(winner.id);
      });
    };
    const unfit = (): void => {
      if (this.#rings.get(agentId) !== ring) return;
      this.#stop(agentId, refusalOf(488));
      this.#tellFailed(agentId, "incompatible");
    };
    const fitted = ring.phones.get(winner.id)?.fit();
    if (fitted === undefined) play();
    else fitted.then(play, unfit);
  }

  #gone(agentId: number, ring: Ring, leg: Leg, cause: GoneCause): void {
    ring.phones.delete(leg.id);
    if (ring.winner === leg) return this.#failed(agentId, "dumped");
    if (ring.winner !== undefined) return;
    // A 6xx speaks for all phones of the agent (RFC 3261 §16.7 step 5).
    if (statusOf(cause) >= 600) this.#served?.phones.withdraw([...ring.phones.keys()], NO_ANSWER);
    else if (ring.phones.size > 0) return;
    if (isByHand(statusOf(cause))) ring.notified?.over("handled");
    this.#failed(agentId, cause.kind === "refused" ? "declined" : "unreachable");
  }

  #joined(agentId: number, ring: Ring, leg: Leg): void {
    const { deps, settings } = this.#parts;
    this.#stopWhisper();
    this.#question?.stop();
    this.#playlist?.close();
    this.#connected = true;
    deps.tell({ kind: "connected", callId: this.id, agentId, agentLegId: leg.id });
    if (settings.records) leg.recorder.start(ring.user?.sipUsername ?? "");
  }

  #failed(agentId: number, why: RingFailure): void {
    this.#forget(agentId);
    this.#tellFailed(agentId, why);
  }

  #tellFailed(agentId: number, why: RingFailure): void {
    this.#parts.deps.tell({ kind: "ringFailed", callId: this.id, agentId, why });
  }

  #stop(agentId: number, reason: LegReason): void {
    const ring = this.#rings.get(agentId);
    if (ring === undefined) return;
    const legs = [...ring.phones.keys(), ...(ring.winner === undefined ? [] : [ring.winner.id])];
    if (reason === ELSEWHERE) ring.notified?.over("handled");
    this.#forget(agentId);
    this.#served?.phones.withdraw(legs, reason);
  }

  #forget(agentId: number): void {
    const { arrival, deps } = this.#parts;
    const ring = this.#rings.get(agentId);
    if (ring?.winner !== undefined) this.#stopWhisper();
    ring?.notified?.over("missed");
    this.#rings.delete(agentId);
    deps.register.vacate(agentId, arrival.call);
  }

  #over(end: BridgeEnd, departure: Departure | undefined): void {
    const { deps, over } = this.#parts;
    const callId = this.id;
    this.#stopWhisper();
    this.#stopLeave();
    over();
    const how = waitEndOf(end, departure, this.#parts.arrival.call.caller.user.id);
    const seen = this.#picker === undefined && how.kind === "hungUp" ? "missed" : "handled";
    for (const { notified } of this.#rings.values()) notified?.over(seen);
    if (this.#picker !== undefined) return;
    if (departure !== undefined && !this.#connected) this.#keepPlace();
    if (this.#connected) deps.tell({ kind: "ended", callId, how: talkEndOf(end, departure, "callee") });
    else deps.tell({ kind: "exit", callId, how });
    this.#rings.clear();
  }
}

/** Runs once, and gives the same value again. */
function once<Value>(run: () => Value): () => Value {
  let value: { readonly of: Value } | undefined;
  return () => (value ??= { of: run() }).of;
}
