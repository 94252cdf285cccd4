import { createHash, sign, verify, constants } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { publicKeyOf } from "./certificate-key.ts";
import { DtlsFault } from "./dtls-fault.ts";
import { createSelfSigned } from "./self-signed.ts";

/** Our self-signed certificate and its key, ECDSA on P-256; one for all ports of a worker. */
export interface DtlsCertificate {
  readonly der: Buffer;
  readonly key: KeyObject;
  /** SHA-256, upper-case hex with colons, as needed for `a=fingerprint`. */
  readonly fingerprint: string;
}

/** Signature schemes of TLS (RFC 8446 §4.2.3, RFC 8422 §5.1.3) that a far end may sign with; browsers use the first. */
export const SIGNATURE = { ecdsaSecp256r1Sha256: 0x0403, rsaPssSha256: 0x0804, rsaPkcs1Sha256: 0x0401 } as const;

/** `now`: epoch ms. */
export function createDtlsCertificate(now: number): DtlsCertificate {
  const { der, key } = createSelfSigned(now);
  return { der, key, fingerprint: certificateFingerprint(der, "sha256") };
}

/** Digest of a DER certificate as `a=fingerprint` writes it (RFC 8122 §5). */
export function certificateFingerprint(der: Buffer, algorithm: string): string {
  const hex = createHash(algorithm).update(der).digest("hex").toUpperCase();
  return hex.match(/../g)?.join(":") ?? "";
}

/** Signs with our key; the scheme is `ecdsaSecp256r1Sha256`. */
export function signWith({ key }: DtlsCertificate, signed: Buffer): Buffer {
  return sign("sha256", signed, key);
}

/** Throws unless the holder of the certificate's key signed these bytes. */
export function requireSignature(der: Buffer, scheme: number, signed: Buffer, signature: Buffer): void {
  const key = publicKeyOf(der);
  const isRsa = key.asymmetricKeyType === "rsa";
  let valid = false;
  if (scheme === SIGNATURE.ecdsaSecp256r1Sha256 && key.asymmetricKeyType === "ec") {
    valid = verify("sha256", signed, key, signature);
  } else if (scheme === SIGNATURE.rsaPssSha256 && isRsa) {
    valid = verify("sha256", signed, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }, signature);
  } else if (scheme === SIGNATURE.rsaPkcs1Sha256 && isRsa) {
    valid = verify("sha256", signed, key, signature);
  }
  if (!valid) throw new DtlsFault("decryptError", "the far end does not hold the key of its certificate");
}
