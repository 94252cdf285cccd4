import type { ChatFile, listSmsNumbers, SmsConversation } from "@callpanel/contract";
import type { ErrorSay, Given } from "../api/api.ts";
import { defineService } from "../service.ts";
import type { Readable, Store } from "../store.ts";

/** Numbers from which the user writes, and the service that carries the messages. */
export type SmsNumbers = Given<typeof listSmsNumbers.response>;

export type SmsWritten = Pick<SmsWaiting, "text" | "files">;

/** A text message that the server has not taken yet. */
export interface SmsWaiting {
  /** Its `client_id`: sent again with the same, it is stored once. */
  readonly request: string;
  readonly conversation: string;
  readonly text: string;
  /** Uploaded already. */
  readonly files: readonly ChatFile[];
  readonly at: number;
  /** The refusal that it got for good; null: it waits, or is being sent. */
  readonly refusal: ErrorSay | null;
}

/** Unsent texts by conversation. */
export interface SmsDrafts extends Readable<ReadonlyMap<string, string>> {
  keep(conversation: string, text: string): void;
}

/** Text messages of the signed-in person, on every page. */
export interface Sms {
  /** Unread messages of all conversations. */
  readonly unread: Readable<number>;
  /** Null: not loaded yet. */
  readonly numbers: Readable<SmsNumbers | null>;
  /** In the order in which they go. */
  readonly outbox: Readable<readonly SmsWaiting[]>;
  readonly drafts: SmsDrafts;
  write(conversation: string, message: SmsWritten): void;
  retry(request: string): void;
  dismiss(request: string): void;
  /** The number to which the dialog for a new message is open; empty: none yet; null: closed. */
  readonly writeTo: Store<string | null, string | null>;
  /** The conversation on screen; null: none. */
  show(conversation: string | null): void;
  readonly shown: () => string | null;
  /** A message came in. @returns a stop function */
  onNotice(listener: (conversation: SmsConversation) => void): () => void;
}

export const SMS = defineService<Sms>("sms");

/** Only full numbers get text messages: no extension, no short code, no name. */
export const isTextable = (number: string): boolean => number.replace(/\D/g, "").length >= 10;
