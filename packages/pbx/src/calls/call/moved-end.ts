import type { AudioCodec } from "@callpanel/media";
import type { CallerEnd } from "./call.port.ts";
import type { Leg } from "../leg/leg.port.ts";

/** The caller's end of a call for a leg that is already up: it needs no response and keeps its codec. */
export function movedEnd(leg: Leg, codec: AudioCodec | undefined): CallerEnd {
  const spoken = leg.codec ?? codec;
  return {
    leg,
    codecs: spoken === undefined ? undefined : [spoken],
    fit: () => {
      const direction = "held" in leg.state && leg.state.held ? "sendonly" : "sendrecv";
      return Promise.resolve({ codec: spoken, direction });
    },
  };
}
