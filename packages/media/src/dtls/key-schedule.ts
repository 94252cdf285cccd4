import { createHash, createHmac } from "node:crypto";
import type { RecordKeys } from "./record-layer.ts";
import type { SrtpKeys, SrtpProfile } from "./srtp-keys.ts";
import { SRTP_KEY_BYTES, SRTP_SALT_BYTES } from "./srtp-keys.ts";

/** The secrets of one handshake with SHA-256 (RFC 5246 §5, §6.3, §8.1). */
export interface KeySchedule {
  readonly record: { readonly client: RecordKeys; readonly server: RecordKeys };
  /** The 12 bytes of a Finished message, over the hash of all messages before it. */
  finished(side: "client" | "server", transcriptHash: Buffer): Buffer;
  srtp(profile: SrtpProfile, own: "client" | "server"): SrtpKeys;
}

export interface KeyScheduleInput {
  readonly premasterSecret: Buffer;
  /** Hash of the messages up to and including ClientKeyExchange (RFC 7627 §3). */
  readonly sessionHash: Buffer;
  readonly clientRandom: Buffer;
  readonly serverRandom: Buffer;
}

export function createKeySchedule(input: KeyScheduleInput): KeySchedule {
  const { premasterSecret, sessionHash, clientRandom, serverRandom } = input;
  const master = prf(premasterSecret, "extended master secret", sessionHash, 48);
  const block = prf(master, "key expansion", Buffer.concat([serverRandom, clientRandom]), 40);
  return {
    record: {
      client: { key: block.subarray(0, 16), salt: block.subarray(32, 36) },
      server: { key: block.subarray(16, 32), salt: block.subarray(36, 40) },
    },
    finished: (side, transcriptHash) => prf(master, `${side} finished`, transcriptHash, 12),
    srtp: (profile, own) => {
      const salt = SRTP_SALT_BYTES[profile];
      const seed = Buffer.concat([clientRandom, serverRandom]);
      const material = prf(master, "EXTRACTOR-dtls_srtp", seed, 2 * (SRTP_KEY_BYTES + salt)); // RFC 5764 §4.2
      const clientKey = material.subarray(0, SRTP_KEY_BYTES);
      const serverKey = material.subarray(SRTP_KEY_BYTES, 2 * SRTP_KEY_BYTES);
      const clientSalt = material.subarray(2 * SRTP_KEY_BYTES, 2 * SRTP_KEY_BYTES + salt);
      const serverSalt = material.subarray(2 * SRTP_KEY_BYTES + salt);
      return own === "client"
        ? { profile, localKey: clientKey, localSalt: clientSalt, remoteKey: serverKey, remoteSalt: serverSalt }
        : { profile, localKey: serverKey, localSalt: serverSalt, remoteKey: clientKey, remoteSalt: clientSalt };
    },
  };
}

export function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** P_SHA256 (RFC 5246 §5). */
function prf(secret: Buffer, label: string, seed: Buffer, length: number): Buffer {
  const labelled = Buffer.concat([Buffer.from(label), seed]);
  const blocks: Buffer[] = [];
  let a = labelled;
  for (let made = 0; made < length; made += 32) {
    a = createHmac("sha256", secret).update(a).digest();
    blocks.push(createHmac("sha256", secret).update(a).update(labelled).digest());
  }
  return Buffer.concat(blocks).subarray(0, length);
}
