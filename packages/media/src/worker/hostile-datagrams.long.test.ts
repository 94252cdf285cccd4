import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { fuzzHandshake, fuzzSession } from "../../test/media-fuzz.ts";
import { createDtlsCertificate } from "../dtls/certificate.ts";

const FOR_MS = 50_000;
const STEPS = 6000;
const HANDSHAKES = 40;
const MOST_GROWTH = 24 * 1024 * 1024;

/** Memory in use, in bytes. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test(
  "MEDIA-84 a minute of datagrams of every kind: no exception, no growth, and every leg keeps its audio",
  { timeout: 6 * FOR_MS },
  async () => {
    const [certificate, farCertificate] = [createDtlsCertificate(0), createDtlsCertificate(0)];
    let heldAtFirst: number | undefined;
    let seed = 100;
    for (const until = performance.now() + FOR_MS; performance.now() < until; seed += 1) {
      const outcome = await fuzzSession({ certificate, farCertificate, seed, steps: STEPS });
      expect(outcome, `seed ${seed}`).toEqual({ said: STEPS / 6, echoed: STEPS / 6, failed: false });
      for (let i = 0; i < HANDSHAKES; i += 1) {
        fuzzHandshake({ certificate, farCertificate, seed: seed * HANDSHAKES + i });
      }
      heldAtFirst ??= heldBytes();
    }
    expect(seed).toBeGreaterThan(102);
    expect(heldBytes() - (heldAtFirst ?? 0)).toBeLessThan(MOST_GROWTH);
  },
);
