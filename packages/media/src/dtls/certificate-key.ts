import { createPublicKey, X509Certificate } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { createByteReader } from "./byte-reader.ts";
import type { ByteReader } from "./byte-reader.ts";
import { DtlsFault } from "./dtls-fault.ts";

/** The public key of a far end's certificate (DER). */
export function publicKeyOf(certificate: Buffer): KeyObject {
  try {
    return keyOnP256(keyFieldOf(certificate)) ?? new X509Certificate(certificate).publicKey;
  } catch (cause) {
    throw new DtlsFault("badCertificate", "the far end's certificate cannot be read", { cause });
  }
}

/** Before the point of a key on P-256, inside SubjectPublicKeyInfo (RFC 5480 §2): algorithm, curve, BIT STRING, uncompressed. */
const P256 = Buffer.from("301306072a8648ce3d020106082a8648ce3d03010703420004", "hex");
const COORDINATE = 32; // bytes
const EXPLICIT_VERSION = 0xa0; // the only field before the key that may be missing

/** Browsers have such keys. Each is new, so it is read for every call: as JWK that takes half as long as the whole certificate. */
function keyOnP256(field: Buffer): KeyObject | undefined {
  if (field.length !== P256.length + 2 * COORDINATE || !field.subarray(0, P256.length).equals(P256)) return undefined;
  const coordinate = (at: number): string => field.toString("base64url", at, at + COORDINATE);
  const [x, y] = [coordinate(P256.length), coordinate(P256.length + COORDINATE)];
  return createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
}

/** The content of `subjectPublicKeyInfo` (RFC 5280 §4.1). */
function keyFieldOf(certificate: Buffer): Buffer {
  const signed = createByteReader(readNode(createByteReader(readNode(createByteReader(certificate)).value)).value);
  const first = readNode(signed);
  // Serial number, algorithm, issuer, validity, subject.
  for (let left = first.tag === EXPLICIT_VERSION ? 5 : 4; left > 0; left -= 1) readNode(signed);
  return readNode(signed).value;
}

function readNode(reader: ByteReader): { readonly tag: number; readonly value: Buffer } {
  const tag = reader.number(1);
  const length = reader.number(1);
  return { tag, value: reader.bytes(length < 0x80 ? length : reader.number(length - 0x80)) };
}
