/** One JsSIP session as a CallSession: its events in our words, and a re-INVITE that may be refused. */
import type { DTMF, EndEvent, Info, PeerConnectionEvent, RTCSession, RTCSessionEventMap } from "jssip/lib/RTCSession";
import { DTMF_TONE_SECONDS } from "@callpanel/contract";
import type { Clock } from "../../ports/clock.port.ts";
import type { CallEnd, CallSession, SessionListener } from "../../ports/user-agent.port.ts";
import { audioTransceiver, GATHERING_WAIT_MS, preferCodecs, rollBack, sendRtpDigit, withoutDtx } from "./media.ts";

const READY_CHECK_MS = 50;
const READY_CHECKS = 100; // 5 s for a negotiation of the far end to finish

export type SessionHandlers = Pick<
  RTCSessionEventMap,
  | "peerconnection"
  | "connecting"
  | "icecandidate"
  | "sdp"
  | "progress"
  | "accepted"
  | "newDTMF"
  | "newInfo"
  | "ended"
  | "failed"
>;

/** The session's wiring: `handlers` go to JsSIP before it makes the peer connection, `bind` follows with the session. */
export interface SessionWiring {
  readonly handlers: SessionHandlers;
  bind(session: RTCSession, sipCallId: string): CallSession;
}

