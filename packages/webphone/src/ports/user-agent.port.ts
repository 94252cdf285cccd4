/**
 * What the phone needs from a SIP user agent: registration, proof of life, and calls. The JsSIP adapter is the one
 * implementation; nothing of JsSIP's own types passes this line.
 */

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
  readonly iceServers: readonly RTCIceServer[];
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
  | { readonly kind: "incoming"; readonly call: IncomingCall };

/** How a call ended, as SIP tells it. */
export interface CallEnd {
  /** `local`: this side asked; `system`: nobody did (no answer from the network, no media, connection lost). */
  readonly by: "local" | "remote" | "system";
  readonly fault: "none" | "media" | "other";
  /** SIP status code of the final response, undefined for BYE, CANCEL and local causes. */
  readonly statusCode: number | undefined;
  /** `cause` of a Reason header with protocol SIP (RFC 3326), for example 200 in `Call completed elsewhere`. */
  readonly reasonCause: number | undefined;
  /** `cause` of a Reason header with protocol Q.850 (RFC 6432), for example 19, no answer. */
  readonly q850Cause?: number | undefined;
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
  | { readonly kind: "ended"; readonly end: CallEnd };

export type SessionListener = (event: SessionEvent) => void;

/** One SIP dialog with one peer connection. Calls after its end do nothing. */
export interface CallSession {
  readonly sipCallId: string;
  /** Cancels, rejects (480) or says BYE, whichever fits. */
  terminate(): void;
  /** Sound to the far end: `sendonly` is hold. Rejects with an Error when the re-INVITE is refused; the call goes on as it was. */
  setDirection(direction: "sendrecv" | "sendonly"): Promise<void>;
  /** Silences the microphone toward the far end without renegotiation. */
  silence(silence: "on" | "off"): void;
  /** RFC 4733 when negotiated, else SIP INFO. Throws an Error when neither can be sent. */
  sendDigit(digit: string): void;
  /** Hot-swaps the microphone. */
  replaceMicrophone(stream: MediaStream): Promise<void>;
}

export interface IncomingCall extends CallSession {
  readonly number: string;
  readonly name: string;
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
  unregister(): void;
  /** Drops the connection, if any, and connects again at once. Dialogs live on. */
  reconnect(): void;
  /** One OPTIONS to the registrar; any answer below 500 except 408 counts. Called back once. */
  sendOptions(done: (outcome: "answered" | "failed") => void): void;
  call(number: string, microphone: MediaStream, listener: SessionListener): CallSession;
  /** Closes the connection for good. `disconnected` follows. */
  stop(): void;
}

/** Makes a user agent; throws an Error whose message says what is wrong with the settings. */
export type CreateUserAgent = (settings: UserAgentSettings, onEvent: (event: UserAgentEvent) => void) => UserAgent;
