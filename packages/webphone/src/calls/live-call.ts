/** One call with what it holds: its SIP session, its microphone and the sound of its far end. */
import type { Call, CallAction } from "../model/call.ts";
import { isAnswered, isSilent, stepCall } from "../model/call.ts";
import { endReason, lossOf } from "../model/call-end.ts";
import type { SoundCount } from "../model/quality.ts";
import type { Clock } from "../ports/clock.port.ts";
import type { Microphones } from "../ports/microphone.port.ts";
import type { Sound } from "../ports/sound.port.ts";
import type { CallSession, DialogId, ReferListener, SessionEvent } from "../ports/user-agent.port.ts";
import { messageOf } from "./refusal.ts";

/** A re-INVITE for hold without an answer after this time is a refusal. */
export const HOLD_WAIT_MS = 6_000;

/** A re-INVITE that looks for a new way of the sound: without an answer after this time the next try is due. */
export const RESTART_WAIT_MS = 4_000;

export interface LiveCall {
  get(): Call;
  step(action: CallAction): void;
  /** Fed with the events of the session. */
  handle(event: SessionEvent): void;
  attach(session: CallSession): void;
  /** Takes the microphone over: it is closed when the call ends. */
  useMicrophone(stream: MediaStream): void;
  microphone(): MediaStream | undefined;
  swapMicrophone(stream: MediaStream): Promise<void>;
  /** Resolves with nothing when it is so, or with why not. Requests are done in order. */
  setDirection(direction: "sendonly" | "sendrecv"): Promise<string | undefined>;
  sendDigit(digit: string): void;
  /** Sends the far end to a number, in place of the far end of `replaced`. Throws an Error when it cannot be asked. */
  refer(number: string, replaced: LiveCall | undefined, listener: ReferListener): void;
  session(): CallSession | undefined;
  /** Once there is one: what another phone of the person names to take this call over. */
  dialog(): DialogId | undefined;
  countSound(): Promise<SoundCount | undefined>;
  /** A re-INVITE with an ICE restart; rejects with an Error when it does not come about. */
  restartIce(): Promise<void>;
  /** The connection did not come back in time. */
  lose(): void;
  hangUp(): void;
  readonly answeredOrEnded: Promise<void>;
  readonly ended: Promise<void>;
}

export interface LiveCallDeps {
  readonly clock: Clock;
  readonly microphones: Microphones;
  readonly sound: Sound;
  /** Called after each change with the previous call. */
  readonly onChange: (live: LiveCall, before: Call) => void;
  /** The way of the sound was found or lost. */
  readonly onPath: (live: LiveCall, path: "up" | "down") => void;
}

