/**
 * The calls of the phone: how many there may be, who is on hold, what is logged. Taking a call (dialling, answering,
 * unholding) holds all others first (spec 1 §4).
 */
import type { ErrorCode, ErrorDetails } from "@callpanel/contract";
import type { Call } from "../model/call.ts";
import { callSnapshot, dialledCall, isAnswered, isHeld, receivedCall } from "../model/call.ts";
import { digitOf } from "../model/digit.ts";
import type { Clock } from "../ports/clock.port.ts";
import type { MicrophoneFault, Microphones } from "../ports/microphone.port.ts";
import { MicrophoneError } from "../ports/microphone.port.ts";
import type { Sound } from "../ports/sound.port.ts";
import type { IncomingCall, UserAgent } from "../ports/user-agent.port.ts";
import type { ActionResult, CallLogEntry, WebphoneEvent } from "../webphone.ts";
import type { LiveCall } from "./live-call.ts";
import { createLiveCall } from "./live-call.ts";
import { createTurns } from "./turns.ts";

const BUSY_HERE = 486; // RFC 3261 §21.4.24: this phone will not take it, others of the user may

export interface Calls {
  /** Newest first. */
  all(): readonly LiveCall[];
  /** A number that passed the dialling rules. */
  dial(number: string): Promise<ActionResult & { readonly callId?: string }>;
  receive(incoming: IncomingCall): void;
  answer(callId: string): Promise<ActionResult>;
  reject(callId: string): ActionResult;
  hangUp(callId: string): ActionResult;
  setHold(callId: string, hold: "hold" | "unhold"): Promise<ActionResult>;
  setMute(callId: string, mute: "mute" | "unmute"): ActionResult;
  sendDigit(callId: string, key: string): ActionResult;
  hangUpAll(): void;
}

export interface CallsDeps {
  readonly agent: () => UserAgent | undefined;
  readonly clock: Clock;
  readonly microphones: Microphones;
  readonly sound: Sound;
  /** The chosen microphone's device id. */
  readonly input: () => string;
  /** Most simultaneous calls, in and out together. */
  readonly limit: number;
  readonly newId: () => string;
  readonly onChange: () => void;
  readonly tell: (event: WebphoneEvent) => void;
  readonly log: (entry: CallLogEntry, missed: "missed" | "seen") => void;
}

