import { createCipheriv, createHmac, timingSafeEqual } from "node:crypto";
import { KEY_LABEL, deriveSessionKey } from "./key-derivation.ts";
import { MIN_RTCP_HEADER, MIN_RTP_HEADER } from "./srtp-cipher.ts";
import type { SrtpCipher } from "./srtp-cipher.ts";

const TAG = 10; // bytes: 80 bits
const INDEX = 4;
const KEY = 16;
const SALT = 14;
const AUTH_KEY = 20;
const ENCRYPTED = 0x8000_0000;

/** SRTP_AES128_CM_HMAC_SHA1_80 (RFC 3711), which every peer supports (RFC 8827 §6.5). */
export function createAesCmCipher(masterKey: Buffer, masterSalt: Buffer): SrtpCipher {
  const master = { key: masterKey, salt: masterSalt };
  return aesCmOf({
    rtpKey: deriveSessionKey(master, KEY_LABEL.rtpKey, KEY),
    rtpSalt: deriveSessionKey(master, KEY_LABEL.rtpSalt, SALT),
    rtpAuth: deriveSessionKey(master, KEY_LABEL.rtpAuth, AUTH_KEY),
    rtcpKey: deriveSessionKey(master, KEY_LABEL.rtcpKey, KEY),
    rtcpSalt: deriveSessionKey(master, KEY_LABEL.rtcpSalt, SALT),
    rtcpAuth: deriveSessionKey(master, KEY_LABEL.rtcpAuth, AUTH_KEY),
  });
}

export interface AesCmKeys {
  readonly rtpKey: Buffer;
  readonly rtpSalt: Buffer;
  readonly rtpAuth: Buffer;
  readonly rtcpKey: Buffer;
  readonly rtcpSalt: Buffer;
  readonly rtcpAuth: Buffer;
}

/** The transform with session keys. */
export function aesCmOf({ rtpKey, rtpSalt, rtpAuth, rtcpKey, rtcpSalt, rtcpAuth }: AesCmKeys): SrtpCipher {
  const iv = Buffer.alloc(16);
  const rolloverWord = Buffer.alloc(4);

  /** RFC 3711 §4.1.1: salt, SSRC and packet index combined by XOR. */
  const setIv = (salt: Buffer, ssrc: number, high: number, low: number): void => {
    iv.fill(0);
    iv.writeUInt32BE(ssrc, 4);
    iv.writeUInt32BE(high, 8);
    iv.writeUInt16BE(low, 12);
    for (let i = 0; i < SALT; i += 1) iv[i] = (iv[i] ?? 0) ^ (salt[i] ?? 0);
  };
  const rtpTag = (authenticated: Uint8Array, rollover: number): Buffer => {
    rolloverWord.writeUInt32BE(rollover);
    return createHmac("sha1", rtpAuth).update(authenticated).update(rolloverWord).digest().subarray(0, TAG);
  };
  const rtcpTag = (authenticated: Uint8Array): Buffer =>
    createHmac("sha1", rtcpAuth).update(authenticated).digest().subarray(0, TAG);

  return {
    protectRtp: (header, payload, rollover) => {
      setIv(rtpSalt, header.readUInt32BE(8), rollover, header.readUInt16BE(2));
      const packet = Buffer.allocUnsafe(header.length + payload.length + TAG);
      packet.set(header, 0);
      packet.set(createCipheriv("aes-128-ctr", rtpKey, iv).update(payload), header.length);
      const tagAt = packet.length - TAG;
      packet.set(rtpTag(packet.subarray(0, tagAt), rollover), tagAt);
      return packet;
    },
    unprotectRtp: (packet, headerLength, rollover) => {
      const tagAt = packet.length - TAG;
      if (tagAt < headerLength || headerLength < MIN_RTP_HEADER) return undefined;
      if (!timingSafeEqual(packet.subarray(tagAt), rtpTag(packet.subarray(0, tagAt), rollover))) return undefined;
      setIv(rtpSalt, packet.readUInt32BE(8), rollover, packet.readUInt16BE(2));
      return createCipheriv("aes-128-ctr", rtpKey, iv).update(packet.subarray(headerLength, tagAt));
    },
    protectRtcp: (packet, index) => {
      setIv(rtcpSalt, packet.readUInt32BE(4), index >>> 16, index & 0xffff);
      const trailer = Buffer.allocUnsafe(INDEX);
      trailer.writeUInt32BE((index | ENCRYPTED) >>> 0);
      const body = createCipheriv("aes-128-ctr", rtcpKey, iv).update(packet.subarray(MIN_RTCP_HEADER));
      const authenticated = Buffer.concat([packet.subarray(0, MIN_RTCP_HEADER), body, trailer]);
      return Buffer.concat([authenticated, rtcpTag(authenticated)]);
    },
    unprotectRtcp: (packet) => {
      const tagAt = packet.length - TAG;
      const indexAt = tagAt - INDEX;
      if (indexAt < MIN_RTCP_HEADER) return undefined;
      if (!timingSafeEqual(packet.subarray(tagAt), rtcpTag(packet.subarray(0, tagAt)))) return undefined;
      const word = packet.readUInt32BE(indexAt);
      if (word < ENCRYPTED) return undefined; // we negotiated encryption of RTCP as well
      const index = word - ENCRYPTED;
      setIv(rtcpSalt, packet.readUInt32BE(4), index >>> 16, index & 0xffff);
      const body = createCipheriv("aes-128-ctr", rtcpKey, iv).update(packet.subarray(MIN_RTCP_HEADER, indexAt));
      return { packet: Buffer.concat([packet.subarray(0, MIN_RTCP_HEADER), body]), index };
    },
  };
}
