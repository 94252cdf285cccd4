import type { PhoneEvent, PhoneSnapshot } from "./events.ts";
import type { MediaEngine } from "./media/media.port.ts";
import type { CallLedger, Clock, Directory, Log, SipSocket, SipSocketHandlers } from "./ports.ts";
import type { PhoneSettings } from "./settings.ts";

export interface PhoneSystemDeps {
  readonly clock: Clock;
  /** Cryptographically strong bytes, e.g. `randomBytes` of node:crypto. */
  readonly random: (byteCount: number) => Uint8Array;
  readonly directory: Directory;
  readonly calls: CallLedger;
  readonly media: MediaEngine;
  /** Realm of the digest and host part of every address of record, e.g. `demo`. */
  readonly realm: string;
  readonly settings?: Partial<PhoneSettings>;
  readonly log: Log;
}

export interface PhoneSystem {
  /** Takes a new WebSocket of `/sip` (subprotocol `sip`, Origin already checked); the caller feeds the handlers. */
  connect(socket: SipSocket): SipSocketHandlers;
  /** Events from now on, in order; the answer unsubscribes. A listener must not throw. */
  subscribe(listener: (event: PhoneEvent) => void): () => void;
  snapshot(): PhoneSnapshot;
  /** Refuses new calls (503), waits at most `graceMs` for the running ones, ends what is left, closes every socket. */
  stop(options: { readonly graceMs: number }): Promise<void>;
}

/** Builds the phone system. It listens nowhere: sockets come by `connect`. */
export function createPhoneSystem(deps: PhoneSystemDeps): PhoneSystem {
  const listeners = new Set<(event: PhoneEvent) => void>();
  return {
    connect: () => ({ receive: () => undefined, closed: () => undefined }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => ({
      registrations: [],
      calls: [],
      counts: { connections: 0, registrations: 0, calls: 0, legs: 0, dialogs: 0, transactions: 0, mediaPorts: deps.media.openPortCount },
    }),
    stop: () => Promise.resolve(),
  };
}
