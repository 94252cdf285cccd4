/** One JsSIP session as a CallSession, its events in our words. */
import type { DTMF, EndEvent, Info, ReInviteEvent, RTCSession, RTCSessionEventMap } from "jssip/lib/RTCSession";
import type { IncomingRequest } from "jssip/lib/SIPMessage";
import { DTMF_TONE_SECONDS } from "@callpanel/contract";
import type { Clock } from "../../ports/clock.port.ts";
import type { CallSession, SessionListener } from "../../ports/user-agent.port.ts";
import { callEnd } from "./call-end.ts";
import type { Headers } from "./caller.ts";
import { farEndOf } from "./far-end.ts";
import { sendRtpDigit } from "./media.ts";
import { countSound } from "./sound-count.ts";
import { refer } from "./refer.ts";
import type { Reoffers } from "./reoffer.ts";
import { createReoffers } from "./reoffer.ts";
import type { SessionMedia } from "./session-media.ts";
import { createSessionMedia } from "./session-media.ts";

export type SessionHandlers = SessionMedia["handlers"] &
  Pick<
    RTCSessionEventMap,
    "progress" | "accepted" | "newDTMF" | "newInfo" | "reinvite" | "update" | "ended" | "failed"
  >;

/** The session's wiring: `handlers` go to JsSIP before it makes the peer connection, `bind` follows with the session. */
export interface SessionWiring {
  readonly handlers: SessionHandlers;
  bind(session: RTCSession, sipCallId: string): CallSession;
}

declare module "jssip/lib/SIPMessage" {
  interface IncomingRequest {
    /** Left out of JsSIP's own types. */
    reply(code: number, reason?: string | null, headers?: string[] | null, body?: string | null): void;
  }
}

declare module "jssip/lib/RTCSession" {
  interface RTCSession {
    /** Left out of JsSIP's own types. */
    readonly _dialog: {
      readonly id: { readonly call_id: string; readonly local_tag: string; readonly remote_tag: string };
    } | null;
    receiveRequest(request: IncomingRequest): void;
  }
}

/** JsSIP answers the far end's BYE by itself; what the call was like goes with the answer. */
function answerByeWith(session: RTCSession, headers: () => string[]): void {
  const receive = session.receiveRequest.bind(session);
  session.receiveRequest = (request) => {
    if (request.method === "BYE") {
      const reply = request.reply.bind(request);
      request.reply = (code, reason, more, body) => reply(code, reason, [...(more ?? []), ...headers()], body);
    }
    receive(request);
  };
}

/** What a REFER with Replaces must know of the other session. */
const sessions = new WeakMap<CallSession, RTCSession>();

/** What all sessions of a user agent share. */
export interface SessionGround {
  readonly clock: Clock;
  readonly onOpened: () => void;
  readonly onClosed: () => void;
  /** Runs the parting words now, or when the connection is back. */
  readonly whenConnected: (part: () => void) => void;
}

