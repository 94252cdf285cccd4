import { createOpusCoder } from "@callpanel/media";
import { decodePcma, encodePcma } from "./pcma.ts";
import { decodePcmu, encodePcmu } from "./pcmu.ts";

/** Makes and reads the 20 ms packets of one codec, for one direction of one call. */
export interface PacketCodec {
  /** Of the PCM on this side. */
  readonly sampleRate: 8000 | 48_000;
  /** RTP ticks of one packet. */
  readonly ticks: number;
  encode(pcm: Int16Array): Buffer;
  decode(payload: Buffer): Int16Array;
  close(): void;
}

export type ProbeCodec = "opus" | "PCMU" | "PCMA";

export function createPacketCodec(codec: ProbeCodec): PacketCodec {
  if (codec === "PCMU") {
    return { sampleRate: 8000, ticks: 160, encode: encodePcmu, decode: decodePcmu, close: () => undefined };
  }
  if (codec === "PCMA") {
    return { sampleRate: 8000, ticks: 160, encode: encodePcma, decode: decodePcma, close: () => undefined };
  }
  const opus = createOpusCoder(48_000);
  return {
    sampleRate: 48_000,
    ticks: 960,
    encode: (pcm) => Buffer.from(opus.encode(pcm)),
    decode: (payload) => {
      const pcm = opus.decode(payload);
      if (pcm === undefined) throw new Error("no Opus packet");
      return pcm;
    },
    close: opus.close,
  };
}
