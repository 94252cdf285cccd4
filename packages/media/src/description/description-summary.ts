import type { DescriptionSummary } from "../media.port.ts";
import { readDescription } from "./remote-description.ts";

/** What an SDP body offers, without opening a port; undefined when the engine could not use it. */
export function summarizeDescription(sdp: string): DescriptionSummary | undefined {
  const reading = readDescription(sdp);
  if (!reading.usable) return undefined;
  const { codecs, direction, sections } = reading.description;
  return {
    codecs: codecs.map(({ codec }) => codec),
    direction,
    hasVideo: sections.some((section) => section.kind === "video" && section.port !== 0),
  };
}
