import type { AudioCodec } from "../media.port.ts";

/** One packet of sound on its way between two parties: what it means, free of either party's numbering. */
export interface AudioPacket {
  /** Who made it; a change of `origin` or `ssrc` is a change of source (RFC 3550 §8.2). */
  readonly origin: string;
  readonly ssrc: number;
  readonly content: PacketContent;
  readonly codec: AudioCodec;
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly payload: Uint8Array;
  /** Loudness where the far end tells it: decibels below full scale, 127 is silence (RFC 6464 §3). */
  readonly level?: number;
}

/** A telephone-event carries the clock rate its duration counts in. */
export type PacketContent =
  | { readonly kind: "audio" }
  | { readonly kind: "telephone-event"; readonly clockRate: number };

export const AUDIO: PacketContent = { kind: "audio" };
