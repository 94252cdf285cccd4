import type { Clock } from "../text/clock.ts";
import { T1_MS, T2_MS, TRANSACTION_TIMEOUT_MS } from "./timers.ts";

export interface AnswerRetransmission {
  readonly clock: Clock;
  /** Sends the 2xx once more. */
  readonly send: () => void;
  /** No ACK came within 64*T1: the session should be ended with BYE. */
  readonly timedOut: () => void;
}

/**
 * Sends a 2xx to INVITE again at T1, doubling up to T2, until it is stopped by the ACK or 64*T1 are over (RFC 3261
 * §13.3.1.4, also on reliable transports). The caller sends it the first time. Returns a function that stops it.
 */
export const retransmitAnswer = ({ clock, send, timedOut }: AnswerRetransmission): (() => void) => {
  const endsAt = clock.now() + TRANSACTION_TIMEOUT_MS;
  let interval = T1_MS;
  let cancel: () => void;
  const tick = (): void => {
    if (clock.now() >= endsAt) {
      timedOut();
      return;
    }
    schedule(Math.min(interval * 2, T2_MS));
    send();
  };
  const schedule = (next: number): void => {
    interval = next;
    cancel = clock.setTimeout(tick, Math.min(next, Math.max(endsAt - clock.now(), 0)));
  };
  cancel = clock.setTimeout(tick, interval);
  return () => {
    cancel();
  };
};
