import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { fuzzHandshake, fuzzSession } from "../../test/media-fuzz.ts";
import { createDtlsCertificate } from "../dtls/certificate.ts";

const FOR_MS = 50_000;
const FIRST_SEED = 100;
const STEPS = 6000;
const HANDSHAKES = 40;
const MOST_GROWTH = 8 * 1024 * 1024;

/** Memory in use, in bytes. V8 frees the bytes of buffers on another thread after a collection, and counts them until the next one. */
async function heldBytes(): Promise<number> {
  setFlagsFromString("--expose-gc");
  for (let times = 0; times < 2; times += 1) {
    runInNewContext("gc()");
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test(
  "MEDIA-84 a minute of datagrams of every kind: no exception, no growth, and every leg keeps its audio",
  { timeout: 12 * FOR_MS },
  async () => {
    const [certificate, farCertificate] = [createDtlsCertificate(0), createDtlsCertificate(0)];
    let heldAtFirst: number | undefined;
    let seed = FIRST_SEED;
    // On a slow machine longer: the growth needs a first session and two more.
    for (const until = performance.now() + FOR_MS; performance.now() < until || seed < FIRST_SEED + 3; seed += 1) {
      const outcome = await fuzzSession({ certificate, farCertificate, seed, steps: STEPS });
      expect(outcome, `seed ${seed}`).toEqual({ said: STEPS / 6, echoed: STEPS / 6, failed: false });
      for (let i = 0; i < HANDSHAKES; i += 1) {
        fuzzHandshake({ certificate, farCertificate, seed: seed * HANDSHAKES + i });
      }
      heldAtFirst ??= await heldBytes();
    }
    expect((await heldBytes()) - (heldAtFirst ?? 0)).toBeLessThan(MOST_GROWTH);
  },
);
