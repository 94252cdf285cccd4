/** The digits of both sides. In INFO, `application/dtmf-relay` has lines, `application/dtmf` the digit alone. */
import { DTMF_TONE_SECONDS } from "@callpanel/contract";
import { contentType } from "@callpanel/sip";
import type { SipRequest } from "@callpanel/sip";
import type { RequestInDialog } from "./in-dialog.ts";
import { sendRtpDigit } from "./media.ts";
import type { Peer } from "./peer.ts";

/** Undefined for a body without a digit; `unreadable` for one of another type. */
export function readDigit(info: SipRequest): string | undefined {
  switch (contentType(info)) {
    case "application/dtmf-relay":
      return /^\s*Signal\s*=\s*([0-9*#A-D])/i.exec(info.body)?.[1];
    case "application/dtmf":
      return /^\s*([0-9*#A-D])\s*$/.exec(info.body)?.[1];
    default:
      return info.body === "" ? undefined : "unreadable";
  }
}

/**
 * Sends digits by RFC 4733 where that was negotiated, else by INFO, one after the other, so that they arrive in their order.
 * Throws an Error when a digit cannot be sent.
 */
export function createDigitLine(peer: Peer, request: RequestInDialog): { send(digit: string): void } {
  const waiting: string[] = [];
  const next = (): void => {
    const [digit] = waiting;
    if (digit === undefined) return;
    const done = (): void => {
      waiting.shift();
      try {
        next();
      } catch {
        waiting.length = 0; // the call has ended meanwhile
      }
    };
    request(
      "INFO",
      {
        headers: [["Content-Type", "application/dtmf-relay"]],
        body: `Signal=${digit}\r\nDuration=${DTMF_TONE_SECONDS * 1_000}`,
      },
      { onFailure: done, onResponse: ({ status }) => (status < 200 ? undefined : done()) },
    );
  };
  return {
    send: (digit) => {
      const connection = peer.connection();
      // Before the sound is connected RFC 4733 is not possible: what follows may not overtake what goes by INFO.
      if (waiting.length === 0 && connection && sendRtpDigit(connection, digit)) return;
      waiting.push(digit);
      if (waiting.length > 1) return;
      try {
        next();
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    },
  };
}
