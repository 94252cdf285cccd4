/**
 * One agent for one callback: the agent's phones ring, then the caller is called from there (QCB-20 to QCB-25). The agent
 * is the caller of that call, and this its service, which rings the caller's phone.
 */
import type { Clock, Directory, DirectoryUser, Log, MaybePromise, Party, QueueSettings } from "@callpanel/phone-port";
import type { OutcallFailure, QueueEvent, RingFailure, WaitingCallback } from "../../queues/engine.port.ts";
import type { BridgeEnd, LegId } from "../bridge/bridge.state.ts";
import type { Call } from "../call/call.port.ts";
import type { CallRegister } from "../call/call-register.ts";
import type { Departure } from "../call/departure.ts";
import { movedEnd } from "../call/moved-end.ts";
import type { Reach } from "../call/reach.ts";
import type { ServedCaller, ServedPhoneEvent, Service, ServiceStay } from "../call/service.ts";
import type { CalleeLeg } from "../leg/callee-leg.ts";
import { statusOf } from "../leg/gone-cause.ts";
import { NOT_REACHED, RANG_OUT } from "../leg/q850.ts";
import type { GoneCause, LegReason } from "../leg/leg.model.ts";
import type { Leg } from "../leg/leg.port.ts";
import { partyOf } from "../leg/leg.ts";
import type { Lines } from "../lines/lines.ts";
import type { OriginateCall } from "../moving/originated-call.ts";
import { ONWARD_HOPS } from "../moving/moves.ts";
import type { Admission } from "../ringing/admission.ts";
import type { OwnPhones } from "../ringing/own-phones.ts";
import { shownOutside } from "../ringing/shown-caller.ts";
import { createPlaylist, type Playlist } from "../services/ivr/playlist.ts";
import { words, wordsFile } from "../services/ivr/words.ts";
import { whenReady } from "../../when-ready.ts";
import type { CallbackNumbers } from "./callback-numbers.ts";
import { companyAt } from "./company.ts";
import { talkEndOf } from "./talk-end.ts";

export interface OutcallDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly realm: string;
  readonly directory: Directory;
  readonly register: CallRegister;
  readonly admission: Admission;
  readonly ownPhones: OwnPhones;
  readonly lines: Lines;
  readonly numbers: CallbackNumbers;
  readonly originateCall: OriginateCall;
  readonly promptsFolder: string;
  readonly userOf: (agentId: number) => MaybePromise<DirectoryUser | undefined>;
  /** False: not now, or another phone system does (QCB-15). */
  readonly mayCall: (callId: string) => MaybePromise<boolean>;
  readonly tell: (event: QueueEvent) => void;
}

interface OutcallParts {
  readonly deps: OutcallDeps;
  /** Of the caller's first call, by which the queue knows them. */
  readonly callId: string;
  readonly agentId: number;
  readonly callback: WaitingCallback;
  readonly settings: QueueSettings;
  readonly over: () => void;
}

const ELSEWHERE: LegReason = { status: 200, text: "Call completed elsewhere" }; // RFC 3326 §3.1
const NOT_NOW: LegReason = { status: 480, text: "The caller was not reached", q850Cause: NOT_REACHED };
const IN_VAIN: Readonly<Record<OutcallFailure, LegReason>> = {
  noAnswer: { status: 480, text: "The caller did not answer", q850Cause: RANG_OUT },
  busy: { status: 486, text: "The caller is busy" },
  notConfirmed: NOT_NOW,
  dropped: NOT_NOW,
};
const CALLED_OFF: LegReason = { status: 487, text: "Request Terminated" };
/** QCB-23 */
const ANSWER_MS = 30_000;
/** QCB-22 */
const CONFIRM_MS = 20_000;
const BUSY: ReadonlySet<number> = new Set([486, 600, 603]);

export class Outcall implements Service {
  readonly #parts: OutcallParts;
  readonly #phones = new Map<LegId, CalleeLeg>();
  #cancel: (why?: "elsewhere") => void = () => undefined;
  #call: Call | undefined;
  #served: ServedCaller | undefined;
  #playlist: Playlist | undefined;
  #reach: Reach | undefined;
  /** The caller's phone, once it is answered. */
  #answered: Leg | undefined;
  #stopTimer: () => void = () => undefined;
  #stopAsking: () => void = () => undefined;
  #caller: Party;
  /** `over`: the queue knows how it ended. */
  #phase: "ringing" | "withAgent" | "dialling" | "talking" | "over" = "ringing";

  constructor(parts: OutcallParts) {
    this.#parts = parts;
    const { number, name } = parts.callback;
    this.#caller = { number, name };
  }

