import { MediaError } from "../media.port.ts";
import type { MediaDirection } from "../media.port.ts";
import type { SendingSection } from "../video/incoming/incoming-streams.ts";
import type { ParticipantPlan, SourceKind } from "../video/room/participant-plan.ts";
import { NO_EXTENSIONS, readExtensions } from "./header-extensions.ts";
import type { OfferedExtension } from "./header-extensions.ts";
import { SECURE_PROFILES, bundledMids, readDirection, readSecurity } from "./remote-description.ts";
import type { DescribedSecurity, RemoteSection } from "./remote-description.ts";
import { readRoomFormats } from "./room-formats.ts";
import type { RoomFormats } from "./room-formats.ts";
import { attributeValue, attributeValues, parseSessionText } from "./session-text.ts";
import type { MediaText, SessionText } from "./session-text.ts";

/** A browser's offer to a video room: what it sends and where it receives, all through one transport. */
export interface RoomOffer {
  /** In the order of the offer. */
  readonly sections: readonly RoomSection[];
  readonly security: DescribedSecurity;
  readonly plan: ParticipantPlan;
}

export type RoomSection = UsedSection | { readonly use: "rejected"; readonly section: RemoteSection };

export interface UsedSection extends RoomFormats {
  /** `unused`: neither side sends, and it may be used later. */
  readonly use: "sends" | "slot" | "unused";
  readonly media: "audio" | "video";
  readonly mid: string;
  readonly protocol: string;
  readonly extensions: readonly OfferedExtension[];
  /** Of pictures in layers, from the lowest. */
  readonly rids: readonly string[];
}

export interface SentSection {
  readonly mid: string;
  readonly kind: SourceKind;
}

/** Reads an offer. Throws a `MediaError` if it cannot be used. */
export function readRoomOffer(sdp: string, sends: readonly SentSection[]): RoomOffer {
  const text = parseSessionText(sdp, MOST_CHARACTERS);
  if (text === undefined) throw unusable("not a session description");
  if (text.media.length > MOST_SECTIONS) throw unusable("too many sections");
  const bundled = new Set(bundledMids(text));
  if (bundled.size === 0) throw unusable("no BUNDLE");
  checkSends(text, sends);
  const kinds = new Map(sends.map(({ mid, kind }) => [mid, kind]));
  const read = text.media.map((media) => readSection(media, bundled, kinds));
  const sections = withOneFormat(read);
  return { sections, security: readOneSecurity(text, sections), plan: planOf(sections, kinds) };
}

function checkSends({ media }: SessionText, sends: readonly SentSection[]): void {
  const mids = media.flatMap(({ attributes }) => attributeValue(attributes, "mid") ?? []);
  if (new Set(mids).size < mids.length) throw unusable("a section's mid is not its own");
  if (new Set(sends.map(({ mid }) => mid)).size < sends.length) throw unusable("a section sends two things");
  if (new Set(sends.map(({ kind }) => kind)).size < sends.length) throw unusable("two sections send the same thing");
}

function readSection(media: MediaText, bundled: Set<string>, kinds: ReadonlyMap<string, SourceKind>): RoomSection {
  const { attributes } = media;
  const mid = attributeValue(attributes, "mid");
  const kind = mid === undefined ? undefined : kinds.get(mid);
  const used = mid === undefined || !bundled.has(mid) ? undefined : readUsed(media, mid, kind);
  if (used !== undefined) return used;
  if (kind !== undefined) throw unusable(`section ${mid ?? ""} cannot send ${kind}`);
  return { use: "rejected", section: { ...media, mid } };
}

function readUsed(media: MediaText, mid: string, kind: SourceKind | undefined): UsedSection | undefined {
  const { attributes, protocol } = media;
  const isOff = media.port === 0 && attributeValue(attributes, "bundle-only") === undefined; // RFC 9143 §6
  if (isOff || !MID.test(mid) || !SECURE_PROFILES.includes(protocol.toUpperCase())) return undefined;
  if (attributeValue(attributes, "rtcp-mux") === undefined) return undefined;
  if (media.kind !== "audio" && media.kind !== "video") return undefined;
  if (kind !== undefined && media.kind !== (isSound(kind) ? "audio" : "video")) return undefined;
  const use = sectionUse(readDirection(attributes) ?? "sendrecv", kind);
  const formats = readRoomFormats(media);
  if (use === undefined || formats === undefined) return undefined;
  const extensions = readExtensions(attributeValues(attributes, "extmap"));
  const rids = use === "sends" && media.kind === "video" ? readLayers(media) : [];
  return { ...formats, use, media: media.kind, mid, protocol, extensions, rids };
}

function sectionUse(direction: MediaDirection, kind: SourceKind | undefined): UsedSection["use"] | undefined {
  const offersToSend = direction === "sendrecv" || direction === "sendonly";
  if (kind !== undefined) return offersToSend ? "sends" : undefined;
  if (direction === "inactive") return "unused";
  return direction === "recvonly" ? "slot" : undefined;
}

