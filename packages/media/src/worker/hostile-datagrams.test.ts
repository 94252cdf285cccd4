import { beforeAll, expect, test } from "vitest";
import { fuzzHandshake, fuzzSession } from "../../test/media-fuzz.ts";
import type { LineCertificates } from "../../test/media-line.ts";
import { createDtlsCertificate } from "../dtls/certificate.ts";

let certificates: LineCertificates;

beforeAll(() => {
  const [certificate, farCertificate] = [createDtlsCertificate(0), createDtlsCertificate(0)];
  certificates = { certificate, farCertificate };
});

// The test for a minute is in hostile-datagrams.long.test.ts.
test("MEDIA-84 with any datagrams, a connected leg keeps its audio", async () => {
  const { said, echoed, failed } = await fuzzSession({ ...certificates, seed: 1, steps: 1200 });
  expect(said).toBe(200);
  expect(echoed).toBe(said);
  expect(failed).toBe(false);
});

test("MEDIA-84 a handshake between altered datagrams succeeds or is reported as failed, nothing else", () => {
  const outcomes = Array.from({ length: 20 }, (_none, seed) => fuzzHandshake({ ...certificates, seed }));
  expect(outcomes).toContain("connected");
});
