import { createECDH, timingSafeEqual } from "node:crypto";
import type { ECDH } from "node:crypto";
import type { DtlsCertificate } from "./certificate.ts";
import { DtlsFault } from "./dtls-fault.ts";
import type { FlightSender } from "./flight-sender.ts";
import { sha256 } from "./key-schedule.ts";
import type { HandshakeMessage } from "./message-assembly.ts";
import type { RecordKeys } from "./record-layer.ts";
import type { SrtpKeys } from "./srtp-keys.ts";

/** One side of a handshake: gets messages, and sends flights through the tools. Throws a `DtlsFault` to end it. */
export interface Handshake {
  /** Sends the client's first flight; does nothing for a server. */
  start(): void;
  take(message: HandshakeMessage): void;
}

export interface HandshakeTools {
  readonly certificate: DtlsCertificate;
  readonly randomBytes: (length: number) => Buffer;
  readonly flights: FlightSender;
  readonly transcript: Transcript;
  readonly setKeys: (keys: { readonly local: RecordKeys; readonly remote: RecordKeys }) => void;
  readonly onFinished: (keys: SrtpKeys, remoteCertificate: Buffer) => void;
}

/** All messages of a handshake so far, in order. */
export interface Transcript {
  add(message: Buffer): void;
  clear(): void;
  bytes(): Buffer;
  hash(): Buffer;
}

export function createTranscript(): Transcript {
  let messages: Buffer[] = [];
  const bytes = (): Buffer => Buffer.concat(messages);
  return {
    add: (message) => messages.push(message),
    clear: () => {
      messages = [];
    },
    bytes,
    hash: () => sha256(bytes()),
  };
}

/** A key pair on P-256, only for this handshake. */
export function createKeyPair(): { readonly ecdh: ECDH; readonly point: Buffer } {
  const ecdh = createECDH("prime256v1");
  return { ecdh, point: ecdh.generateKeys() };
}

/** Throws when the far end's point is not on the curve. */
export function agreeSecret(ecdh: ECDH, point: Buffer): Buffer {
  try {
    return ecdh.computeSecret(point);
  } catch (cause) {
    throw new DtlsFault("illegalParameter", "the far end's key is not on the curve", { cause });
  }
}

export function unexpected({ type }: HandshakeMessage): DtlsFault {
  return new DtlsFault("unexpectedMessage", `unexpected handshake message ${type}`);
}

/** Throws unless the far end saw the same messages as this side (RFC 5246 §7.4.9). */
export function requireFinished(got: Buffer, wanted: Buffer): void {
  if (got.length !== wanted.length || !timingSafeEqual(got, wanted)) {
    throw new DtlsFault("decryptError", "the handshake was tampered with");
  }
}
