import type { ClientTransactionControl } from "../transactions/client-transaction.ts";
import type { SipConnection } from "../transactions/connection.ts";
import type { ServerTransactionControl } from "../transactions/server-transaction.ts";

/** How many finished exchanges a connection keeps, to respond to a repeated message with the same text as before. */
export const KEPT_ANSWERS = 8;

/** What the stack knows of one connection. */
export interface ConnectionState {
  readonly connection: SipConnection;
  readonly servers: Map<string, ServerTransactionControl>;
  readonly clients: Map<string, ClientTransactionControl>;
  /** Final responses of ended server transactions by their key: they replace timer J, limited by number. */
  readonly answers: Map<string, string>;
  /** ACKs sent for a 2xx, by answer key, for a retransmitted 2xx. */
  readonly acks: Map<string, string>;
  /** Keys of client transactions that wait for more 2xx (timer M); when there are many, the oldest is removed first. */
  readonly accepted: Set<string>;
  malformedInARow: number;
}

export const createConnectionState = (connection: SipConnection): ConnectionState => ({
  connection,
  servers: new Map(),
  clients: new Map(),
  answers: new Map(),
  acks: new Map(),
  accepted: new Set(),
  malformedInARow: 0,
});

/** Adds to a map that keeps its newest entries. */
export const keep = (map: Map<string, string>, key: string, text: string): void => {
  map.set(key, text);
  if (map.size <= KEPT_ANSWERS) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
};