export function createLiveCall(first: Call, { clock, microphones, sound, onChange, onPath }: LiveCallDeps): LiveCall {
  let call = first;
  let session: CallSession | undefined;
  let microphone: MediaStream | undefined;
  let silent = false;
  let stopSound = (): void => undefined;
  let orders: Promise<unknown> = Promise.resolve();
  const answered = signal();
  const ended = signal();

  const silence = (): void => {
    if (!session || silent === isSilent(call)) return;
    session.silence(silent ? "off" : "on");
    silent = !silent;
  };
  const release = (): void => {
    stopSound();
    if (microphone) microphones.close(microphone);
    microphone = undefined;
  };
  const step = (action: CallAction): void => {
    const before = call;
    call = stepCall(call, action);
    if (call === before) return;
    try {
      silence();
    } catch (error) {
      if (action.kind === "mute") call = before; // what is shown stays true
      throw error;
    }
    if (isAnswered(call)) answered.raise();
    if (call.phase === "ended") {
      release();
      ended.raise();
    }
    onChange(live, before);
  };

  /** The session's answer, its refusal or the end of our patience, whichever comes first. */
  const redirect = async (direction: "sendonly" | "sendrecv"): Promise<string | undefined> => {
    if (!session || call.phase !== "talking") return undefined;
    const patience = deadline(clock, HOLD_WAIT_MS);
    try {
      const asked = session.setDirection(direction).then(() => "done" as const);
      const outcome = await Promise.race([asked, patience.over, ended.raised]);
      if (outcome === "late") {
        takeBack(session, asked, direction);
        throw new Error("no answer");
      }
      step({ kind: "directionSet", direction });
      return undefined;
    } catch (error) {
      step({ kind: "directionRefused", direction });
      return messageOf(error);
    } finally {
      patience.cancel();
    }
  };

  const live: LiveCall = {
    get: () => call,
    step,
    handle: (event) => {
      switch (event.kind) {
        case "ringing":
          return step({ kind: "rings", earlyMedia: false });
        case "earlyMedia":
          return step({ kind: "rings", earlyMedia: true });
        case "accepted":
          return step({ kind: "answered", at: clock.now() });
        case "digit":
          return step({ kind: "digitReceived", digit: event.digit });
        case "identified":
        case "faced":
          return step(event);
        case "remoteSound":
          if (call.phase === "ended") return;
          stopSound();
          stopSound = sound.playStream(event.stream);
          return;
        case "path":
          return onPath(live, event.path);
        case "ended":
          return step({ kind: "ended", reason: endReason(call, event.end), warning: event.end.warning });
      }
    },
    attach: (made) => {
      session = made;
      step({ kind: "dialogMade", sipCallId: made.sipCallId });
      silence();
    },
    useMicrophone: (stream) => {
      microphone = stream;
    },
    microphone: () => microphone,
    swapMicrophone: async (stream) => {
      if (!session || call.phase === "ended") return microphones.close(stream);
      const before = microphone;
      await session.replaceMicrophone(stream);
      microphone = stream;
      if (before) microphones.close(before);
    },
    setDirection: (direction) => {
      step({ kind: direction === "sendonly" ? "hold" : "unhold" });
      const order = orders.then(() => redirect(direction));
      orders = order;
      return order;
    },
    sendDigit: (digit) => {
      if (!session) throw new Error("the call is not connected");
      session.sendDigit(digit);
      step({ kind: "digitSent", digit });
    },
    refer: (number, replaced, listener) => {
      if (!session) throw new Error("Referer session not found");
      session.refer(number, replaced?.session(), listener);
    },
    session: () => session,
    dialog: () => session?.dialog(),
    countSound: async () => session?.countSound(),
    restartIce: async () => {
      if (!session) return;
      const patience = deadline(clock, RESTART_WAIT_MS);
      const outcome = await Promise.race([session.restartIce(), patience.over, ended.raised]).finally(patience.cancel);
      if (outcome === "late") throw new Error("no answer");
    },
    lose: () => {
      session?.terminate();
      step({ kind: "ended", reason: lossOf(call) });
    },
    hangUp: () => {
      session?.terminate();
      step({ kind: "ended", reason: "hangup" }); // no session yet, or one that reports its end later
    },
    answeredOrEnded: Promise.race([answered.raised, ended.raised]),
    ended: ended.raised,
  };
  return live;
}

/** A re-INVITE that is accepted after we gave up is undone, so that what is shown stays true. */
function takeBack(session: CallSession, asked: Promise<unknown>, direction: "sendonly" | "sendrecv"): void {
  const back = direction === "sendonly" ? "sendrecv" : "sendonly";
  asked.then(() => session.setDirection(back)).catch(() => undefined); // refused after all: nothing to undo
}

function signal(): { readonly raised: Promise<void>; raise(): void } {
  let raise = (): void => undefined;
  const raised = new Promise<void>((resolve) => {
    raise = resolve;
  });
  return { raised, raise: () => raise() };
}

function deadline(clock: Clock, ms: number): { readonly over: Promise<"late">; cancel(): void } {
  let cancel = (): void => undefined;
  const over = new Promise<"late">((resolve) => {
    cancel = clock.setTimeout(() => resolve("late"), ms);
  });
  return { over, cancel: () => cancel() };
}