export function wireSession(
  { clock, whenConnected, onOpened, onClosed }: SessionGround,
  listener: SessionListener,
  direction: "sendrecv" | "sendonly" = "sendrecv",
): SessionWiring {
  const media = createSessionMedia(clock, {
    direction,
    onSound: (stream) => listener({ kind: "remoteSound", stream }),
    onPath: (path) => listener({ kind: "path", path }),
  });
  let reoffers: Reoffers | undefined;
  let asked: "asked" | "unasked" = "unasked";
  let report: string[] = [];

  const onEnd = (event: EndEvent): void => {
    media.close();
    reoffers?.end();
    onClosed();
    listener({ kind: "ended", end: callEnd(event, asked) });
  };
  const identify = ({ request }: ReInviteEvent): void => {
    const far = farEndOf(request);
    if (far) listener({ kind: "identified", far });
  };
  const face = (event: object): void => {
    const far = "response" in event && hasHeaders(event.response) ? farEndOf(event.response) : undefined;
    if (far) listener({ kind: "faced", far });
  };
  const handlers: SessionHandlers = {
    ...media.handlers,
    ...digitHandlers((digit) => listener({ kind: "digit", digit })),
    progress: (event: object) => {
      face(event);
      listener(hasBody(event) ? { kind: "earlyMedia" } : { kind: "ringing" });
    },
    accepted: (event: object) => {
      face(event);
      listener({ kind: "accepted" });
    },
    reinvite: identify,
    update: identify,
    ended: onEnd,
    failed: onEnd,
  };
  const bind = (session: RTCSession, sipCallId: string): CallSession => {
    const offers = createReoffers(session, clock);
    reoffers = offers;
    media.bind(session);
    answerByeWith(session, () => report);
    onOpened();
    const bound: CallSession = {
      sipCallId,
      dialog: () => {
        const id = session._dialog?.id;
        return id && { callId: id.call_id, localTag: id.local_tag, remoteTag: id.remote_tag };
      },
      terminate: () => {
        if (session.isEnded()) return;
        asked = "asked";
        if (!session.isEstablished()) return session.terminate();
        whenConnected(() => {
          if (!session.isEnded()) session.terminate({ extraHeaders: report });
        });
      },
      setDirection: (direction) => offers.setDirection(media.connection(), direction),
      restartIce: () => offers.restartIce(media.connection()),
      countSound: () => countSound(media.connection(), clock.now()),
      reportQuality: (text) => {
        report = [`X-Call-Quality: ${text}`];
      },
      silence: media.silence,
      sendDigit: (digit) => {
        const connection = media.connection();
        if (connection && sendRtpDigit(connection, digit)) return;
        session.sendDTMF(digit, { duration: DTMF_TONE_SECONDS * 1_000 });
      },
      refer: (number, replaced, listen) => {
        const other = replaced && sessions.get(replaced);
        if (replaced && !other?.isEstablished()) throw new Error("Refer replace session not found");
        refer(session, number, other, listen);
      },
      replaceMicrophone: media.replaceMicrophone,
    };
    sessions.set(bound, session);
    return bound;
  };
  return { handlers, bind };
}

/** For an incoming session, which JsSIP makes by itself. */
export function listenTo(session: RTCSession, handlers: SessionHandlers): void {
  session.on("peerconnection", handlers.peerconnection);
  session.on("connecting", handlers.connecting);
  session.on("icecandidate", handlers.icecandidate);
  session.on("sdp", handlers.sdp);
  session.on("progress", handlers.progress);
  session.on("accepted", handlers.accepted);
  session.on("newDTMF", handlers.newDTMF);
  session.on("newInfo", handlers.newInfo);
  session.on("reinvite", handlers.reinvite);
  session.on("update", handlers.update);
  session.on("ended", handlers.ended);
  session.on("failed", handlers.failed);
}

/** Digits of the far end: JsSIP reads `application/dtmf-relay`; `application/dtmf` is the digit alone. */
function digitHandlers(onDigit: (digit: string) => void): Pick<SessionHandlers, "newDTMF" | "newInfo"> {
  const isRemote = (originator: unknown): boolean => String(originator) === "remote";
  return {
    newDTMF: ({ originator, dtmf }: { originator: unknown; dtmf: DTMF }) => {
      if (isRemote(originator)) onDigit(dtmf.tone);
    },
    newInfo: ({ originator, info }: { originator: unknown; info: Info }) => {
      const digit = /^\s*([0-9*#A-D])\s*$/.exec(info.body)?.[1];
      const isDigit = isRemote(originator) && /^application\/dtmf\b/i.test(info.contentType);
      if (isDigit && digit !== undefined) onDigit(digit);
    },
  };
}

/** Of an outgoing call; an incoming one answers itself. */
const hasHeaders = (response: unknown): response is Headers =>
  typeof response === "object" && response !== null && "getHeader" in response;

/** 183 with SDP: the far end's own tones come through. */
function hasBody(event: object): boolean {
  if (!("response" in event)) return false;
  const { response } = event;
  return typeof response === "object" && response !== null && "body" in response && Boolean(response.body);
}
