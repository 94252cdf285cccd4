import { codecProfile } from "../codec.ts";
import type { AudioCodec, MediaDirection } from "../media.port.ts";
import { AUDIO_LEVEL } from "./remote-description.ts";
import type { DtlsSetup, RemoteSection } from "./remote-description.ts";

/** The content of one of our offers or answers. */
export interface LocalDescription {
  /** Digits; the same for all descriptions of one port (RFC 8866 §5.2). */
  readonly sessionId: string;
  /** Increases by one with every description. */
  readonly version: number;
  /** Host candidates in our order; the first is the default one. */
  readonly candidates: readonly LocalCandidate[];
  readonly ice: { readonly usernameFragment: string; readonly password: string };
  /** SHA-256 of our certificate, upper-case hex with colons. */
  readonly fingerprint: string;
  readonly setup: DtlsSetup;
  readonly layout: SectionLayout;
  readonly direction: MediaDirection;
  readonly formats: readonly LocalFormat[];
  readonly ssrc: number;
  /** The header extension for the audio level, if it is offered or agreed. */
  readonly audioLevelId: number | undefined;
}

export interface LocalCandidate {
  readonly protocol: "udp" | "tcp";
  readonly address: string;
  readonly port: number;
}

/** The order of media sections, fixed by the first offer of a session and never changed (RFC 3264 §8). */
export interface SectionLayout {
  readonly sections: readonly RemoteSection[];
  readonly audioIndex: number;
  readonly bundled: boolean;
}

export type LocalFormat =
  | { readonly kind: "codec"; readonly codec: AudioCodec; readonly payloadType: number }
  | { readonly kind: "telephone-event"; readonly clockRate: number; readonly payloadType: number };

/** The layout of a session whose first offer is ours: one bundled audio section. */
export const OWN_LAYOUT: SectionLayout = {
  sections: [{ kind: "audio", port: 9, protocol: "UDP/TLS/RTP/SAVPF", formats: [], mid: "0" }],
  audioIndex: 0,
  bundled: true,
};

const HOST_PRIORITY = 2_130_706_431; // RFC 8445 §5.1.2.1: type 126, local preference 65535, component 1
const TCP_PRIORITY = 1_520_435_199; // RFC 6544 §4.2: type 90, passive (4 * 2^13 + 2^13 - 1), component 1
const LOCAL_PREFERENCE = 256; // counts down for each further candidate
const NOWHERE = { address: "0.0.0.0", port: 9 };
const STREAM = "callpanel"; // one stream, so that a browser's `track` event has one

/** Writes a complete description: all candidates, no trickle (RFC 8840 §8.2), as an ICE-lite agent (RFC 8445 §2.5). */
export function writeDescription(local: LocalDescription): string {
  const { layout } = local;
  const audioMid = layout.sections[layout.audioIndex]?.mid;
  const lines = [
    "v=0",
    `o=- ${local.sessionId} ${local.version} IN ${networkOf(local.candidates)}`,
    "s=-",
    "t=0 0",
    "a=ice-lite",
    ...(layout.bundled && audioMid !== undefined ? [`a=group:BUNDLE ${audioMid}`] : []),
    `a=msid-semantic: WMS ${STREAM}`,
    ...layout.sections.flatMap((section, index) =>
      index === layout.audioIndex ? audioLines(local, section) : rejectedLines(section),
    ),
  ];
  return `${lines.join("\r\n")}\r\n`;
}

function audioLines(local: LocalDescription, section: RemoteSection): readonly string[] {
  const payloadTypes = local.formats.map((format) => format.payloadType).join(" ");
  return [
    `m=audio ${local.candidates[0]?.port ?? NOWHERE.port} ${section.protocol} ${payloadTypes}`,
    `c=IN ${networkOf(local.candidates)}`,
    ...candidateLines(local.candidates),
    `a=ice-ufrag:${local.ice.usernameFragment}`,
    `a=ice-pwd:${local.ice.password}`,
    `a=fingerprint:sha-256 ${local.fingerprint}`,
    `a=setup:${local.setup}`,
    ...(section.mid === undefined ? [] : [`a=mid:${section.mid}`]),
    ...(local.audioLevelId === undefined ? [] : [`a=extmap:${local.audioLevelId} ${AUDIO_LEVEL}`]),
    `a=${local.direction}`,
    "a=rtcp-mux",
    ...local.formats.flatMap(formatLines),
    "a=ptime:20",
    `a=msid:${STREAM} audio`,
    `a=ssrc:${local.ssrc} cname:${STREAM}`,
  ];
}

function formatLines(format: LocalFormat): readonly string[] {
  if (format.kind === "telephone-event") {
    return [
      `a=rtpmap:${format.payloadType} telephone-event/${format.clockRate}`,
      `a=fmtp:${format.payloadType} 0-15`, // RFC 4733 §2.4.1: the sixteen DTMF digits
    ];
  }
  const { rtpmap, fmtp } = codecProfile(format.codec);
  return [
    `a=rtpmap:${format.payloadType} ${rtpmap}`,
    ...(fmtp === undefined ? [] : [`a=fmtp:${format.payloadType} ${fmtp}`]),
  ];
}

/** Port 0 and outside the BUNDLE group: rejected (RFC 3264 §6, RFC 9143 §7.3.3). */
export function rejectedLines(section: RemoteSection): readonly string[] {
  return [
    `m=${section.kind} 0 ${section.protocol} ${section.formats.join(" ")}`,
    "c=IN IP4 0.0.0.0",
    ...(section.mid === undefined ? [] : [`a=mid:${section.mid}`]),
    "a=inactive",
  ];
}

export function candidateLines(candidates: readonly LocalCandidate[]): readonly string[] {
  const lines = candidates.map(({ protocol, address, port }, i) => {
    const priority = (protocol === "udp" ? HOST_PRIORITY : TCP_PRIORITY) - i * LOCAL_PREFERENCE;
    const end = protocol === "udp" ? "" : " tcptype passive"; // RFC 6544 §4.5
    return `a=candidate:${i + 1} 1 ${protocol} ${priority} ${address} ${port} typ host${end}`;
  });
  return [...lines, "a=end-of-candidates"];
}

export function networkOf(candidates: readonly LocalCandidate[]): string {
  const { address } = candidates[0] ?? NOWHERE;
  return `${address.includes(":") ? "IP6" : "IP4"} ${address}`;
}
