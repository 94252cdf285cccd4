/** The calls of a user agent: INVITEs and their dialogs. */
import { dialogKeyOfRequest, matchReplaces } from "@callpanel/sip";
import type { Dialog, ReplacesMatch, ServerTransaction } from "@callpanel/sip";
import type { IncomingCall, UserAgent } from "../../ports/user-agent.port.ts";
import type { CallGround, DialogOwner, Ground } from "./call/ground.ts";
import { ring } from "./call/incoming.ts";
import { dial } from "./call/outgoing.ts";

export interface SipCalls {
  readonly dial: UserAgent["call"];
  /** An INVITE outside a dialog. */
  invite(transaction: ServerTransaction): void;
  /** A request in a dialog; 481 if the dialog is unknown. */
  receive(transaction: ServerTransaction): void;
}

export type CreateSipCalls = (ground: CallGround, onIncoming: (call: IncomingCall) => void) => SipCalls;

export const createSipCalls: CreateSipCalls = (shared, onIncoming) => {
  const dialogs = createDialogBook();
  const ground: Ground = { ...shared, own: dialogs.own };
  return {
    dial: (number, microphone, listener, replacement) => dial(ground, { number, microphone, listener, replacement }),
    invite: (transaction) => {
      const match = (): ReplacesMatch => matchReplaces(transaction.request, (key) => dialogs.find(key)?.dialog);
      const first = match();
      if (first.kind === "refused") return void transaction.respond(first.status);
      // Matched again when it is answered: a call that was answered meanwhile is not ended by an `early-only`.
      const replaced = (): void => {
        const now = match();
        if (now.kind === "match") dialogs.find(now.dialog.key)?.owner.replaced();
      };
      const call = ring(ground, transaction, first.kind === "match" ? replaced : undefined);
      if (call) onIncoming(call);
    },
    receive: (transaction) => {
      const known = dialogs.find(dialogKeyOfRequest(transaction.request) ?? "");
      if (known) known.owner.receive(transaction, known.dialog);
      else transaction.respond(481);
    },
  };
};

interface DialogBook {
  own(dialog: Dialog, owner: DialogOwner): () => void;
  find(key: string): { readonly dialog: Dialog; readonly owner: DialogOwner } | undefined;
}

function createDialogBook(): DialogBook {
  const book = new Map<string, { readonly dialog: Dialog; readonly owner: DialogOwner }>();
  return {
    own: (dialog, owner) => {
      book.set(dialog.key, { dialog, owner });
      return () => void book.delete(dialog.key);
    },
    find: (key) => book.get(key),
  };
}