export function wireSession(clock: Clock, listener: SessionListener): SessionWiring {
  let connection: RTCPeerConnection | undefined;
  let silenced = false;
  let mute = (): void => undefined;
  let asked = false;
  let cancelGathering = (): void => undefined;
  let endOffer: ((outcome: "refused" | "ended") => void) | undefined;

  const ended = (event: EndEvent): void => {
    cancelGathering();
    endOffer?.("ended");
    listener({ kind: "ended", end: callEnd(event, asked) });
  };
  const handlers: SessionHandlers = {
    peerconnection: ({ peerconnection }: PeerConnectionEvent) => {
      connection = peerconnection;
      peerconnection.addEventListener("track", ({ streams, track }) => {
        listener({ kind: "remoteSound", stream: streams[0] ?? new MediaStream([track]) });
      });
      peerconnection.addEventListener("icegatheringstatechange", () => {
        if (peerconnection.iceGatheringState !== "gathering") return cancelGathering();
        // JsSIP takes an event without a candidate for the end of gathering.
        cancelGathering = clock.setTimeout(
          () => peerconnection.dispatchEvent(new Event("icecandidate")),
          GATHERING_WAIT_MS,
        );
      });
    },
    connecting: () => {
      if (!connection) return;
      preferCodecs(connection);
      if (silenced) mute();
    },
    icecandidate: ({ ready }) => {
      cancelGathering();
      ready();
    },
    sdp: (event) => {
      if (`${event.originator}` === "remote") event.sdp = withoutDtx(event.sdp);
    },
    progress: (event: object) => listener(hasBody(event) ? { kind: "earlyMedia" } : { kind: "ringing" }),
    accepted: () => listener({ kind: "accepted" }),
    newDTMF: ({ originator, dtmf }: { originator: unknown; dtmf: DTMF }) => {
      if (`${String(originator)}` === "remote") listener({ kind: "digit", digit: dtmf.tone });
    },
    newInfo: ({ originator, info }: { originator: unknown; info: Info }) => {
      const digit = /^\s*([0-9*#A-D])\s*$/.exec(info.body)?.[1];
      const isDigit = `${String(originator)}` === "remote" && /^application\/dtmf\b/i.test(info.contentType);
      if (isDigit && digit !== undefined) listener({ kind: "digit", digit });
    },
    ended,
    failed: ended,
  };

  const bind = (session: RTCSession, sipCallId: string): CallSession => {
    const terminate = session.terminate.bind(session);
    // JsSIP ends a call whose re-INVITE was refused; RFC 3261 §14.1 lets it go on as it was.
    session.terminate = (options) => {
      if (options?.reason_phrase === "Media Renegotiation Failed") endOffer?.("refused");
      else terminate(options);
    };
    mute = () => {
      if (!connection) return;
      applySilence(connection, silenced);
      // JsSIP must know too: it sets the tracks again after each negotiation.
      if (silenced) session.mute({ audio: true });
      else session.unmute({ audio: true });
    };
    return {
      sipCallId,
      terminate: () => {
        if (session.isEnded()) return;
        asked = true;
        session.terminate();
      },
      setDirection: (direction) =>
        offerDirection(session, connection, direction, clock, (settle) => {
          endOffer = settle;
        }),
      silence: (silence) => {
        silenced = silence === "on";
        mute();
      },
      sendDigit: (digit) => {
        if (connection && sendRtpDigit(connection, digit)) return;
        session.sendDTMF(digit, { duration: DTMF_TONE_SECONDS * 1_000 });
      },
      replaceMicrophone: async (stream) => {
        const [track] = stream.getAudioTracks();
        const sender = connection && audioTransceiver(connection)?.sender;
        if (!track || !sender) throw new Error("no sound to replace");
        track.enabled = !silenced;
        await sender.replaceTrack(track);
      },
    };
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
  session.on("ended", handlers.ended);
  session.on("failed", handlers.failed);
}

/** JsSIP mutes only tracks it already knows; this one may be new. */
function applySilence(connection: RTCPeerConnection, silenced: boolean): void {
  for (const { track } of connection.getSenders()) if (track) track.enabled = !silenced;
}

/** Changes the direction of the sound by a re-INVITE; takes everything back when it is refused. */
async function offerDirection(
  session: RTCSession,
  connection: RTCPeerConnection | undefined,
  direction: RTCRtpTransceiverDirection,
  clock: Clock,
  onSettle: (settle: (outcome: "refused" | "ended") => void) => void,
): Promise<void> {
  const transceiver = connection && audioTransceiver(connection);
  if (!transceiver || transceiver.direction === direction) return;
  await untilReady(session, clock);
  const before = transceiver.direction;
  transceiver.direction = direction;
  const outcome = await new Promise<"done" | "refused" | "ended">((resolve) => {
    onSettle(resolve);
    if (!session.renegotiate({}, () => resolve("done"))) resolve("refused");
  });
  if (outcome === "done") return;
  if (outcome === "ended") throw new Error("the call has ended");
  await rollBack(connection);
  transceiver.direction = before;
  throw new Error("the far end refused");
}

async function untilReady(session: RTCSession, clock: Clock): Promise<void> {
  for (let check = 0; check < READY_CHECKS; check++) {
    if (session.isEnded()) throw new Error("the call has ended");
    if (session.isReadyToReOffer()) return;
    await new Promise<void>((resolve) => {
      clock.setTimeout(resolve, READY_CHECK_MS);
    });
  }
  throw new Error("another negotiation does not end");
}

/** 183 with SDP: the far end's own tones come through. */
function hasBody(event: object): boolean {
  if (!("response" in event)) return false;
  const { response } = event;
  return typeof response === "object" && response !== null && "body" in response && Boolean(response.body);
}

const MEDIA_CAUSES = ["RTP Timeout", "WebRTC Error", "Bad Media Description", "Incompatible SDP", "Missing SDP"];

function callEnd({ originator, message, cause }: EndEvent, asked: boolean): CallEnd {
  const statusCode = message && "status_code" in message ? message.status_code : undefined;
  const reason = message && "ruri" in message ? message.getHeader("Reason") : undefined;
  const remote = `${originator}` === "remote";
  return {
    by: remote ? "remote" : asked ? "local" : "system",
    fault: remote ? "none" : MEDIA_CAUSES.includes(cause) ? "media" : "other",
    statusCode,
    reasonCause: reasonCause(reason ?? ""),
    cause,
  };
}

/** RFC 3326: `SIP;cause=200;text="Call completed elsewhere"`. */
function reasonCause(header: string): number | undefined {
  const cause = /(?:^|,)\s*SIP\s*;[^,]*?\bcause\s*=\s*(\d{3})\b/i.exec(header)?.[1];
  return cause === undefined ? undefined : Number(cause);
}
