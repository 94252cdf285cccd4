/** A re-INVITE that may be refused: the call then goes on as it was (RFC 3261 §14.1). */
import type { RTCSession } from "jssip/lib/RTCSession";
import type { Clock } from "../../ports/clock.port.ts";
import { audioTransceiver, rollBack } from "./media.ts";

declare module "jssip/lib/RTCSession" {
  interface RTCSession {
    /** Left out of JsSIP's own types: what becomes of any request of the dialog without an answer. */
    onTransportError(): void;
    onRequestTimeout(): void;
  }
}

const READY_CHECK_MS = 50;
const READY_CHECKS = 100; // 5 s for a negotiation of the far end to finish

export interface Reoffers {
  /** Rejects with an Error when it is refused or the call ends. */
  setDirection(connection: RTCPeerConnection | undefined, direction: "sendrecv" | "sendonly"): Promise<void>;
  /** The same with new ICE credentials. */
  restartIce(connection: RTCPeerConnection | undefined): Promise<void>;
  /** The call has ended: open requests are settled. */
  end(): void;
}

/**
 * Hold by the direction of the transceiver rather than by JsSIP's own hold, which answers a far end's re-INVITE as if there
 * were none, and ends the call when the far end refuses.
 */
export function createReoffers(session: RTCSession, clock: Clock): Reoffers {
  let settle: ((outcome: "refused" | "ended") => void) | undefined;
  survive(session, () => settle?.("refused"));

  const offer = (rtcOfferConstraints: RTCOfferOptions): Promise<"done" | "refused" | "ended"> =>
    new Promise((resolve) => {
      settle = resolve;
      if (!session.renegotiate({ rtcOfferConstraints }, () => resolve("done"))) resolve("refused");
    });
  return {
    setDirection: async (connection, direction) => {
      const transceiver = connection && audioTransceiver(connection);
      if (!transceiver || transceiver.direction === direction) return;
      await untilReady(session, clock);
      const before = transceiver.direction;
      transceiver.direction = direction;
      const outcome = await offer({});
      if (outcome === "done") return;
      if (outcome === "ended") throw new Error("the call has ended");
      await rollBack(connection);
      transceiver.direction = before;
      throw new Error("the far end refused");
    },
    restartIce: async (connection) => {
      await untilReady(session, clock);
      const outcome = await offer({ iceRestart: true });
      if (outcome === "done") return;
      if (connection && outcome === "refused") await rollBack(connection);
      throw new Error(outcome === "ended" ? "the call has ended" : "no answer");
    },
    end: () => settle?.("ended"),
  };
}

/**
 * JsSIP ends a call when its re-INVITE is refused, its socket closes during a request or its ICE fails. A call that is
 * established survives all three (PHONE-16, PHONE-62).
 */
function survive(session: RTCSession, refused: () => void): void {
  const terminate = session.terminate.bind(session);
  session.terminate = (options) => {
    if (options?.reason_phrase === "Media Renegotiation Failed") return refused();
    if (options?.reason_phrase === "RTP Timeout" && session.isEstablished()) return;
    terminate(options);
  };
  const onTransportError = session.onTransportError.bind(session);
  session.onTransportError = () => (session.isEstablished() ? refused() : onTransportError());
  const onRequestTimeout = session.onRequestTimeout.bind(session);
  session.onRequestTimeout = () => (session.isEstablished() ? refused() : onRequestTimeout());
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