export function createCalls(deps: CallsDeps): Calls {
  const { clock, microphones, tell } = deps;
  const turns = createTurns();
  let lives: readonly LiveCall[] = [];
  /** The call that was taken last: what is answered beside it goes on hold. */
  let taken = "";
  /** Calls refused by hand: logged as missed, but the person knows. */
  const rejected = new Set<string>();
  const incomings = new WeakMap<LiveCall, IncomingCall>();

  const find = (callId: string): LiveCall | undefined => lives.find((live) => live.get().id === callId);

  const add = (call: Call): LiveCall => {
    const live = createLiveCall(call, { ...deps, onChange });
    lives = [live, ...lives];
    deps.onChange();
    return live;
  };
  const log = (call: Call, dir: CallLogEntry["dir"], missed: "missed" | "seen"): void =>
    deps.log({ time: call.startedAt, num: call.number, name: call.name, dir }, missed);

  function onChange(live: LiveCall, before: Call): void {
    const call = live.get();
    const listed = lives.includes(live);
    if (call.phase === "ended") lives = lives.filter((one) => one !== live);
    deps.onChange();
    if (call.phase === "ended" && listed) return tellEnd(call);
    if (call.phase === "talking" && before.phase !== "talking") tellAnswer(live, call);
  }
  /** A call that never went out: it is gone, and whoever dialled it is told by the refusal. */
  const withdraw = (live: LiveCall): void => {
    lives = lives.filter((one) => one !== live);
    live.step({ kind: "ended", reason: "failed" });
    deps.onChange();
  };
  function tellAnswer(live: LiveCall, call: Call): void {
    if (call.direction === "in") log(call, "in", "seen");
    tell({ kind: "callAnswered", call: callSnapshot(call) });
    const current = find(taken);
    const busy = current && (isConversation(current.get()) || current.get().phase === "answering");
    if (busy && current !== live) return void holdBehind(live);
    taken = call.id;
    for (const other of lives) if (other !== live && isConversation(other.get())) void holdBehind(other);
  }
  function tellEnd(call: Extract<Call, { readonly phase: "ended" }>): void {
    const byHand = rejected.delete(call.id);
    const missed = call.direction === "in" && !isAnswered(call) && call.reason !== "answered-elsewhere";
    if (missed) log(call, "mis", byHand ? "seen" : "missed");
    tell({ kind: "callEnded", call: callSnapshot(call), reason: call.reason });
  }
  /** The far end answered beside a conversation: one at a time. */
  async function holdBehind(live: LiveCall): Promise<void> {
    const problem = await live.setDirection("sendonly");
    if (problem !== undefined) tell({ kind: "failure", code: "sipua.error.hold", details: { message: problem } });
  }

  const holdOthers = async (live: LiveCall): Promise<ActionResult> => {
    const others = lives.filter((one) => one !== live && isConversation(one.get()));
    const problems = await Promise.all(others.map((one) => one.setDirection("sendonly")));
    const message = problems.find((problem) => problem !== undefined);
    return message === undefined ? OK : refused("sipua.error.hold", { message });
  };
  /** Opens the microphone, then holds the others: a missing microphone must not put anyone on hold. */
  const prepare = async (live: LiveCall): Promise<ActionResult & { readonly microphone?: MediaStream }> => {
    taken = live.get().id;
    const opened = await openMicrophone(microphones, deps.input());
    if ("code" in opened) return opened;
    const held = await holdOthers(live);
    if (held.ok && live.get().phase !== "ended") return { ok: true, microphone: opened.stream };
    microphones.close(opened.stream);
    return held.ok ? refused("sipua.error.ended") : held;
  };

  const connect = async (live: LiveCall, number: string): Promise<ActionResult> => {
    const agent = deps.agent();
    const ready = await prepare(live);
    if (live.get().phase === "ended") return OK; // hung up before it went out
    if (!ready.ok || !ready.microphone || !agent) {
      withdraw(live);
      return ready.ok ? refused("sipua.hint.notReady") : ready;
    }
    live.useMicrophone(ready.microphone);
    try {
      live.attach(agent.call(number, ready.microphone, live.handle));
    } catch {
      withdraw(live);
      return refused("sipua.error.initiateCall");
    }
    log(live.get(), "out", "seen");
    return OK;
  };
  const accept = async (live: LiveCall, incoming: IncomingCall): Promise<ActionResult> => {
    const ready = await prepare(live);
    if (!ready.ok || !ready.microphone) {
      live.step({ kind: "acceptFailed" });
      return ready;
    }
    live.useMicrophone(ready.microphone);
    try {
      incoming.answer(ready.microphone);
    } catch {
      live.hangUp(); // no peer connection can be made: it would ring on without ever being answered
      return refused("sipua.error.media");
    }
    await live.answeredOrEnded;
    return isAnswered(live.get()) ? OK : refused("sipua.error.ended");
  };
  const reject = (callId: string): ActionResult => {
    const live = find(callId);
    const incoming = live && incomings.get(live);
    if (!live || !incoming || isAnswered(live.get())) return refused("sipua.error.ended");
    rejected.add(callId);
    incoming.reject(BUSY_HERE);
    live.step({ kind: "ended", reason: "hangup" });
    return OK;
  };

  return {
    all: () => lives,
    dial: async (number) => {
      if (lives.length >= deps.limit) return refused("sipua.error.maxCallsOut", { limit: deps.limit });
      const live = add(dialledCall(deps.newId(), number, clock.now()));
      const result = await turns.take(live.ended, () => connect(live, number));
      return result.ok ? { ok: true, callId: live.get().id } : result;
    },
    receive: (incoming) => {
      const call = receivedCall(deps.newId(), incoming, clock.now());
      if (lives.length >= deps.limit) {
        incoming.reject(BUSY_HERE);
        log(call, "mis", "missed");
        const details = { limit: deps.limit, fromName: incoming.name, fromNum: incoming.number };
        return tell({ kind: "failure", code: "sipua.error.maxCallsIn", details });
      }
      const live = add(call);
      incomings.set(live, incoming);
      live.attach(incoming);
      incoming.listen(live.handle);
      tell({ kind: "incomingCall", call: callSnapshot(live.get()), autoAnswer: incoming.autoAnswer });
    },
    answer: async (callId) => {
      const live = find(callId);
      const incoming = live && incomings.get(live);
      if (!live || !incoming) return refused("sipua.error.ended");
      if (live.get().phase !== "ringing") return OK; // already accepted
      live.step({ kind: "accept" });
      return turns.take(live.ended, () => accept(live, incoming));
    },
    reject,
    hangUp: (callId) => {
      const live = find(callId);
      if (!live) return refused("sipua.error.ended");
      if (incomings.has(live) && !isAnswered(live.get())) return reject(callId);
      live.hangUp();
      return OK;
    },
    setHold: async (callId, hold) => {
      const live = find(callId);
      if (!live || !isAnswered(live.get())) return refused("sipua.error.ended");
      if (hold === "hold") return heldResult(await live.setDirection("sendonly"));
      taken = callId;
      return turns.take(live.ended, async () => {
        const held = await holdOthers(live);
        return held.ok ? heldResult(await live.setDirection("sendrecv")) : held;
      });
    },
    setMute: (callId, mute) => {
      const live = find(callId);
      if (!live) return refused("sipua.error.ended");
      live.step({ kind: "mute", muted: mute === "mute" });
      return OK;
    },
    sendDigit: (callId, key) => {
      const live = find(callId);
      if (!live) return refused("sipua.error.ended");
      const digit = digitOf(key);
      if (digit === undefined) return refused("sipua.error.dtmf", { message: `'${key}' is not a key` });
      try {
        live.sendDigit(digit);
      } catch (error) {
        return refused("sipua.error.dtmf", { message: error instanceof Error ? error.message : String(error) });
      }
      deps.sound.playKey(digit);
      return OK;
    },
    hangUpAll: () => {
      for (const live of lives) live.hangUp();
    },
  };
}

const OK: ActionResult = { ok: true };
const refused = (code: ErrorCode, details: ErrorDetails = {}): ActionResult & { readonly ok: false } => ({
  ok: false,
  code,
  details,
});
const heldResult = (problem: string | undefined): ActionResult =>
  problem === undefined ? OK : refused("sipua.error.hold", { message: problem });

/** Answered and to be heard: what must be held before another call is taken. */
const isConversation = (call: Call): boolean => call.phase === "talking" && !isHeld(call);

const MICROPHONE_CODES: Readonly<Record<MicrophoneFault, ErrorCode>> = {
  "not-found": "sipua.error.micNotFound",
  denied: "sipua.error.micDenied",
  failed: "sipua.error.media",
};

/** The stream, or the refusal that says what is wrong with the microphone. */
export async function openMicrophone(
  microphones: Microphones,
  deviceId: string,
): Promise<{ readonly stream: MediaStream } | (ActionResult & { readonly ok: false })> {
  try {
    return { stream: await microphones.open(deviceId) };
  } catch (error) {
    return refused(MICROPHONE_CODES[error instanceof MicrophoneError ? error.fault : "failed"]);
  }
}
