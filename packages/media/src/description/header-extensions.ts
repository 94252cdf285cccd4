import type { MediaDirection } from "../media.port.ts";
import type { ExtensionIds } from "../video/wire/rtp-packet.ts";
import { AUDIO_LEVEL } from "./remote-description.ts";

/** A header extension of a room (RFC 8285) as a browser offers it in one section. */
export interface OfferedExtension {
  readonly name: keyof ExtensionIds;
  readonly id: number;
  /** Firefox writes one where it is not that of the section. */
  readonly direction: MediaDirection | undefined;
}

export const NO_EXTENSIONS: ExtensionIds = { mid: 0, rid: 0, repairedRid: 0, transportSequence: 0, audioLevel: 0 };

/** Those that a room uses; ids above 14 need a form that packets of ours do not have. */
export function readExtensions(values: readonly string[]): readonly OfferedExtension[] {
  const found: OfferedExtension[] = [];
  for (const value of values) {
    const [, id = "", direction, uri] = EXTMAP.exec(value) ?? [];
    const name = NAMES.find((known) => URIS[known] === uri);
    const number = Number(id);
    if (name === undefined || number < 1 || number > 14 || found.some((known) => known.name === name)) continue;
    found.push({ name, id: number, direction: DIRECTIONS.find((known) => known === direction) });
  }
  return found;
}

/** The lines of the answer: a direction is turned round (RFC 8285 §6). */
export function extensionLines(extensions: readonly OfferedExtension[]): readonly string[] {
  return extensions.map(({ name, id, direction }) => {
    const ours = direction === undefined ? "" : `/${TURNED[direction]}`;
    return `a=extmap:${id}${ours} ${URIS[name]}`;
  });
}

const EXTMAP = /^(\d{1,5})(?:\/(\w+))? (\S+)/;

const URIS: Readonly<Record<keyof ExtensionIds, string>> = {
  mid: "urn:ietf:params:rtp-hdrext:sdes:mid",
  rid: "urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id",
  repairedRid: "urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id",
  transportSequence: "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01",
  audioLevel: AUDIO_LEVEL,
};
const NAMES = ["mid", "rid", "repairedRid", "transportSequence", "audioLevel"] as const;
const DIRECTIONS = ["sendrecv", "sendonly", "recvonly", "inactive"] as const;
const TURNED: Readonly<Record<MediaDirection, MediaDirection>> = {
  sendrecv: "sendrecv",
  sendonly: "recvonly",
  recvonly: "sendonly",
  inactive: "inactive",
};
