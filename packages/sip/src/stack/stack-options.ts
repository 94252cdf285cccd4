import type { Clock } from "../text/clock.ts";
import type { ParseFailure } from "../text/parse-failure.ts";
import type { SipRequest, SipResponse } from "../text/message.ts";
import type { SipConnection } from "../transactions/connection.ts";
import type { ServerTransaction } from "../transactions/server-transaction.ts";

/** Server transactions that one connection may have open; further requests get 503. */
export const MAX_SERVER_TRANSACTIONS = 100;
/** Malformed messages in a row after which a connection is closed. */
export const MAX_MALFORMED_IN_A_ROW = 20;
/** Retry-After of a 503, in seconds. */
export const RETRY_AFTER_SECONDS = 5;

export interface StackLimits {
  readonly serverTransactions: number;
  readonly malformedInARow: number;
}

/** A fault for a log or a counter; the stack has already handled it. */
export type StackFault =
  | { readonly kind: "malformed"; readonly connection: SipConnection; readonly failure: ParseFailure }
  | { readonly kind: "flood"; readonly connection: SipConnection; readonly method: string }
  | { readonly kind: "merged"; readonly connection: SipConnection; readonly method: string }
  | { readonly kind: "strayResponse"; readonly connection: SipConnection; readonly response: SipResponse }
  | { readonly kind: "sendFailed"; readonly connection: SipConnection; readonly cause: unknown }
  /** A callback of the user threw; a request without a response got 500. */
  | { readonly kind: "threw"; readonly connection: SipConnection; readonly cause: unknown };

export interface SipStackOptions {
  readonly clock: Clock;
  /** Returns random characters of a-z and 0-9, from a cryptographic source. */
  readonly random: (length: number) => string;
  /** The content of the Via of our own requests. */
  readonly via: { readonly transport: "WS" | "WSS"; readonly host: string; readonly port?: number };
  /**
   * Called for every new request except ACK and CANCEL. An INVITE without a response when this returns has been sent a
   * 100.
   */
  readonly onRequest: (transaction: ServerTransaction) => void;
  /** An ACK that belongs to no open transaction, for example one from another connection after a reconnect. */
  readonly onAck?: (ack: SipRequest, connection: SipConnection) => void;
  readonly onFault?: (fault: StackFault) => void;
  readonly limits?: Partial<StackLimits>;
}

/** What is open at the moment; all zero when every connection has closed. */
export interface StackCounts {
  readonly connections: number;
  readonly serverTransactions: number;
  readonly clientTransactions: number;
}
