import { X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { createDtlsCertificate, requireSignature, SIGNATURE, signWith } from "./certificate.ts";

const NOW = Date.UTC(2026, 0, 2);

test("MEDIA-15 the certificate is self-signed with its own key, and valid for ten years", () => {
  const { der, fingerprint } = createDtlsCertificate(NOW);
  const certificate = new X509Certificate(der);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.publicKey.asymmetricKeyDetails?.namedCurve).toBe("prime256v1");
  expect(certificate.subject).toBe("CN=WebRTC");
  expect(certificate.issuer).toBe(certificate.subject);
  expect(new Date(certificate.validFrom).toISOString()).toBe("2026-01-01T00:00:00.000Z");
  expect(new Date(certificate.validTo).getUTCFullYear()).toBe(2035);
  expect(certificate.fingerprint256).toBe(fingerprint);
});

test("MEDIA-15 from 2050 on its dates have four digits for the year", () => {
  const certificate = new X509Certificate(createDtlsCertificate(Date.UTC(2049, 0, 2)).der);
  expect(new Date(certificate.validFrom).getUTCFullYear()).toBe(2049);
  expect(new Date(certificate.validTo).getUTCFullYear()).toBe(2058);
});

test("MEDIA-15 no two certificates share a serial number or a key", () => {
  const [one, other] = [createDtlsCertificate(NOW), createDtlsCertificate(NOW)].map(
    ({ der }) => new X509Certificate(der),
  );
  expect(one?.serialNumber).not.toBe(other?.serialNumber);
  expect(one?.fingerprint256).not.toBe(other?.fingerprint256);
});

test("MEDIA-15 data that it signs is accepted with this certificate, and with no other one", () => {
  const [own, other] = [createDtlsCertificate(NOW), createDtlsCertificate(NOW)];
  const signed = Buffer.from("signed");
  const signature = signWith(own, signed);
  expect(() => requireSignature(own.der, SIGNATURE.ecdsaSecp256r1Sha256, signed, signature)).not.toThrow();
  expect(() => requireSignature(other.der, SIGNATURE.ecdsaSecp256r1Sha256, signed, signature)).toThrow();
});

test("MEDIA-15 a signature is checked also with a certificate that has been seen before", () => {
  const own = createDtlsCertificate(NOW);
  const [signed, changed] = [Buffer.from("signed"), Buffer.from("changed")];
  const signature = signWith(own, signed);
  for (let call = 0; call < 3; call += 1) {
    expect(() => requireSignature(own.der, SIGNATURE.ecdsaSecp256r1Sha256, signed, signature)).not.toThrow();
    expect(() => requireSignature(own.der, SIGNATURE.ecdsaSecp256r1Sha256, changed, signature)).toThrow();
    const altered = Buffer.from(own.der);
    altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;
    expect(() => requireSignature(altered, SIGNATURE.ecdsaSecp256r1Sha256, changed, signature)).toThrow();
  }
});
