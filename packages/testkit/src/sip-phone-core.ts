/** The shapes that a test phone and its calls share. */
import type {
  Dialog,
  HeaderField,
  NameAddr,
  ServerTransaction,
  SipConnection,
  SipRequest,
  SipResponse,
  SipStack,
  Uri,
} from "@callpanel/sip";
import type { AudioDescription } from "./audio-description.ts";

/** Makes and takes the descriptions of one call. */
export interface PhoneMedia {
  offer(description: AudioDescription): Promise<string>;
  answer(offer: string, description: AudioDescription): Promise<string>;
  accept(answer: string): Promise<void>;
}

export type PhoneCallState = "calling" | "ringing" | "talking" | "ended";

export interface CallOptions {
  readonly headers?: readonly HeaderField[];
  readonly description?: AudioDescription;
  /** This exact body, in place of a generated description; "" sends an INVITE without one. */
  readonly body?: string;
  readonly contentType?: string;
  readonly displayName?: string;
  /** In From in place of its own, as a gateway writes the number of an outside caller. */
  readonly fromNumber?: string;
  /** Leaves out PRACK. */
  readonly withoutPrack?: boolean;
  /** Never acknowledges the 200. */
  readonly withoutAck?: boolean;
}

export interface PhoneCall {
  readonly direction: "outgoing" | "incoming";
  readonly state: PhoneCallState;
  /** The INVITE as it was last sent or as it came. */
  readonly invite: SipRequest | undefined;
  /** All statuses that came for the INVITE, the challenge left out. */
  readonly statuses: readonly number[];
  /** What the far end answered to each PRACK. */
  readonly pracks: readonly number[];
  /** The last response to the INVITE. */
  readonly response: SipResponse | undefined;
  /** The far end's last description. */
  readonly remoteSdp: string;
  /** What the far end sent within the dialog, by method. */
  readonly requests: readonly SipRequest[];
  readonly dialog: Dialog | undefined;
  /** Resolves once it is in the state, or has ended (with the state it has then). */
  until(state: PhoneCallState): Promise<PhoneCallState>;
  /** Incoming calls only. */
  ring(): void;
  /**
   * 183 with SDP. `fork`: from another branch behind the same contact, with another To tag; `rseq`: reliably (RFC 3262).
   */
  early(options?: {
    readonly description?: AudioDescription;
    readonly headers?: readonly HeaderField[];
    readonly fork?: string;
    readonly rseq?: number;
    readonly status?: number;
    readonly silent?: boolean;
  }): Promise<void>;
  answer(description?: AudioDescription): Promise<void>;
  reject(status: number, headers?: readonly HeaderField[]): void;
  /** CANCEL or BYE, depending on the state of the call. */
  hangUp(): void;
  /** A re-INVITE or UPDATE with a description; resolves with its final response. */
  reoffer(description: AudioDescription, method?: "INVITE" | "UPDATE"): Promise<SipResponse>;
  hold(): Promise<SipResponse>;
  unhold(): Promise<SipResponse>;
  /** Any request within the dialog. */
  request(
    method: string,
    parts?: { readonly headers?: readonly HeaderField[]; readonly body?: string },
  ): Promise<SipResponse>;
  /** The Replaces value that names this call's dialog to the server. */
  replaces(): string;
  /** Answers 481 to every request of the far end from now on, or to one method. */
  forget(what?: string): void;
  /** The next request of a method is refused. */
  refuseNext(method: string, status: number): void;
  /** Headers of the answer to a BYE; `none` sends no answer at all. */
  answersByeWith(answer: readonly HeaderField[] | "none"): void;
  /** Called by the phone for a request within the dialog. */
  take(transaction: ServerTransaction): void;
}

/** What a call of the phone may use of it. */
export interface PhoneCore {
  readonly stack: SipStack;
  readonly self: NameAddr;
  readonly contact: NameAddr;
  readonly random: (length: number) => string;
  /** The Allow field of what it sends in its calls. */
  readonly allow: HeaderField;
  connection(): SipConnection;
  addressOf(target: string): Uri;
  media(): PhoneMedia;
  /** The credentials for a request that was refused with 401 or 407. */
  credentials(request: SipRequest, response: SipResponse): HeaderField | undefined;
  adopt(key: string, call: PhoneCall): void;
}
