import type { DescribedSlot } from "../video/room/participant-plan.ts";
import { extensionLines } from "./header-extensions.ts";
import { candidateLines, networkOf, rejectedLines } from "./local-description.ts";
import type { LocalCandidate } from "./local-description.ts";
import type { DtlsSetup } from "./remote-description.ts";
import type { RoomOffer, UsedSection } from "./room-offer.ts";

export interface RoomAnswer {
  readonly offer: RoomOffer;
  /** The streams of slots. */
  readonly described: readonly DescribedSlot[];
  readonly sessionId: string;
  /** Increases by one with every description of a participant. */
  readonly version: number;
  readonly candidates: readonly LocalCandidate[];
  readonly ice: { readonly usernameFragment: string; readonly password: string };
  /** SHA-256 of our certificate, upper-case hex with colons. */
  readonly fingerprint: string;
  readonly setup: DtlsSetup;
}

/**
 * Writes the answer to an offer, section by section as it was offered (RFC 8829 §5.3.1). Header extensions of two bytes
 * (`extmap-allow-mixed`) are not taken: packets of ours have the short form.
 */
export function writeRoomAnswer(answer: RoomAnswer): string {
  const { offer, candidates } = answer;
  const used = offer.sections.filter((section) => section.use !== "rejected");
  const lines = [
    "v=0",
    `o=- ${answer.sessionId} ${answer.version} IN ${networkOf(candidates)}`,
    "s=-",
    "t=0 0",
    "a=ice-lite",
    `a=group:BUNDLE ${used.map(({ mid }) => mid).join(" ")}`,
    "a=msid-semantic: WMS *",
    ...offer.sections.flatMap((section) =>
      section.use === "rejected" ? rejectedLines(section.section) : usedLines(answer, section, section === used[0]),
    ),
  ];
  return `${lines.join("\r\n")}\r\n`;
}

/** Candidates are those of the first section, which stands for the transport (RFC 9143 §7.1.3). */
function usedLines(answer: RoomAnswer, section: UsedSection, isFirst: boolean): readonly string[] {
  const { candidates, ice, fingerprint, setup } = answer;
  const { media, mid, protocol, payloadType, rtxPayloadType, fmtp, feedback } = section;
  const types = rtxPayloadType === undefined ? String(payloadType) : `${payloadType} ${rtxPayloadType}`;
  return [
    `m=${media} ${candidates[0]?.port ?? 9} ${protocol} ${types}`,
    `c=IN ${networkOf(candidates)}`,
    ...(isFirst ? candidateLines(candidates) : []),
    `a=ice-ufrag:${ice.usernameFragment}`,
    `a=ice-pwd:${ice.password}`,
    `a=fingerprint:sha-256 ${fingerprint}`,
    `a=setup:${setup}`,
    `a=mid:${mid}`,
    ...extensionLines(section.extensions),
    `a=${DIRECTIONS[section.use]}`,
    "a=rtcp-mux",
    "a=rtcp-rsize",
    `a=rtpmap:${payloadType} ${media === "video" ? "VP8/90000" : "opus/48000/2"}`,
    ...(fmtp === undefined ? [] : [`a=fmtp:${payloadType} ${fmtp}`]),
    ...feedback.map((kind) => `a=rtcp-fb:${payloadType} ${kind}`),
    ...(rtxPayloadType === undefined
      ? []
      : [`a=rtpmap:${rtxPayloadType} rtx/90000`, `a=fmtp:${rtxPayloadType} apt=${payloadType}`]),
    ...layerLines(section),
    ...slotLines(
      section,
      answer.described.find((slot) => slot.mid === mid),
    ),
  ];
}

const DIRECTIONS = { sends: "recvonly", slot: "sendonly", unused: "inactive" } as const;

function layerLines({ rids }: UsedSection): readonly string[] {
  if (rids.length === 0) return [];
  return [...rids.map((rid) => `a=rid:${rid} recv`), `a=simulcast:recv ${rids.join(";")}`];
}

/** A stream of its own for each slot, so that a browser does not hold back one person's picture for another's sound. */
function slotLines({ mid, rtxPayloadType }: UsedSection, slot: DescribedSlot | undefined): readonly string[] {
  if (slot === undefined) return [];
  const { ssrc, rtxSsrc } = slot;
  const resent = rtxPayloadType === undefined ? undefined : rtxSsrc;
  return [
    `a=msid:slot-${mid} slot-${mid}`,
    ...(resent === undefined ? [] : [`a=ssrc-group:FID ${ssrc} ${resent}`]),
    `a=ssrc:${ssrc} cname:slot-${mid}`,
    ...(resent === undefined ? [] : [`a=ssrc:${resent} cname:slot-${mid}`]),
  ];
}
