/**
 * The media port: what call control may ask of sound. Call control runs in the server's main thread and knows no RTP;
 * the engine behind this port runs in worker threads, so a slow database or a large request never makes sound stutter.
 */

/** Codecs the system anchors without touching the payload, in order of preference. */
export type AudioCodec = "opus" | "G722" | "PCMU" | "PCMA";

/** Sound that the server itself can make; `tone` names follow the North American call-progress plan. */
export type Prompt =
  | { readonly kind: "music" }
  | { readonly kind: "tone"; readonly tone: "ringback" | "busy" | "congestion" | "beep" | "confirm" }
  | { readonly kind: "silence" };

/** One DTMF digit as it was heard in RTP (RFC 4733). */
export type DtmfDigit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "*" | "#" | "A" | "B" | "C" | "D";

/** What the party at this port hears. */
export type MediaSource =
  | { readonly kind: "peer"; readonly port: MediaPort }
  /** The sum of these parties: a room, or one party whose codec is another. */
  | { readonly kind: "mix"; readonly ports: readonly MediaPort[] }
  | { readonly kind: "prompt"; readonly prompt: Prompt }
  /** An Ogg Opus file of one stream, once, from `fromMs` on; then silence, and `played` is told, with the `token` that was given. */
  | { readonly kind: "file"; readonly path: string; readonly fromMs?: number; readonly token?: number }
  | { readonly kind: "echo" }
  | { readonly kind: "none" };

/** Which way sound may flow, seen from the far end's description (RFC 3264). */
export type MediaDirection = "sendrecv" | "sendonly" | "recvonly" | "inactive";

export type MediaEvent =
  | { readonly kind: "connected" } // ICE and DTLS are up: sound can flow
  | { readonly kind: "digit"; readonly digit: DtmfDigit; readonly durationMs: number }
  /** The party began or stopped to speak; told of whoever is heard in a mix, or is recorded alone. */
  | { readonly kind: "talking"; readonly talking: boolean }
  /** A file was heard to its end, or cannot be played, which `failure` says. Not told of one that something else took the place of. */
  | { readonly kind: "played"; readonly path: string; readonly token?: number; readonly failure?: string }
  | { readonly kind: "failed"; readonly reason: string }; // ICE or DTLS failed, or the worker died: the port is closed

/** What the party says and what it hears, or only what it says. */
export type RecordedSides = "both" | "said";

/** A stretch of a recording that was paused and is silent; both in ms, `offsetMs` from the recording's start. */
export interface RecordingMark {
  readonly offsetMs: number;
  readonly durationMs: number;
}

/** What a recording came to. A file that could not be written to its end is still playable up to `durationMs`. */
export interface RecordedSound {
  readonly durationMs: number;
  readonly bytes: number;
  readonly marks: readonly RecordingMark[];
  /** Why it ended before it was stopped, e.g. a full disk. */
  readonly failure?: string;
}

/** A recording under way. The port's end is its end. */
export interface MediaRecording {
  /** A pause leaves silence of its true length, and a mark. */
  pause(paused: boolean): void;
  /** `keepMs`: what was recorded after that is cut off, to the half second. */
  stop(keepMs?: number): void;
  /** Resolves when the file is closed, however it came to that, and at once where none could be made; never rejects. */
  readonly ended: Promise<RecordedSound>;
}

/** Counts since the port opened. */
export interface MediaStats {
  readonly packetsReceived: number;
  readonly packetsSent: number;
  readonly packetsLost: number;
  readonly jitterMs: number;
  readonly codec: AudioCodec | undefined;
}

/**
 * One party's end of the sound: one ICE/DTLS-SRTP transport with one audio stream. Every method that returns a promise
 * rejects with a `MediaError` when the description cannot be used or the port is closed.
 */
export interface MediaPort {
  readonly id: string;
  /** Answers the far end's offer. `codecs` limits what may be answered (used to give both legs the same codec). Also takes re-offers. */
  answer(input: {
    offer: string;
    codecs?: readonly AudioCodec[];
  }): Promise<{ sdp: string; codec: AudioCodec; direction: MediaDirection }>;
  /** Makes an offer to the far end. A second call makes a re-offer; `restartIce` asks for new credentials. */
  offer(input: { codecs?: readonly AudioCodec[]; restartIce?: boolean }): Promise<{ sdp: string }>;
  /** Takes the far end's answer to the last `offer`. */
  accept(input: { answer: string }): Promise<{ codec: AudioCodec; direction: MediaDirection }>;
  /** Sets what this party hears from now on; sequence, timestamp and SSRC stay continuous over the change. Works across workers. */
  hear(source: MediaSource): void;
  /** Sends a digit to this party as RFC 4733 events, if it negotiated telephone-event. */
  sendDigit(digit: DtmfDigit, durationMs: number): void;
  stats(): Promise<MediaStats>;
  /**
   * Records what this party says (left) and hears (right) as Ogg Opus into a new file of the machine the engine runs on;
   * with `said` only what it says, of one channel, and `talking` is told. One recording at a time. What the party is given
   * to hear may change meanwhile, the bridge it is in as well.
   */
  record(input: { path: string; sides?: RecordedSides }): MediaRecording;
  subscribe(listener: (event: MediaEvent) => void): () => void;
  close(): void;
}

/** What a description offers, read without opening anything; used to plan codecs before a callee is asked. */
export interface DescriptionSummary {
  readonly codecs: readonly AudioCodec[];
  readonly direction: MediaDirection;
  readonly hasVideo: boolean;
}

export interface MediaEngine {
  /** Opens a port. `near` asks for the same worker as another port, so that the two are bridged without a hop. */
  open(options?: { near?: MediaPort }): MediaPort;
  /** Reads an SDP body; undefined when it is not one the engine can use (no audio, no common codec, malformed): answer 488. */
  summarize(sdp: string): DescriptionSummary | undefined;
  /** Open ports, for metrics and leak tests. */
  readonly openPortCount: number;
  close(): Promise<void>;
}

export type MediaErrorReason = "unusable-description" | "closed" | "worker-lost" | "busy";

export class MediaError extends Error {
  override readonly name = "MediaError";
  readonly reason: MediaErrorReason;
  constructor(reason: MediaErrorReason, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}
