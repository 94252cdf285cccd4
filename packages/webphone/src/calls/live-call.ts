/** One call with what it holds: its state, its SIP session and its sound. */
import type { Call, CallAction } from "../model/call.ts";
import { isAnswered, stepCall } from "../model/call.ts";
import { endReason, lossOf } from "../model/call-end.ts";
import type { SoundCount } from "../model/quality.ts";
import type { Clock } from "../ports/clock.port.ts";
import type { Microphones } from "../ports/microphone.port.ts";
import type { Sound } from "../ports/sound.port.ts";
import type { CallSession, DialogId, ReferListener, SessionEvent } from "../ports/user-agent.port.ts";
import { createCallSound } from "./call-sound.ts";
import { createReoffers } from "./reoffers.ts";

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
  const answered = signal();
  const ended = signal();

  const media = createCallSound({ microphones, sound });

  const step = (action: CallAction): void => {
    const before = call;
    call = stepCall(call, action);
    if (call === before) return;
    try {
      media.follow(session, call);
    } catch (error) {
      if (action.kind === "mute") call = before; // what is shown stays true
      throw error;
    }
    if (isAnswered(call)) answered.raise();
    if (call.phase === "ended") {
      media.release();
      ended.raise();
    }
    onChange(live, before);
  };

  const reoffers = createReoffers({ clock, call: () => call, session: () => session, step, ended: ended.raised });

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
          if (call.phase !== "ended") media.play(event.stream);
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
      media.follow(session, call);
    },
    useMicrophone: media.useMicrophone,
    microphone: media.microphone,
    swapMicrophone: async (stream) => {
      if (!session || call.phase === "ended") return microphones.close(stream);
      await media.swapMicrophone(session, stream);
    },
    setDirection: reoffers.setDirection,
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
    restartIce: reoffers.restartIce,
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

function signal(): { readonly raised: Promise<void>; raise(): void } {
  let raise = (): void => undefined;
  const raised = new Promise<void>((resolve) => {
    raise = resolve;
  });
  return { raised, raise: () => raise() };
}
