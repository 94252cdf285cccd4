import { codecOfRtpmap, codecOfStaticPayloadType } from "../codec.ts";
import type { AudioCodec, MediaDirection } from "../media.port.ts";
import { attributeValue, attributeValues, parseSessionText } from "./session-text.ts";
import type { Attribute, MediaText, SessionText } from "./session-text.ts";

/** A far end's offer or answer, read once: only what the engine uses. */
export interface RemoteDescription {
  readonly sections: readonly RemoteSection[];
  /** The index of the audio section that we use. */
  readonly audioIndex: number;
  readonly codecs: readonly RemoteCodec[];
  readonly telephoneEvents: readonly RemoteTelephoneEvent[];
  /** The id of the header extension for the audio level (RFC 6464 §4). */
  readonly audioLevelId: number | undefined;
  readonly direction: MediaDirection;
  readonly bundled: boolean;
  readonly ice: RemoteIce;
  readonly fingerprints: readonly Fingerprint[];
  readonly setup: DtlsSetup;
}

/**
 * A media section at its index in the far end's description. Sections that we do not use are rejected at the same index
 * (RFC 8829 §5.3.1).
 */
export interface RemoteSection {
  readonly kind: string;
  /** 0 when the far end itself rejects the section. */
  readonly port: number;
  readonly protocol: string;
  readonly formats: readonly string[];
  readonly mid: string | undefined;
}

export interface RemoteCodec {
  readonly codec: AudioCodec;
  readonly payloadType: number;
}

export interface RemoteTelephoneEvent {
  readonly payloadType: number;
  readonly clockRate: number;
}

export interface RemoteIce {
  readonly usernameFragment: string;
  readonly password: string;
}

export interface Fingerprint {
  /** Hash name as in node:crypto: `sha256`. */
  readonly algorithm: string;
  /** Upper-case hex with colons. */
  readonly value: string;
}

/** `a=setup` (RFC 8842 §5). */
export type DtlsSetup = "active" | "passive" | "actpass";

export type DescriptionReading =
  | { readonly usable: true; readonly description: RemoteDescription }
  | { readonly usable: false; readonly problem: string };

/** The name of RFC 6464's header extension. */
export const AUDIO_LEVEL = "urn:ietf:params:rtp-hdrext:ssrc-audio-level";

export const SECURE_PROFILES = ["UDP/TLS/RTP/SAVPF", "UDP/TLS/RTP/SAVP", "RTP/SAVPF"]; // RFC 8829 §5.1.2
const FINGERPRINT = /^(sha-(?:1|224|256|384|512)) ((?:[0-9A-Fa-f]{2}:)+[0-9A-Fa-f]{2})$/i;
const ICE_UFRAG = /^[A-Za-z0-9+/]{4,256}$/; // RFC 8839 §5.4
const ICE_PWD = /^[A-Za-z0-9+/]{22,256}$/;

/** Reads a description; `problem` says, for the log, why it cannot be used. */
export function readDescription(sdp: string): DescriptionReading {
  const text = parseSessionText(sdp);
  if (text === undefined) return unusable("not a session description");
  const audioIndex = text.media.findIndex((section) => section.kind === "audio" && section.port !== 0);
  const audio = text.media[audioIndex];
  if (audio === undefined) return unusable("no audio section");
  if (!SECURE_PROFILES.includes(audio.protocol.toUpperCase())) return unusable(`profile ${audio.protocol}`);
  return readAudio(text, audio, audioIndex);
}

function readAudio(text: SessionText, audio: MediaText, audioIndex: number): DescriptionReading {
  const { codecs, telephoneEvents } = readFormats(audio);
  if (codecs.length === 0) return unusable("no common codec");
  if (attributeValue(audio.attributes, "rtcp-mux") === undefined) return unusable("no rtcp-mux");

  const security = readSecurity(text, audio);
  if (typeof security === "string") return unusable(security);

  const mid = attributeValue(audio.attributes, "mid");
  return {
    usable: true,
    description: {
      sections: text.media.map(({ kind, port, protocol, formats, attributes }) => ({
        kind,
        port,
        protocol,
        formats,
        mid: attributeValue(attributes, "mid"),
      })),
      audioIndex,
      codecs,
      telephoneEvents,
      audioLevelId: readAudioLevelId(audio.attributes),
      direction: readDirection(audio.attributes) ?? readDirection(text.attributes) ?? "sendrecv",
      bundled: mid !== undefined && bundledMids(text).includes(mid),
      ...security,
    },
  };
}

