/** The dialog of a leg, and the requests that this system sends within it. */
import { listValues, type Dialog, type HeaderField, type SipMessage, type SipStack } from "@callpanel/sip";
import type { PhoneConnection } from "../../connection/connections.ts";

export interface RequestContent {
  readonly headers?: readonly HeaderField[];
  readonly body?: string;
}

export interface LegDialog {
  readonly current: Dialog | undefined;
  /** Sets the early or confirmed dialog; the last one counts. */
  set(dialog: Dialog): void;
  /** `answered` is called once: with the final response, or with undefined if none comes. */
  request(method: string, content: RequestContent, answered?: (response?: SipMessage) => void): void;
  /** Remembers the methods that the phone allows. */
  noteAllow(message: SipMessage): void;
  /** The phone supports UPDATE (RFC 3311). */
  readonly takesUpdate: boolean;
}

interface LegDialogParts {
  readonly stack: SipStack;
  readonly connection: () => PhoneConnection;
  /** The phone does not know the dialog any more, or does not respond. */
  readonly gone: () => void;
  readonly replaced: (made: Dialog, before: Dialog | undefined) => void;
}

export const createLegDialog = (parts: LegDialogParts): LegDialog => new DialogOfLeg(parts);

class DialogOfLeg implements LegDialog {
  readonly #parts: LegDialogParts;
  #current: Dialog | undefined;
  #takesUpdate = false;

  constructor(parts: LegDialogParts) {
    this.#parts = parts;
  }

  get current(): Dialog | undefined {
    return this.#current;
  }

  get takesUpdate(): boolean {
    return this.#takesUpdate;
  }

  set(made: Dialog): void {
    const before = this.#current;
    this.#current = made;
    this.#parts.replaced(made, before);
  }

  request(method: string, content: RequestContent, answered?: (response?: SipMessage) => void): void {
    const { stack, connection, gone } = this.#parts;
    if (this.#current === undefined) return answered?.();
    const dialog = this.#current;
    const request = dialog.createRequest(method, content);
    stack.request(connection(), request, {
      onResponse: (response) => {
        const { status } = response;
        if (method === "INVITE" && status >= 200 && status < 300)
          stack.acknowledge(connection(), dialog.createAck(request));
        if (status >= 200) answered?.(response);
        // RFC 3261 §12.2.1.2; for NOTIFY it ends only the subscription (RFC 5057 §5.1)
        if (method !== "NOTIFY" && (status === 481 || status === 408)) gone();
      },
      onFailure: (failure) => {
        answered?.();
        if (failure === "timeout") gone();
      },
    });
  }

  noteAllow(message: SipMessage): void {
    this.#takesUpdate = listValues(message, "Allow").some((method) => method.toUpperCase() === "UPDATE");
  }
}
