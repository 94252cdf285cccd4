import type { PhoneCommands } from "./commands.ts";
import type { PhoneEvent, PhoneSnapshot } from "./events.ts";
import type { PhoneQueues } from "./queue.port.ts";
import type { CallRecord, SipSocket, SipSocketHandlers } from "./ports.ts";
import type { TextsToPhones } from "./texting.port.ts";
import type { MailboxCount } from "./voicemail.port.ts";

/** A gateway of an outside line after a test. `lost`: its connection has ended; `silent`: it did not answer in time. */
export interface TestedGateway {
  readonly address: string;
  readonly userAgent: string;
  readonly result: "answered" | "silent" | "lost";
  /** Of its answer, which says that it is there whatever the status is. */
  readonly status?: number;
  readonly ms?: number;
}

/** A phone system of any kind, as the server uses it. */
export interface PhoneSystem {
  /** Takes a new WebSocket of `/sip` (subprotocol `sip`, Origin already checked); the caller feeds the handlers. */
  connect(socket: SipSocket): SipSocketHandlers;
  /** Events from now on, in order; returns a function that unsubscribes. An exception of a listener is logged. */
  subscribe(listener: (event: PhoneEvent) => void): () => void;
  snapshot(): PhoneSnapshot;
  /** Commands for calls in progress. The caller has already checked the person's rights. */
  readonly commands: PhoneCommands;
  /** Absent: the phone system has no queues. */
  readonly queues?: PhoneQueues | undefined;
  /**
   * Notifies the user's phones of the number of messages in their mailbox, by NOTIFY of message-summary; phones that
   * register or subscribe later are notified too. Call it after every change. Counts that were not reported since the
   * start are read from `voicemail`.
   */
  notifyMailbox(count: MailboxCount): void;
  /** Text messages to telephones (TEXT-8). */
  readonly texts: TextsToPhones;
  /** The sound of a running call as it was counted until now (CALL-110); undefined: there is no such call, or it is not answered. */
  soundOf(callId: string): Promise<CallRecord["quality"] | undefined>;
  /** Asks each registered gateway of an outside line whether it is there (LINE-30). Empty: none is registered. */
  testLine(sipUsername: string): Promise<readonly TestedGateway[]>;
  /** Refuses new calls (503), waits at most `graceMs` for current calls, ends the rest, closes every socket. */
  stop(options: { readonly graceMs: number }): Promise<void>;
}
