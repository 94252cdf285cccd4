import type { Clock } from "../text/clock.ts";
import type { ParseFailure } from "../text/parse-failure.ts";
import type { SipRequest, SipResponse } from "../text/message.ts";
import type { SipConnection } from "../transactions/connection.ts";
import type { ServerTransaction } from "../transactions/server-transaction.ts";

/** Server transactions that one connection may have open; the next request is answered with 503. */
export const MAX_SERVER_TRANSACTIONS = 100;
/** Malformed messages in a row after which a connection is closed. */
export const MAX_MALFORMED_IN_A_ROW = 20;
/** What a 503 asks to wait, in seconds. */
export const RETRY_AFTER_SECONDS = 5;

export interface StackLimits {
  readonly serverTransactions: number;
  readonly malformedInARow: number;
}

/** Something that a log or a counter may want to know; the stack has dealt with it already. */
export type StackFault =
  | { readonly kind: "malformed"; readonly connection: SipConnection; readonly failure: ParseFailure }
  | { readonly kind: "flood"; readonly connection: SipConnection; readonly method: string }
  | { readonly kind: "merged"; readonly connection: SipConnection; readonly method: string }
  | { readonly kind: "strayResponse"; readonly connection: SipConnection; readonly response: SipResponse }
  | { readonly kind: "sendFailed"; readonly connection: SipConnection; readonly cause: unknown }
  /** A callback of the user threw; a request without a response was answered with 500. */
  | { readonly kind: "threw"; readonly connection: SipConnection; readonly cause: unknown };

export interface SipStackOptions {
  readonly clock: Clock;
  /** So many random characters of a-z and 0-9, from a cryptographic source. */
  readonly random: (length: number) => string;
  /** What stands in the Via of our own requests. */
  readonly via: { readonly transport: "WS" | "WSS"; readonly host: string; readonly port?: number };
  /** Every new request but ACK and CANCEL. An INVITE that is not answered when this returns has been given a 100. */
  readonly onRequest: (transaction: ServerTransaction) => void;
  /** An ACK that belongs to no open transaction, such as one that comes by another connection after a reconnect. */
  readonly onAck?: (ack: SipRequest, connection: SipConnection) => void;
  readonly onFault?: (fault: StackFault) => void;
  readonly limits?: Partial<StackLimits>;
}

/** What is open just now; all zero when every connection is gone. */
export interface StackCounts {
  readonly connections: number;
  readonly serverTransactions: number;
  readonly clientTransactions: number;
}
