import type { SipRequest } from "@callpanel/sip";
import type { AudioCodec, MediaEngine } from "@callpanel/media";
import type { LegReason } from "./leg.model.ts";

export const NO_MEDIA: LegReason = { status: 488, text: "No usable audio" };

export type OfferReading =
  | { readonly kind: "none" }
  | { readonly kind: "offer"; readonly codecs: readonly AudioCodec[] }
  | { readonly kind: "unusable" };

/** The offer of an INVITE. Its body is already known to be SDP or empty. */
export function readOffer({ body }: SipRequest, media: MediaEngine): OfferReading {
  if (body === "") return { kind: "none" };
  const summary = media.summarize(body);
  if (summary === undefined || summary.codecs.length === 0) return { kind: "unusable" };
  return { kind: "offer", codecs: summary.codecs };
}
