import type { AudioCodec } from "./media.port.ts";

/** The properties of a codec on the wire. One frame is always 20 ms (RFC 3551 §4.2, RFC 7587 §4.2). */
export interface CodecProfile {
  readonly codec: AudioCodec;
  /** Encoding name and parameters as in `a=rtpmap`. */
  readonly rtpmap: string;
  /**
   * RTP timestamp ticks per second; G.722 counts 8000 because of an old mistake that became the standard (RFC 3551
   * §4.5.2).
   */
  readonly clockRate: number;
  /** Payload type used when the server makes the offer. */
  readonly payloadType: number;
  /** Our format parameters, sent in offers; answers repeat only these. */
  readonly fmtp: string | undefined;
}

export const FRAME_MS = 20;

const profiles: Readonly<Record<AudioCodec, CodecProfile>> = {
  opus: {
    codec: "opus",
    rtpmap: "opus/48000/2",
    clockRate: 48_000,
    payloadType: 111,
    fmtp: "minptime=10;useinbandfec=1",
  },
  G722: { codec: "G722", rtpmap: "G722/8000", clockRate: 8000, payloadType: 9, fmtp: undefined },
  PCMU: { codec: "PCMU", rtpmap: "PCMU/8000", clockRate: 8000, payloadType: 0, fmtp: undefined },
  PCMA: { codec: "PCMA", rtpmap: "PCMA/8000", clockRate: 8000, payloadType: 8, fmtp: undefined },
};

/** All codecs in the system's order of preference. */
export const AUDIO_CODECS: readonly AudioCodec[] = ["opus", "G722", "PCMU", "PCMA"];

/**
 * These first, then the other codecs of the system: legs with different codecs are transcoded, which is better avoided
 * (CALL-13).
 */
export function preferring(codecs: readonly AudioCodec[] = []): readonly AudioCodec[] {
  return [...codecs, ...AUDIO_CODECS.filter((codec) => !codecs.includes(codec))];
}

export function codecProfile(codec: AudioCodec): CodecProfile {
  return profiles[codec];
}

/** RTP ticks in one 20 ms frame. */
export function ticksPerFrame(codec: AudioCodec): number {
  return (profiles[codec].clockRate * FRAME_MS) / 1000;
}

/** The codec of an `a=rtpmap` value, if it is known; names are case-insensitive (RFC 8866 §6.6). */
export function codecOfRtpmap(encoding: string): AudioCodec | undefined {
  const wanted = encoding.toLowerCase();
  return AUDIO_CODECS.find((codec) => {
    const own = profiles[codec].rtpmap.toLowerCase();
    return wanted === own || wanted === `${own}/1`;
  });
}

/** The codec of a static payload type (RFC 3551 table 4), for descriptions without its rtpmap. */
export function codecOfStaticPayloadType(payloadType: number): AudioCodec | undefined {
  if (payloadType === 0) return "PCMU";
  if (payloadType === 8) return "PCMA";
  if (payloadType === 9) return "G722";
  return undefined;
}
