/** The requests that this side sends within the dialog of a call. */
import type { Dialog, HeaderField, SipRequest } from "@callpanel/sip";
import type { Ground } from "./ground.ts";
import { UNWATCHED } from "../account/sender.ts";
import type { SendHandlers } from "../account/sender.ts";

export interface InDialogParts {
  readonly headers?: readonly HeaderField[];
  readonly body?: string;
}

export interface InDialogHandlers extends SendHandlers {
  /** Before it is sent, and again for each challenge that is answered. */
  sending?(request: SipRequest): void;
}

/** Throws an Error when there is no dialog to send it in. */
export type RequestInDialog = (method: string, parts: InDialogParts, handlers: InDialogHandlers) => void;

interface RequesterParts {
  readonly ground: Ground;
  dialog(): Dialog | undefined;
  /** The far end knows nothing of the dialog. */
  lost(): void;
}

export function createRequester({ ground, dialog, lost }: RequesterParts): RequestInDialog {
  return (method, { headers = [], body }, handlers) => {
    const within = dialog();
    if (within === undefined) throw new Error("the call is not established");
    const make = (): SipRequest => {
      const made = within.createRequest(method, {
        headers: [...headers, ...ground.account.common],
        ...(body !== undefined && { body }),
      });
      handlers.sending?.(made);
      return made;
    };
    ground.send(make, {
      onFailure: (failure) => handlers.onFailure(failure),
      onResponse: (response, sent) => {
        handlers.onResponse(response, sent);
        if (response.status === 408 || response.status === 481) lost(); // RFC 3261 §12.2.1.2
      },
    });
  };
}

/** In a dialog that may not be that of the call. */
export function sayBye(ground: Ground, dialog: Dialog, headers: readonly HeaderField[] = []): void {
  dialog.terminate();
  ground.send(() => dialog.createRequest("BYE", { headers: [...headers, ...ground.account.common] }), UNWATCHED);
}
