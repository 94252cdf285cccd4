import { createCipheriv, createDecipheriv } from "node:crypto";
import { uint } from "./byte-reader.ts";

/** A DTLS 1.2 record (RFC 6347 §4.1) with decrypted content. */
export interface DtlsRecord {
  readonly type: number;
  readonly epoch: number;
  readonly content: Buffer;
}

export const CONTENT = { changeCipherSpec: 20, alert: 21, handshake: 22 } as const;
export const DTLS_1_2 = 0xfefd;

/** Keys of one direction for AEAD_AES_128_GCM (RFC 5288 §3). */
export interface RecordKeys {
  readonly key: Buffer;
  /** The four bytes of the nonce that are not sent. */
  readonly salt: Buffer;
}

export interface RecordLayer {
  /**
   * Yields the readable records of a datagram one by one, because the keys of the next record may come from the one
   * before. Malformed and not authentic records, and records of another epoch, are skipped.
   */
  open(datagram: Buffer): Iterable<DtlsRecord>;
  /** One record; it is protected when its epoch is 1. */
  seal(record: DtlsRecord): Buffer;
  setKeys(keys: { readonly local: RecordKeys; readonly remote: RecordKeys }): void;
}

const HEADER = 13;
const EXPLICIT_NONCE = 8;
const TAG = 16;
const DTLS_1_0 = 0xfeff; // the version in a first ClientHello's record

export function createRecordLayer(): RecordLayer {
  const sequences = [0, 0]; // next to send, by epoch
  let local: RecordKeys | undefined;
  let remote: RecordKeys | undefined;

  const openRecord = (header: Buffer, body: Buffer): DtlsRecord | undefined => {
    const type = header.readUInt8(0);
    const epoch = header.readUInt16BE(3);
    if (epoch === 0) return { type, epoch, content: body };
    if (epoch !== 1 || remote === undefined || body.length < EXPLICIT_NONCE + TAG) return undefined;
    const tagAt = body.length - TAG;
    const nonce = Buffer.concat([remote.salt, body.subarray(0, EXPLICIT_NONCE)]);
    const decipher = createDecipheriv("aes-128-gcm", remote.key, nonce, { authTagLength: TAG });
    decipher.setAAD(additionalData(header, tagAt - EXPLICIT_NONCE));
    decipher.setAuthTag(body.subarray(tagAt));
    const content = decipher.update(body.subarray(EXPLICIT_NONCE, tagAt));
    try {
      decipher.final();
    } catch {
      return undefined; // not authentic: dropped without an alert (RFC 6347 §4.1.2.7)
    }
    return { type, epoch, content };
  };

  return {
    *open(datagram) {
      let start = 0;
      while (start + HEADER <= datagram.length) {
        const header = datagram.subarray(start, start + HEADER);
        const end = start + HEADER + header.readUInt16BE(11);
        const version = header.readUInt16BE(1);
        if (end > datagram.length || (version !== DTLS_1_2 && version !== DTLS_1_0)) return;
        const record = openRecord(header, datagram.subarray(start + HEADER, end));
        if (record !== undefined) yield record;
        start = end;
      }
    },
    seal: ({ type, epoch, content }) => {
      const sequence = sequences[epoch] ?? 0;
      sequences[epoch] = sequence + 1;
      const number = Buffer.concat([uint(2, epoch), uint(6, sequence)]);
      const start = Buffer.concat([uint(1, type), uint(2, DTLS_1_2), number]);
      if (epoch === 0 || local === undefined) return Buffer.concat([start, uint(2, content.length), content]);
      const cipher = createCipheriv("aes-128-gcm", local.key, Buffer.concat([local.salt, number]));
      cipher.setAAD(additionalData(start, content.length));
      const encrypted = Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
      return Buffer.concat([start, uint(2, EXPLICIT_NONCE + encrypted.length), number, encrypted]);
    },
    setKeys: (keys) => {
      local = keys.local;
      remote = keys.remote;
    },
  };
}

/** RFC 5246 §6.2.3.3 with DTLS's epoch and sequence number: epoch, sequence, type, version, length of the plaintext. */
function additionalData(header: Buffer, length: number): Buffer {
  return Buffer.concat([header.subarray(3, 11), header.subarray(0, 3), uint(2, length)]);
}