/** What ICE and DTLS need of a section's far end; a text says what is wrong. */
export function readSecurity(text: SessionText, section: MediaText): DescribedSecurity | string {
  // ICE and DTLS attributes may be in the section or, for all sections, at the session level (RFC 8839 §5.4, RFC 8842 §5).
  const either = [...section.attributes, ...text.attributes];
  const usernameFragment = attributeValue(either, "ice-ufrag") ?? "";
  const password = attributeValue(either, "ice-pwd") ?? "";
  if (attributeValue(text.attributes, "ice-lite") !== undefined) return "two ICE lite agents would both wait";
  if (!ICE_UFRAG.test(usernameFragment) || !ICE_PWD.test(password)) return "no ICE credentials";
  const fingerprints = readFingerprints(either);
  if (fingerprints.length === 0) return "no certificate fingerprint";
  return { ice: { usernameFragment, password }, fingerprints, setup: readSetup(either) };
}

export type DescribedSecurity = Pick<RemoteDescription, "ice" | "fingerprints" | "setup">;

function readFormats(audio: MediaText): Pick<RemoteDescription, "codecs" | "telephoneEvents"> {
  const rtpmaps = new Map<string, string>();
  for (const value of attributeValues(audio.attributes, "rtpmap")) {
    const space = value.indexOf(" ");
    if (space > 0) rtpmaps.set(value.slice(0, space), value.slice(space + 1).trim());
  }

  const codecs: RemoteCodec[] = [];
  const telephoneEvents: RemoteTelephoneEvent[] = [];
  for (const format of audio.formats) {
    const payloadType = Number(format);
    if (!Number.isInteger(payloadType) || payloadType < 0 || payloadType > 127) continue;
    const rtpmap = rtpmaps.get(format);
    const codec = rtpmap === undefined ? codecOfStaticPayloadType(payloadType) : codecOfRtpmap(rtpmap);
    if (codec !== undefined) {
      if (!codecs.some((known) => known.codec === codec)) codecs.push({ codec, payloadType });
      continue;
    }
    const event = /^telephone-event\/(\d{4,6})(?:\/1)?$/i.exec(rtpmap ?? "");
    if (event !== null) telephoneEvents.push({ payloadType, clockRate: Number(event[1]) });
  }
  return { codecs, telephoneEvents };
}

/** Only if the far end may send it: a direction next to the id is the far end's (RFC 8285 §5). */
function readAudioLevelId(attributes: readonly Attribute[]): number | undefined {
  for (const value of attributeValues(attributes, "extmap")) {
    const match = /^(\d{1,3})(?:\/(\w+))? (\S+)/.exec(value);
    if (match?.[3] !== AUDIO_LEVEL || match[2] === "recvonly" || match[2] === "inactive") continue;
    const id = Number(match[1]);
    if (id >= 1 && id <= 14) return id;
  }
  return undefined;
}

export function readDirection(attributes: readonly Attribute[]): MediaDirection | undefined {
  for (const { name } of attributes) {
    if (name === "sendrecv" || name === "sendonly" || name === "recvonly" || name === "inactive") return name;
  }
  return undefined;
}

function readFingerprints(attributes: readonly Attribute[]): readonly Fingerprint[] {
  return attributeValues(attributes, "fingerprint").flatMap((value) => {
    const match = FINGERPRINT.exec(value.trim());
    if (match === null) return [];
    const [, algorithm = "", hex = ""] = match;
    return [{ algorithm: algorithm.toLowerCase().replace("-", ""), value: hex.toUpperCase() }];
  });
}

function readSetup(attributes: readonly Attribute[]): DtlsSetup {
  const setup = attributeValue(attributes, "setup");
  return setup === "actpass" || setup === "passive" ? setup : "active"; // the default of RFC 4145 §4.1
}

export function bundledMids(text: SessionText): readonly string[] {
  return attributeValues(text.attributes, "group")
    .filter((group) => group.startsWith("BUNDLE"))
    .flatMap((group) => group.split(" ").slice(1));
}

function unusable(problem: string): DescriptionReading {
  return { usable: false, problem };
}
