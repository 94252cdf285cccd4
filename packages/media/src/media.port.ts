import type { VideoRoomPort } from "./video.port.ts";

/**
 * The media port: what call control can do with audio. Call control runs in the server's main thread and knows no RTP.
 * The engine behind this port runs in worker threads, so a slow database or a large request never interrupts the audio.
 */

/** Codecs that the system relays without changing the payload, in order of preference. */
export type AudioCodec = "opus" | "G722" | "PCMU" | "PCMA";

/** Audio that the server itself makes; `tone` names follow the North American call-progress plan. */
export type Prompt =
  | { readonly kind: "music" }
  | { readonly kind: "tone"; readonly tone: "ringback" | "busy" | "congestion" | "beep" | "confirm" }
  | { readonly kind: "silence" };

/** One DTMF digit as received in RTP (RFC 4733). */
export type DtmfDigit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "*" | "#" | "A" | "B" | "C" | "D";

/** What the party at this port hears. */
export type MediaSource =
  | { readonly kind: "peer"; readonly port: MediaPort }
  /** The sum of these parties: a room, or one party with another codec. */
  | { readonly kind: "mix"; readonly ports: readonly MediaVoice[]; readonly gains?: MixGains }
  | { readonly kind: "prompt"; readonly prompt: Prompt }
  /**
   * An Ogg Opus file with one stream, played once from `fromMs` on; then silence, and `played` is emitted with the
   * given `token`.
   */
  | { readonly kind: "file"; readonly path: string; readonly fromMs?: number; readonly token?: number }
  | { readonly kind: "echo" }
  | { readonly kind: "none" };

/** A port as it is heard in a mix. */
export interface MediaVoice {
  readonly id: string;
}

/** How much louder a mix is, in decibels; 0 where nothing is given. */
export interface MixGains {
  /** All that the listener hears. */
  readonly all?: number;
  /** Single parties, by the ids of their ports. */
  readonly of?: ReadonlyMap<string, number>;
}

/** The direction of audio from the view of the far end's description (RFC 3264). */
export type MediaDirection = "sendrecv" | "sendonly" | "recvonly" | "inactive";

export type MediaEvent =
  | { readonly kind: "connected" } // ICE and DTLS are up: sound can flow
  | { readonly kind: "digit"; readonly digit: DtmfDigit; readonly durationMs: number }
  /**
   * The party began or stopped talking; emitted for parties that are heard in a mix, or of which only the own audio is
   * recorded.
   */
  | { readonly kind: "talking"; readonly talking: boolean }
  /**
   * A file was played to its end, or cannot be played (`failure`). Not emitted for a file that was replaced by another
   * source.
   */
  | { readonly kind: "played"; readonly path: string; readonly token?: number; readonly failure?: string }
  | { readonly kind: "failed"; readonly reason: string }; // ICE or DTLS failed, or the worker died: the port is closed

/** What the party says and what it hears, or one of them. */
export type RecordedSides = "both" | "said" | "heard";

/** A part of a recording that was paused and is silent; both in ms, `offsetMs` from the recording's start. */
export interface RecordingMark {
  readonly offsetMs: number;
  readonly durationMs: number;
}

/** The result of a recording. A file that could not be written completely is still playable up to `durationMs`. */
export interface RecordedSound {
  readonly durationMs: number;
  readonly bytes: number;
  readonly marks: readonly RecordingMark[];
  /** Why it ended before it was stopped, e.g. a full disk. */
  readonly failure?: string;
}

/** A recording in progress. It ends at the latest with its port. */
export interface MediaRecording {
  /** A pause leaves silence of its real length, and a mark. */
  pause(paused: boolean): void;
  /** `keepMs`: what was recorded after this point is cut off, in steps of half a second. */
  stop(keepMs?: number): void;
  /** Resolves when the file is closed, for any reason, and immediately when no file could be made; never rejects. */
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
 * The call is not answered: the far end may connect its audio, but need not. The same description without this, or
 * another one, follows when it is answered; only then must the connection come.
 */
export type Early = true;

/**
 * One party's end of the media: one ICE/DTLS-SRTP transport with one audio stream. Every method that returns a promise
 * rejects with a `MediaError` when the description cannot be used or the port is closed.
 */
export interface MediaPort extends MediaVoice {
  /**
   * Answers the far end's offer. `codecs` limits the codecs of the answer (used to give both legs the same codec). Also
   * accepts re-offers.
   */
  answer(input: {
    offer: string;
    codecs?: readonly AudioCodec[];
    early?: Early;
  }): Promise<{ sdp: string; codec: AudioCodec; direction: MediaDirection }>;
  /** Makes an offer to the far end. A second call makes a re-offer; `restartIce` asks for new credentials. */
  offer(input: { codecs?: readonly AudioCodec[]; restartIce?: boolean }): Promise<{ sdp: string }>;
  /** Applies the far end's answer to the last `offer`. */
  accept(input: { answer: string; early?: Early }): Promise<{ codec: AudioCodec; direction: MediaDirection }>;
  /** Sets what this party hears from now on; sequence, timestamp and SSRC stay continuous. Works across workers. */
  hear(source: MediaSource): void;
  /** Sends a digit to this party as RFC 4733 events, if it negotiated telephone-event. */
  sendDigit(digit: DtmfDigit, durationMs: number): void;
  stats(): Promise<MediaStats>;
  /**
   * Records what this party says (left) and hears (right) as Ogg Opus into a new file on the machine of the engine;
   * with `said` only what it says, in one channel, and `talking` is emitted. One recording at a time. The party's
   * source and its bridge may change meanwhile.
   */
  record(input: { path: string; sides?: Exclude<RecordedSides, "heard"> }): MediaRecording;
  subscribe(listener: (event: MediaEvent) => void): () => void;
  close(): void;
}

/** A port without a far end: what it says is heard in the mixes that it is in, what it hears can be recorded. */
export interface InnerPort extends MediaVoice {
  /** From now on it says this, once; `played` is emitted as for a port that hears it. */
  say(source: Extract<MediaSource, { kind: "file" | "prompt" | "none" }>): void;
  hear(source: Extract<MediaSource, { kind: "mix" | "none" }>): void;
  /** Records what it hears, in one channel. One recording at a time. */
  record(input: { path: string }): MediaRecording;
  subscribe(listener: (event: MediaEvent) => void): () => void;
  close(): void;
}

/** What a description offers, read without opening a port; used to plan codecs before a callee is rung. */
export interface DescriptionSummary {
  readonly codecs: readonly AudioCodec[];
  readonly direction: MediaDirection;
  readonly hasVideo: boolean;
}

export interface MediaEngine {
  /** Opens a port. `near` asks for the same worker as another port, so that the two are bridged within one thread. */
  open(options?: { near?: MediaVoice }): MediaPort;
  openInner(options?: { near?: MediaVoice }): InnerPort;
  /** Opens a meeting with pictures. It is whole in one worker: whose participants join is the one with the least work. */
  openVideoRoom(): VideoRoomPort;
  /** Reads an SDP body; undefined when the engine cannot use it (no audio, no common codec, malformed): respond 488. */
  summarize(sdp: string): DescriptionSummary | undefined;
  /** Open ports of both kinds and video rooms, for metrics and leak tests. */
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
