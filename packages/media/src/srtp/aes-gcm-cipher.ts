import { createCipheriv, createDecipheriv } from "node:crypto";
import { KEY_LABEL, deriveSessionKey } from "./key-derivation.ts";
import { MIN_RTCP_HEADER, MIN_RTP_HEADER } from "./srtp-cipher.ts";
import type { SrtpCipher } from "./srtp-cipher.ts";

const TAG = 16; // bytes, RFC 7714 §13.1
const INDEX = 4;
const KEY = 16;
const SALT = 12;
const ENCRYPTED = 0x8000_0000;

/** AEAD_AES_128_GCM (RFC 7714). */
export function createAesGcmCipher(masterKey: Buffer, masterSalt: Buffer): SrtpCipher {
  const master = { key: masterKey, salt: masterSalt };
  return aesGcmOf({
    rtpKey: deriveSessionKey(master, KEY_LABEL.rtpKey, KEY),
    rtpSalt: deriveSessionKey(master, KEY_LABEL.rtpSalt, SALT),
    rtcpKey: deriveSessionKey(master, KEY_LABEL.rtcpKey, KEY),
    rtcpSalt: deriveSessionKey(master, KEY_LABEL.rtcpSalt, SALT),
  });
}

export interface AesGcmKeys {
  readonly rtpKey: Buffer;
  readonly rtpSalt: Buffer;
  readonly rtcpKey: Buffer;
  readonly rtcpSalt: Buffer;
}

/** The transform with session keys. */
export function aesGcmOf({ rtpKey, rtpSalt, rtcpKey, rtcpSalt }: AesGcmKeys): SrtpCipher {
  const iv = Buffer.alloc(SALT);

  const setRtpIv = (packet: Buffer, rollover: number): void => {
    iv.writeUInt16BE(0, 0);
    packet.copy(iv, 2, 8, 12); // SSRC
    iv.writeUInt32BE(rollover, 6);
    packet.copy(iv, 10, 2, 4); // sequence number
    xor(iv, rtpSalt);
  };
  const setRtcpIv = (packet: Buffer, index: number): void => {
    iv.writeUInt16BE(0, 0);
    packet.copy(iv, 2, 4, 8); // SSRC
    iv.writeUInt16BE(0, 6);
    iv.writeUInt32BE(index, 8);
    xor(iv, rtcpSalt);
  };

  return {
    protectRtp: (header, payload, rollover) => {
      setRtpIv(header, rollover);
      const cipher = createCipheriv("aes-128-gcm", rtpKey, iv);
      cipher.setAAD(header);
      const encrypted = cipher.update(payload);
      cipher.final();
      return join(header, encrypted, cipher.getAuthTag());
    },
    unprotectRtp: (packet, headerLength, rollover) => {
      const tagAt = packet.length - TAG;
      if (tagAt < headerLength || headerLength < MIN_RTP_HEADER) return undefined;
      setRtpIv(packet, rollover);
      const decipher = createDecipheriv("aes-128-gcm", rtpKey, iv, { authTagLength: TAG });
      decipher.setAAD(packet.subarray(0, headerLength));
      decipher.setAuthTag(packet.subarray(tagAt));
      const payload = decipher.update(packet.subarray(headerLength, tagAt));
      return isAuthentic(decipher) ? payload : undefined;
    },
    protectRtcp: (packet, index) => {
      const trailer = Buffer.allocUnsafe(INDEX);
      trailer.writeUInt32BE((index | ENCRYPTED) >>> 0);
      const header = packet.subarray(0, MIN_RTCP_HEADER);
      setRtcpIv(packet, index);
      const cipher = createCipheriv("aes-128-gcm", rtcpKey, iv);
      cipher.setAAD(Buffer.concat([header, trailer]));
      const encrypted = cipher.update(packet.subarray(MIN_RTCP_HEADER));
      cipher.final();
      return Buffer.concat([header, encrypted, cipher.getAuthTag(), trailer]);
    },
    unprotectRtcp: (packet) => {
      const indexAt = packet.length - INDEX;
      const tagAt = indexAt - TAG;
      if (tagAt < MIN_RTCP_HEADER) return undefined;
      const word = packet.readUInt32BE(indexAt);
      if (word < ENCRYPTED) return undefined; // we negotiated encryption of RTCP as well
      const index = word - ENCRYPTED;
      setRtcpIv(packet, index);
      const decipher = createDecipheriv("aes-128-gcm", rtcpKey, iv, { authTagLength: TAG });
      const header = packet.subarray(0, MIN_RTCP_HEADER);
      decipher.setAAD(Buffer.concat([header, packet.subarray(indexAt)]));
      decipher.setAuthTag(packet.subarray(tagAt, indexAt));
      const body = decipher.update(packet.subarray(MIN_RTCP_HEADER, tagAt));
      return isAuthentic(decipher) ? { packet: Buffer.concat([header, body]), index } : undefined;
    },
  };
}

function isAuthentic(decipher: { final(): Buffer }): boolean {
  try {
    decipher.final();
    return true;
  } catch {
    return false; // node:crypto reports a wrong tag only by an exception
  }
}

function join(header: Buffer, encrypted: Buffer, tag: Buffer): Buffer {
  const packet = Buffer.allocUnsafe(header.length + encrypted.length + tag.length);
  packet.set(header, 0);
  packet.set(encrypted, header.length);
  packet.set(tag, header.length + encrypted.length);
  return packet;
}

function xor(target: Buffer, mask: Buffer): void {
  for (let i = 0; i < SALT; i += 1) target[i] = (target[i] ?? 0) ^ (mask[i] ?? 0);
}
