import type { SrtpKeys } from "../dtls/srtp-keys.ts";
import { createAesCmCipher } from "./aes-cm-cipher.ts";
import { createAesGcmCipher } from "./aes-gcm-cipher.ts";
import { guessRollover, indexDistance } from "./packet-index.ts";
import type { PacketIndex } from "./packet-index.ts";
import { createReplayWindow } from "./replay-window.ts";
import type { ReplayWindow } from "./replay-window.ts";
import { createSentIndex } from "./sent-index.ts";
import type { SentIndex } from "./sent-index.ts";
import { MIN_RTCP_HEADER, MIN_RTP_HEADER } from "./srtp-cipher.ts";

/**
 * Both directions of a finished DTLS-SRTP association. Received packets are checked for replay; undefined if not
 * authentic.
 */
export interface SrtpSession {
  /** `header` is all of it, with extensions. Undefined if its number was sent before or is too old to know: it must not be sent. */
  protectRtp(header: Buffer, payload: Uint8Array): Buffer | undefined;
  unprotectRtp(packet: Buffer): Buffer | undefined;
  /** Undefined after 2^31 reports, when the key must not be used any more (RFC 3711 §9.2). */
  protectRtcp(packet: Buffer): Buffer | undefined;
  unprotectRtcp(packet: Buffer): Buffer | undefined;
}

/** One SSRC of the far end. */
interface Received {
  highest: PacketIndex;
  readonly window: ReplayWindow;
}

const PADDING = 0x20;
/** Of one side: a gateway may bring another with each hold and transfer; a window takes 1 kB. */
const MOST_SSRCS = 32;
const LAST_RTCP_INDEX = 0x7fff_ffff; // RFC 3711 §3.4: 31 bits

export function createSrtpSession(keys: SrtpKeys, mostSsrcs = MOST_SSRCS): SrtpSession {
  const create = keys.profile === 7 ? createAesGcmCipher : createAesCmCipher;
  const local = create(keys.localKey, keys.localSalt);
  const remote = create(keys.remoteKey, keys.remoteSalt);
  const received = new Map<number, Received>();
  const receivedReports = new Map<number, ReplayWindow>();
  const sent = new Map<number, SentIndex>();
  let rtcpIndex = 0;

  /** Undefined when there are too many: without the state of an earlier SSRC its packets could be replayed. */
  const remember = <Kept>(bySsrc: Map<number, Kept>, ssrc: number, kept: Kept): Kept | undefined => {
    if (bySsrc.size === mostSsrcs) return undefined;
    bySsrc.set(ssrc, kept);
    return kept;
  };

  const unprotectRtp = (packet: Buffer): Buffer | undefined => {
    const headerLength = rtpHeaderLength(packet);
    if (headerLength === undefined) return undefined;
    const ssrc = packet.readUInt32BE(8);
    const sequence = packet.readUInt16BE(2);
    const known = received.get(ssrc);
    const index = { rollover: guessRollover(known?.highest, sequence), sequence };
    const number = index.rollover * 0x1_0000 + sequence;
    if (known?.window.admits(number) === false) return undefined;

    const payload = remote.unprotectRtp(packet, headerLength, index.rollover);
    if (payload === undefined) return undefined;
    const stream = known ?? remember(received, ssrc, { highest: index, window: createReplayWindow() });
    if (stream === undefined) return undefined;
    if (indexDistance(index, stream.highest) > 0) stream.highest = index;
    stream.window.note(number);
    return withoutPadding(packet, payload);
  };

  return {
    protectRtp: (header, payload) => {
      const ssrc = header.readUInt32BE(8);
      const index = sent.get(ssrc) ?? remember(sent, ssrc, createSentIndex());
      const rollover = index?.claim(header.readUInt16BE(2));
      return rollover === undefined ? undefined : local.protectRtp(header, payload, rollover);
    },
    unprotectRtp,
    protectRtcp: (packet) => {
      if (rtcpIndex === LAST_RTCP_INDEX) return undefined;
      rtcpIndex += 1;
      return local.protectRtcp(packet, rtcpIndex);
    },
    unprotectRtcp: (packet) => {
      const opened = packet.length < MIN_RTCP_HEADER ? undefined : remote.unprotectRtcp(packet);
      if (opened === undefined) return undefined;
      const ssrc = packet.readUInt32BE(4);
      const window = receivedReports.get(ssrc) ?? remember(receivedReports, ssrc, createReplayWindow());
      if (window?.admits(opened.index) !== true) return undefined;
      window.note(opened.index);
      return opened.packet;
    },
  };
}

/** The last byte of padding is its length (RFC 3550 §5.1); an impossible length leaves an empty payload. */
function withoutPadding(packet: Buffer, payload: Buffer): Buffer {
  if (((packet[0] ?? 0) & PADDING) === 0) return payload;
  return payload.subarray(0, Math.max(0, payload.length - (payload.at(-1) ?? 0)));
}

/** Length of an RTP header with its CSRCs and extension (RFC 3550 §5.1, §5.3.1); undefined when the packet is too short. */
export function rtpHeaderLength(packet: Buffer): number | undefined {
  if (packet.length < MIN_RTP_HEADER) return undefined;
  const first = packet[0] ?? 0;
  if (first >> 6 !== 2) return undefined;
  let length = MIN_RTP_HEADER + (first & 0x0f) * 4;
  if ((first & 0x10) !== 0) {
    if (packet.length < length + 4) return undefined;
    length += 4 + packet.readUInt16BE(length + 2) * 4;
  }
  return length <= packet.length ? length : undefined;
}