  get #queue(): Party {
    const { number, name } = this.#parts.settings;
    return { number, name, kind: "queue" };
  }

  /** The agent's phones ring. */
  begin(): void {
    const { agentId, callId, deps } = this.#parts;
    void whenReady(deps.mayCall(callId), (may) => {
      if (this.#phase !== "ringing") return;
      if (may) void whenReady(deps.userOf(agentId), (user) => this.#ringAgent(user));
      else this.#agentFailed("unreachable");
    });
  }

  #ringAgent(user: DirectoryUser | undefined): void {
    if (this.#phase !== "ringing") return;
    const { admission } = this.#parts.deps;
    if (user === undefined || !admission.isTaking || admission.ofCallee(user, 0) !== undefined)
      this.#agentFailed("unreachable");
    else void this.#ring(user).catch((error: unknown) => this.#broken(error));
  }

  async #ring(user: DirectoryUser): Promise<void> {
    const { callback, deps, settings } = this.#parts;
    const goal = await deps.numbers.goalOf(callback.number, this.#queue);
    if (this.#phase !== "ringing") return;
    if (goal?.kind === "user") this.#caller = partyOf(goal.user);
    const rang = await deps.originateCall({
      whom: { kind: "user", user },
      dialledNumber: settings.number,
      shown: this.#caller,
      callee: this.#queue,
      came: { how: "calledBack", by: this.#queue },
      unrecorded: true,
      arrive: (call) => this.#arrive(call),
      watcher: {
        begun: ({ cancel }) => {
          this.#cancel = cancel;
        },
        failed: (status, hasRung) => {
          if (this.#phase !== "ringing") return;
          const isDeclined = BUSY.has(status) || status === 488;
          this.#agentFailed(isDeclined ? "declined" : hasRung ? "unanswered" : "unreachable");
        },
      },
    });
    if (rang === undefined && this.#phase === "ringing") this.#agentFailed("unreachable");
  }

  #broken(error: unknown): void {
    const { callId, deps } = this.#parts;
    deps.log.error("an agent could not be rung for a callback", { call: callId, error: String(error) });
    if (this.#phase === "ringing") this.#agentFailed("unreachable");
  }

  /** Called off by the queue; `answered`: another agent has picked up. */
  stop(answered: boolean): void {
    if (this.#phase === "over") return;
    this.#phase = "over";
    this.#stopTimers();
    if (this.#served === undefined) {
      this.#cancel(answered ? "elsewhere" : undefined);
      this.#parts.over();
    } else this.#served.dismiss(CALLED_OFF);
  }

  #arrive(call: Call): void {
    const { agentId, callId, deps } = this.#parts;
    if (this.#phase !== "ringing") return call.refuse(this.#queue, CALLED_OFF);
    this.#phase = "withAgent";
    this.#call = call;
    call.cameBy({ how: "calledBack", by: this.#queue });
    deps.tell({ kind: "answered", callId, agentId });
    call.put(this.#queue, this, this.#caller);
  }

  serve(agent: ServedCaller): ServiceStay {
    const { clock, log, promptsFolder } = this.#parts.deps;
    const { settings } = this.#parts;
    const isFirst = this.#served === undefined;
    this.#served = agent;
    const playlist = createPlaylist({
      clock,
      leg: agent.leg,
      spoken: (key) => wordsFile(promptsFolder, settings.language, key),
      failed: (path, why) => log.warn("a whisper could not be played", { path, error: why }),
    });
    this.#playlist = playlist;
    if (!isFirst) this.#hearRinging();
    else if (settings.whisper === undefined) this.#dial();
    else playlist.play([{ kind: "file", path: settings.whisper }], () => this.#dial());
    return {
      stop: () => playlist.close(),
      phone: (event) => this.#phone(event),
      over: (end, departure) => this.#over(end, departure),
    };
  }

  #hearRinging(): void {
    this.#served?.leg.port.hear({ kind: "prompt", prompt: { kind: "tone", tone: "ringback" } });
  }

  #dial(): void {
    const { agentId, callId, deps } = this.#parts;
    if (this.#phase !== "withAgent") return;
    void whenReady(deps.mayCall(callId), (may) => {
      if (this.#phase !== "withAgent") return;
      if (may) return this.#callNow();
      this.#phase = "over";
      this.#stopTimers();
      deps.tell({ kind: "ringFailed", callId, agentId, why: "dumped" });
      this.#served?.dismiss(NOT_NOW);
    });
  }

  #callNow(): void {
    const { agentId, callback, callId, deps } = this.#parts;
    this.#phase = "dialling";
    this.#hearRinging();
    deps.tell({ kind: "outcallBegun", callId, agentId });
    this.#stopTimer = deps.clock.setTimeout(() => this.#failed("noAnswer"), ANSWER_MS);
    const failed = (error: unknown): void => {
      deps.log.error("a caller could not be called back", { call: callId, error: String(error) });
      this.#failed("busy");
    };
    this.#open(callback.number).then((phones) => this.#ringCaller(phones), failed);
  }

  /** The caller's phones; none: the number cannot be called now. */
  async #open(number: string): Promise<readonly CalleeLeg[]> {
    const { deps } = this.#parts;
    const { admission, directory, lines, numbers, ownPhones, realm, register } = deps;
    const goal = await numbers.goalOf(number, this.#queue);
    const trunks = await lines.present();
    const name = await directory.callerName?.(companyAt(this.#queue), number);
    const call = this.#call;
    if (goal === undefined || call?.live !== true || this.#phase !== "dialling") return [];
    const caller = movedEnd(call.caller, call.codec);
    if (goal.kind === "outside") {
      const outside = { number: goal.number, name: name ?? this.#parts.callback.name };
      const shown = shownOutside({ caller, by: companyAt(this.#queue) }, realm);
      const arrival = { call, hops: ONWARD_HOPS };
      this.#reach = lines.reach({ arrival, permit: goal.permit, trunks, outside, shown });
      return this.#reach.open();
    }
    const { user } = goal;
    if (admission.ofCallee(user, 0) !== undefined) return [];
    register.occupy(user.id, call);
    return ownPhones.open({ call, caller, hops: ONWARD_HOPS }, user);
  }

  #ringCaller(phones: readonly CalleeLeg[]): void {
    if (this.#phase !== "dialling") return;
    if (phones.length === 0 && this.#phones.size === 0) return this.#failed("busy");
    for (const phone of phones) this.#phones.set(phone.leg.id, phone);
    this.#served?.phones.ring(phones);
  }

  #phone(event: ServedPhoneEvent): void {
    const { agentId, callId, deps, settings } = this.#parts;
    switch (event.kind) {
      case "answered":
        return this.#ask(event.leg);
      case "gone":
        return this.#gone(event.leg, event.cause);
      case "notJoined":
        return this.#failed(event.why === "unfit" ? "busy" : "notConfirmed");
      case "joined": {
        const agent = this.#served?.leg;
        if (this.#phase !== "dialling" || agent === undefined) return;
        this.#phase = "talking";
        this.#playlist?.close();
        if (event.leg.user.trunk === true) this.#call?.goesOutside();
        this.#call?.rename(event.leg.shown);
        deps.tell({ kind: "connected", callId, agentId, agentLegId: agent.id });
        if (settings.records) agent.recorder.start(agent.user.sipUsername);
        return;
      }
      case "pressed":
        if (event.leg === this.#answered && event.digit.digit === "1") this.#confirmed(event.leg);
        return;
      case "registered":
    }
  }

  /** QCB-22: the person who answers confirms by a key; a mailbox does not. */
  #ask(leg: Leg): void {
    const { clock, log, promptsFolder } = this.#parts.deps;
    const phone = this.#phones.get(leg.id);
    if (this.#phase !== "dialling" || this.#answered !== undefined || phone === undefined) return;
    this.#answered = leg;
    this.#phones.delete(leg.id);
    this.#served?.phones.withdraw([...this.#phones.keys()], ELSEWHERE);
    this.#stopTimer();
    this.#stopTimer = clock.setTimeout(() => this.#failed("notConfirmed"), CONFIRM_MS);
    const { language } = this.#parts.settings;
    const playlist = createPlaylist({
      clock,
      leg,
      spoken: (key) => wordsFile(promptsFolder, language, key),
      failed: (path, why) => log.warn("a sound could not be played", { path, error: why }),
    });
    this.#stopAsking = () => playlist.close();
    const say = (): void => playlist.play(words("queue-callback-here"), say);
    phone.fit().then(
      () => {
        if (this.#phase === "dialling") say();
      },
      () => this.#failed("busy"),
    );
  }

  #confirmed(leg: Leg): void {
    this.#stopTimers();
    this.#served?.phones.take(leg.id);
  }

  #gone(leg: Leg, cause: GoneCause): void {
    if (leg === this.#answered) return this.#failed("notConfirmed");
    if (!this.#phones.delete(leg.id) || this.#answered !== undefined) return;
    const more = this.#reach?.after(leg.id, cause) ?? [];
    if (more.length > 0) return this.#ringCaller(more);
    if (this.#phones.size === 0) this.#failed(isUnanswered(cause) ? "noAnswer" : "busy");
  }

  /** The agent is free at once. */
  #failed(why: OutcallFailure): void {
    const { agentId, callId, deps } = this.#parts;
    if (this.#phase !== "dialling") return;
    this.#phase = "over";
    this.#stopTimers();
    deps.tell({ kind: "outcallFailed", callId, agentId, why });
    this.#served?.dismiss(IN_VAIN[why]);
  }

  #agentFailed(why: RingFailure): void {
    const { agentId, callId, deps } = this.#parts;
    this.#phase = "over";
    this.#parts.over();
    deps.tell({ kind: "ringFailed", callId, agentId, why });
  }

  #over(end: BridgeEnd, departure: Departure | undefined): void {
    const { agentId, callId, deps } = this.#parts;
    const phase = this.#phase;
    this.#phase = "over";
    this.#stopTimers();
    this.#parts.over();
    if (phase === "talking") deps.tell({ kind: "ended", callId, how: talkEndOf(end, departure, "caller") });
    else if (phase === "dialling") deps.tell({ kind: "outcallFailed", callId, agentId, why: "dropped" });
    else if (phase === "withAgent") deps.tell({ kind: "ringFailed", callId, agentId, why: "dumped" });
  }

  #stopTimers(): void {
    this.#stopTimer();
    this.#stopAsking();
  }
}

const isUnanswered = (cause: GoneCause): boolean => [408, 480, 487].includes(statusOf(cause));
