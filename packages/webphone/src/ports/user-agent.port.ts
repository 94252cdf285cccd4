/**
 * What the phone needs from a SIP user agent: registration, proof of life, and calls. `adapters/sip` is the one
 * implementation; nothing of its own types passes this line.
 */
import type { FarEnd } from "../model/far-end.ts";
import type { SoundCount } from "../model/quality.ts";

export interface SipProxy {
  /** Absolute: ws://… or wss://… */
  readonly url: string;
  /** Higher is tried first. */
  readonly weight: number;
}

export interface UserAgentSettings {
  readonly uri: string;
  readonly realm: string;
  /** MD5(username:realm:password). */
  readonly ha1: string;
  readonly displayName: string;
  readonly userAgentName: string;
  readonly proxies: readonly SipProxy[];
  /** Asked for at each call. */
  readonly iceServers: () => readonly RTCIceServer[];
}

export interface RegistrationFailure {
  /** Short cause, for example `Authentication Error` or `Request Timeout`. */
  readonly cause: string;
  /** Reason phrase of the response, empty when there was none. */
  readonly reason: string;
  /** SIP status code; undefined when no response came. */
  readonly statusCode: number | undefined;
}

export type UserAgentEvent =
  | { readonly kind: "connected" }
  | { readonly kind: "disconnected" }
  | { readonly kind: "registered" }
  | { readonly kind: "unregistered" }
  | { readonly kind: "registrationFailed"; readonly failure: RegistrationFailure }
  | { readonly kind: "incoming"; readonly call: IncomingCall }
  /** NOTIFY of message-summary (RFC 3842). */
  | { readonly kind: "messageWaiting"; readonly newCount: number; readonly oldCount: number };

/** A document for PUBLISH (RFC 3903). */
export interface Publication {
  readonly event: "presence" | "dialog";
  readonly contentType: string;
  /** 0 withdraws what `ifMatch` names. */
  readonly expiresSeconds: number;
  /** Empty: what was published before is refreshed, or withdrawn. */
  readonly body: string;
  /** The entity tag of the publication that it replaces. */
  readonly ifMatch?: string;
}

export interface Published {
  /** Undefined if the phone system returned no tag: then nothing can be refreshed or withdrawn. */
  readonly tag: string | undefined;
  readonly expiresSeconds: number;
}

/** Why a publication was not taken; `statusCode` is undefined when no answer came. */
export class PublishError extends Error {
  readonly statusCode: number | undefined;

  constructor(reason: string, statusCode?: number) {
    super(reason);
    this.statusCode = statusCode;
  }
}

/** How a call ended, from SIP. */
export interface CallEnd {
  /** `local`: this side ended it; `system`: neither side did (no answer from the network, no media, connection lost). */
  readonly by: "local" | "remote" | "system";
  readonly fault: "none" | "media" | "other";
  /** SIP status code of the final response, undefined for BYE, CANCEL and local causes. */
  readonly statusCode: number | undefined;
  /** `cause` of a Reason header with protocol SIP (RFC 3326), for example 200 in `Call completed elsewhere`. */
  readonly reasonCause: number | undefined;
  /** The text next to `reasonCause`. */
  readonly reasonText?: string | undefined;
  /** `cause` of a Reason header with protocol Q.850 (RFC 6432), for example 19, no answer. */
  readonly q850Cause?: number | undefined;
  /** The text of a refusal's Warning (RFC 3261 §20.43), as plain text; undefined without a Warning. */
  readonly warning?: string | undefined;
  /** The user agent's own word, for logs and `call.failed`. */
  readonly cause: string;
}

export type SessionEvent =
  | { readonly kind: "ringing" }
  /** The far end sends sound before it answers (183 with SDP): no local ringback. */
  | { readonly kind: "earlyMedia" }
  | { readonly kind: "accepted" }
  | { readonly kind: "remoteSound"; readonly stream: MediaStream }
  | { readonly kind: "digit"; readonly digit: string }
  /** The phone system says in the middle of a call who is there now (RFC 3325 in a re-INVITE or UPDATE). */
  | { readonly kind: "identified"; readonly far: FarEnd }
  /** An answer to the INVITE says who is there. */
  | { readonly kind: "faced"; readonly far: FarEnd }
  /** The way of the sound (ICE): found, or lost for now. */
  | { readonly kind: "path"; readonly path: "up" | "down" }
  | { readonly kind: "ended"; readonly end: CallEnd };

