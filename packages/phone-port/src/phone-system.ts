import type { PhoneCommands } from "./commands.ts";
import type { PhoneEvent, PhoneSnapshot } from "./events.ts";
import type { SipSocket, SipSocketHandlers } from "./ports.ts";
import type { MailboxCount } from "./voicemail.port.ts";

/** What the server knows of a phone system, whichever it is. */
export interface PhoneSystem {
  /** Takes a new WebSocket of `/sip` (subprotocol `sip`, Origin already checked); the caller feeds the handlers. */
  connect(socket: SipSocket): SipSocketHandlers;
  /** Events from now on, in order; the answer unsubscribes. A listener that throws is logged. */
  subscribe(listener: (event: PhoneEvent) => void): () => void;
  snapshot(): PhoneSnapshot;
  /** What may be ordered of calls in progress; whether a person may has been checked by the caller. */
  readonly commands: PhoneCommands;
  /**
   * Tells the user's phones how many messages their mailbox has, by NOTIFY of message-summary, and again each phone that registers
   * or subscribes: to be called after every change. What nobody has told since the start is asked of `voicemail`.
   */
  notifyMailbox(count: MailboxCount): void;
  /** Refuses new calls (503), waits at most `graceMs` for the running ones, ends what is left, closes every socket. */
  stop(options: { readonly graceMs: number }): Promise<void>;
}
