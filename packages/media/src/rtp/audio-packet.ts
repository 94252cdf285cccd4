import type { AudioCodec } from "../media.port.ts";

/** One packet of audio between two parties, without the numbering of either party. */
export interface AudioPacket {
  /** The id of its source; a change of `origin` or `ssrc` is a change of source (RFC 3550 §8.2). */
  readonly origin: string;
  readonly ssrc: number;
  readonly content: PacketContent;
  readonly codec: AudioCodec;
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly payload: Uint8Array;
  /** Loudness if the far end sends it: decibels below full scale, 127 is silence (RFC 6464 §3). */
  readonly level?: number;
}

/** A telephone-event has the clock rate of its duration. */
export type PacketContent =
  | { readonly kind: "audio" }
  | { readonly kind: "telephone-event"; readonly clockRate: number };

export const AUDIO: PacketContent = { kind: "audio" };