/** How a REFER fares: `taken` at most once, then one of the others. */
export type ReferEvent =
  | { readonly kind: "taken" }
  /** NOTIFY with 2xx: the far end talks to the target. */
  | { readonly kind: "done" }
  /** `request`: the REFER itself was refused; `target`: a NOTIFY says that the target was not reached. */
  | { readonly kind: "failed"; readonly at: "request" | "target"; readonly reason: string };

export type ReferListener = (event: ReferEvent) => void;

export type SessionListener = (event: SessionEvent) => void;

/** What names a dialog (RFC 3261 §12), from this side. */
export interface DialogId {
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string;
}

/** How a call is begun that takes the place of another (RFC 3891). */
export interface Replacement {
  readonly replaces: DialogId;
  /** `sendonly`: on hold, as the other was. */
  readonly direction: "sendrecv" | "sendonly";
}

/** One SIP dialog with one peer connection. Calls after its end do nothing. */
export interface CallSession {
  readonly sipCallId: string;
  /** Once there is a dialog. */
  dialog(): DialogId | undefined;
  /** Cancels, rejects (480) or sends BYE, depending on the state; without a connection the BYE is sent when it is back. */
  terminate(): void;
  /** Sound to the far end: `sendonly` is hold. Rejects with an Error when the re-INVITE is refused; the call goes on as it was. */
  setDirection(direction: "sendrecv" | "sendonly"): Promise<void>;
  /**
   * Restores the media path: a re-INVITE with an ICE restart (RFC 8839 §4.4.1). Rejects with an Error when there is
   * no answer or it is refused; the call goes on as it was.
   */
  restartIce(): Promise<void>;
  /** The counts of the received sound; undefined until there are any. May reject. */
  countSound(): Promise<SoundCount | undefined>;
  /** What X-Call-Quality says when the call ends, in the BYE or in the answer to the far end's. */
  reportQuality(report: string): void;
  /** Silences the microphone toward the far end without renegotiation. */
  silence(silence: "on" | "off"): void;
  /** RFC 4733 when negotiated, else SIP INFO. Throws an Error when neither can be sent. */
  sendDigit(digit: string): void;
  /**
   * Asks for the far end to be sent to `number` (RFC 3515), in place of the far end of `replaced` when that is given
   * (RFC 3891; a dialled session). Throws an Error when nothing can be sent.
   */
  refer(number: string, replaced: CallSession | undefined, listener: ReferListener): void;
  /** Hot-swaps the microphone. */
  replaceMicrophone(stream: MediaStream): Promise<void>;
}

export interface IncomingCall extends CallSession {
  readonly number: string;
  readonly name: string;
  readonly far?: FarEnd | undefined;
  /** Call-Info ends in answer-after=0 (spec 1 §4). */
  readonly autoAnswer: boolean;
  /** X-Screen-Pop-* headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  listen(listener: SessionListener): void;
  answer(microphone: MediaStream): void;
  /** Refuses with a SIP status code. */
  reject(statusCode: number): void;
}

export interface UserAgent {
  /** Connects and registers; reconnects by itself from then on. */
  start(): void;
  register(): void;
  /** Proves itself by this from now on: MD5(username:realm:secret). */
  useHa1(ha1: string): void;
  unregister(): void;
  /** Drops the connection, if any, and connects again at once. Dialogs live on. */
  reconnect(): void;
  /** One OPTIONS to the registrar; any answer below 500 except 408 counts. Called back once. */
  sendOptions(done: (outcome: "answered" | "failed") => void): void;
  /** Without a microphone nothing is sent: for a call that is taken back only to be ended. */
  call(
    number: string,
    microphone: MediaStream | undefined,
    listener: SessionListener,
    replacement?: Replacement,
  ): CallSession;
  /** Publishes it for the person; rejects with a PublishError. */
  publish(publication: Publication): Promise<Published>;
  /** Closes the connection for good. `disconnected` follows. */
  stop(): void;
}

/** Makes a user agent; throws an Error with a message that says what is wrong with the settings. */
/** The name of the Error for settings that cannot be used. */
export const CONFIGURATION_ERROR = "CONFIGURATION_ERROR";

/** Throws an Error where no user agent can be made, named `CONFIGURATION_ERROR` where that is due to the settings. */
export type CreateUserAgent = (settings: UserAgentSettings, onEvent: (event: UserAgentEvent) => void) => UserAgent;
