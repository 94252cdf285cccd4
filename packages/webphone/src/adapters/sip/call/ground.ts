/** What all calls of a user agent share. */
import type { Dialog, ServerTransaction, SipRequest } from "@callpanel/sip";
import type { Clock } from "../../../ports/clock.port.ts";
import type { Account } from "../account/account.ts";
import type { MakeRequest, SendHandlers, Sending } from "../account/sender.ts";

/** Takes the requests of a dialog. */
export interface DialogOwner {
  receive(transaction: ServerTransaction, dialog: Dialog): void;
  /** An INVITE with Replaces has taken its place (RFC 3891 §3). */
  replaced(): void;
}

/** The user agent's part of it. */
export interface CallGround {
  readonly clock: Clock;
  readonly account: Account;
  pcConfig(): RTCConfiguration;
  /** The phone system said that its media learns candidates from connectivity checks. */
  learnsCandidates(): boolean;
  send(make: MakeRequest, handlers: SendHandlers): Sending;
  /** Sends the ACK to a 2xx. */
  acknowledge(ack: SipRequest): void;
  /** Runs it now, or when the phone is registered again. */
  whenConnected(run: () => void): void;
  onOpened(call: { terminate(): void }): void;
  onClosed(call: { terminate(): void }): void;
}

export interface Ground extends CallGround {
  /** From now on the owner gets the requests of this dialog; returns how to end that. */
  own(dialog: Dialog, owner: DialogOwner): () => void;
}
