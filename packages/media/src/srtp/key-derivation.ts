import { createCipheriv } from "node:crypto";

/** Labels of RFC 3711 §4.3.1. */
export const KEY_LABEL = {
  rtpKey: 0,
  rtpAuth: 1,
  rtpSalt: 2,
  rtcpKey: 3,
  rtcpAuth: 4,
  rtcpSalt: 5,
} as const;

const PRF_SALT = 14; // bytes: the PRF's input block less the two that count blocks

/** A session key by AES-CM with a key derivation rate of 0 (RFC 3711 §4.3.3); a GCM salt counts as padded with zeros (RFC 7714 §11). */
export function deriveSessionKey(
  master: { readonly key: Buffer; readonly salt: Buffer },
  label: number,
  length: number,
): Buffer {
  const input = Buffer.alloc(16);
  master.salt.copy(input, 0, 0, Math.min(master.salt.length, PRF_SALT));
  input[7] = (input[7] ?? 0) ^ label;
  return createCipheriv("aes-128-ctr", master.key, input).update(Buffer.alloc(length));
}
