import { DtlsFault } from "./dtls-fault.ts";

/** Reads TLS presentation language (RFC 5246 §4) from front to back; reading past the end is a decode error. */
export interface ByteReader {
  readonly atEnd: boolean;
  /** An unsigned number of 1 to 6 bytes. */
  number(bytes: number): number;
  bytes(length: number): Buffer;
  /** A vector: its length in 1 to 3 bytes, then that many bytes. */
  vector(lengthBytes: number): Buffer;
}

export function createByteReader(source: Buffer): ByteReader {
  let position = 0;
  const bytes = (length: number): Buffer => {
    if (position + length > source.length) throw new DtlsFault("decodeError", "a message is too short");
    position += length;
    return source.subarray(position - length, position);
  };
  const number = (length: number): number => bytes(length).readUIntBE(0, length);
  return {
    get atEnd() {
      return position === source.length;
    },
    number,
    bytes,
    vector: (lengthBytes) => bytes(number(lengthBytes)),
  };
}

/** A number of 1 to 6 bytes. */
export function uint(bytes: number, value: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

/** A vector of parts, with its length in front. */
export function vector(lengthBytes: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([uint(lengthBytes, content.length), content]);
}