/** The order in `a=simulcast` counts, not that of `a=rid` (RFC 8853 §5.2): the sender puts the lowest first. */
function readLayers({ attributes }: MediaText): readonly string[] {
  const simulcast = attributeValue(attributes, "simulcast")?.split(" ") ?? [];
  const sent = simulcast[simulcast.indexOf("send") + 1];
  if (!simulcast.includes("send") || sent === undefined) return [];
  const known = attributeValues(attributes, "rid").flatMap((value) => /^(\S+) send\b/.exec(value)?.[1] ?? []);
  const rids = sent.split(";").map((stream) => (stream.split(",")[0] ?? "").replace(/^~/, ""));
  if (rids.some((rid) => !RID.test(rid) || !known.includes(rid))) throw unusable("a layer without a rid");
  if (new Set(known).size < known.length || new Set(rids).size < rids.length) throw unusable("two layers of one rid");
  return rids.slice(0, MOST_LAYERS);
}

/** All slots for pictures have one format, and those for sound: what comes in them changes. */
function withOneFormat(sections: readonly RoomSection[]): readonly RoomSection[] {
  const formats = new Map<string, UsedSection>();
  return sections.map((section) => {
    if (section.use !== "slot") return section;
    const first = formats.get(section.media) ?? section;
    formats.set(section.media, first);
    const { payloadType, rtxPayloadType } = section;
    if (payloadType === first.payloadType && rtxPayloadType === first.rtxPayloadType) return section;
    return { use: "rejected", section: { kind: section.media, port: 9, formats: [String(payloadType)], ...section } };
  });
}

/** One transport carries all sections: what they say about it, if they do, is the same. */
function readOneSecurity(text: SessionText, sections: readonly RoomSection[]): DescribedSecurity {
  let found: DescribedSecurity | undefined;
  for (const [index, media] of text.media.entries()) {
    if (sections[index]?.use === "rejected") continue;
    const hasOwn = attributeValue(media.attributes, "ice-ufrag") ?? attributeValue(media.attributes, "fingerprint");
    if (found !== undefined && hasOwn === undefined) continue;
    const security = readSecurity(text, media);
    if (typeof security === "string") throw unusable(security);
    if (found !== undefined && !isSame(found, security)) throw unusable("sections of different transports");
    found ??= security;
  }
  if (found === undefined) throw unusable("no section for sound or pictures");
  return found;
}

const isSame = (one: DescribedSecurity, other: DescribedSecurity): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function planOf(sections: readonly RoomSection[], kinds: ReadonlyMap<string, SourceKind>): ParticipantPlan {
  const used = sections.filter((section) => section.use !== "rejected");
  const slots = (media: string) => used.filter((section) => section.use === "slot" && section.media === media);
  const [pictures, sounds] = [slots("video"), slots("audio")];
  const extensions = used.flatMap((section) => section.extensions);
  const ids = oneIdEach(extensions);
  const sending = used.filter(({ use }) => use === "sends");
  if (sending.length > 0 && ids.mid === 0) throw unusable("packets would not say which section they are of");
  if (sending.some(({ rids }) => rids.length > 0) && ids.rid === 0) throw unusable("packets would not say their layer");
  return {
    extensions: ids,
    sends: sending.flatMap(({ mid, payloadType, rtxPayloadType, rids }): readonly SendingSection[] => {
      const kind = kinds.get(mid);
      if (kind === undefined) return [];
      return isSound(kind) ? [{ kind, mid, payloadType }] : [{ kind, mid, payloadType, rtxPayloadType, rids }];
    }),
    pictures: {
      mids: pictures.map(({ mid }) => mid),
      payloadType: pictures[0]?.payloadType ?? 0,
      rtxPayloadType: pictures[0]?.rtxPayloadType,
    },
    sounds: {
      mids: sounds.map(({ mid }) => mid),
      payloadType: sounds[0]?.payloadType ?? 0,
      transportSequence: sounds.every(({ extensions: own }) => own.some(({ name }) => name === "transportSequence"))
        ? ids.transportSequence
        : 0,
    },
  };
}

/** Sections of one transport use one id for one thing (RFC 9143 §15.2). */
function oneIdEach(extensions: readonly OfferedExtension[]): ParticipantPlan["extensions"] {
  const ids = { ...NO_EXTENSIONS };
  for (const { name, id } of extensions) {
    if (ids[name] !== 0 && ids[name] !== id) throw unusable(`two ids of the header extension ${name}`);
    ids[name] = id;
  }
  const taken = Object.values(ids).filter((id) => id !== 0);
  if (new Set(taken).size < taken.length) throw unusable("one id of two header extensions");
  return ids;
}

function isSound(kind: SourceKind): kind is "voice" | "screen-sound" {
  return kind === "voice" || kind === "screen-sound";
}

function unusable(problem: string): MediaError {
  return new MediaError("unusable-description", problem);
}

const MID = /^[!-~]{1,16}$/; // as long as a header extension of one byte
const RID = /^[A-Za-z0-9_-]{1,16}$/; // RFC 8852 §3.1
const MOST_CHARACTERS = 393_216; // Chromium lists 5 KB of formats in each section
const MOST_SECTIONS = 64; // 4 that send, 35 slots, and what was used before
const MOST_LAYERS = 3;
