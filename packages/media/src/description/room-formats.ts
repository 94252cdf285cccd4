import { attributeValues } from "./session-text.ts";
import type { MediaText } from "./session-text.ts";

/** What a section of a room uses of what was offered: Opus, or VP8 and its resent packets. */
export interface RoomFormats {
  readonly payloadType: number;
  readonly rtxPayloadType: number | undefined;
  readonly fmtp: string | undefined;
  /** Kinds of feedback (RFC 4585 §4.2) that both sides know. */
  readonly feedback: readonly string[];
}

/** The first that fits; undefined without any. */
export function readRoomFormats({ kind, formats, attributes }: MediaText): RoomFormats | undefined {
  const byType = (name: string): Map<string, string> =>
    new Map(
      attributeValues(attributes, name).flatMap((value) => {
        const space = value.indexOf(" ");
        return space < 0 ? [] : [[value.slice(0, space), value.slice(space + 1).trim()]];
      }),
    );
  const [names, parameters] = [byType("rtpmap"), byType("fmtp")];
  const wanted = kind === "video" ? VP8 : OPUS;
  const format = formats.find((one) => isPayloadType(one) && wanted.test(names.get(one) ?? ""));
  if (format === undefined) return undefined;
  const rtx = formats.find(
    (one) =>
      isPayloadType(one) &&
      /^rtx\/90000$/i.test(names.get(one) ?? "") &&
      new RegExp(`^apt=${format}(?:;|$)`).test(parameters.get(one) ?? ""),
  );
  const offered = attributeValues(attributes, "rtcp-fb")
    .filter((value) => value.startsWith(`${format} `) || value.startsWith("* "))
    .map((value) => value.slice(value.indexOf(" ") + 1).trim());
  return {
    payloadType: Number(format),
    rtxPayloadType: rtx === undefined ? undefined : Number(rtx),
    fmtp: kind === "audio" ? parameters.get(format) : undefined,
    feedback: feedbackOf(kind, offered),
  };
}

/** Of the two ways to learn the bandwidth only one: a browser with both would send reports of both. */
function feedbackOf(kind: string, offered: readonly string[]): readonly string[] {
  const bandwidth = offered.includes("transport-cc") ? "transport-cc" : "goog-remb";
  const known = kind === "video" ? ["nack", "nack pli", "ccm fir", bandwidth] : ["transport-cc"];
  return known.filter((one) => offered.includes(one));
}

const isPayloadType = (format: string): boolean => /^\d{1,3}$/.test(format) && Number(format) < 128;

const VP8 = /^VP8\/90000$/i;
const OPUS = /^opus\/48000\/2$/i;
