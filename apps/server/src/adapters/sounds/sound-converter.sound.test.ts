import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleForNode, createFakeClock, tonePcm, wavFile } from "@callpanel/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createSoundConverter } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "callpanel-test-"));
const source = join(folder, "source.wav");
const target = join(folder, "target");
let workerUrl: URL;
let clock: ReturnType<typeof createFakeClock>;
let converter: ReturnType<typeof createSoundConverter>;
beforeAll(async () => {
  workerUrl = await bundleForNode(new URL("./conversion/conversion.worker.ts", import.meta.url));
});
beforeEach(() => {
  clock = createFakeClock();
  converter = createSoundConverter({ workerUrl, clock });
});
afterEach(async () => {
  await converter.stop();
  rmSync(target, { force: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (seconds: number): void =>
  writeFileSync(
    source,
    wavFile(tonePcm({ frequencyHz: 440, amplitude: 0.5 }, { sampleRate: 8_000, samples: 8_000 * seconds }), 8_000),
  );
const convert = (over: object = {}) =>
  converter.convert({ source, target, format: "ogg", accepts: ["wav"], mostMs: 7_200_000, ...over });

it("SOUND-16 converts in a thread, one sound after the other; the thread ends when it is idle", async () => {
  write(1);
  const made = await Promise.all([
    convert(),
    convert({ target: `${target}.2` }),
    convert({ target: `${target}.3`, accepts: ["mp3"] }).catch((error: unknown) => error),
  ]);
  expect(made).toMatchObject([
    { durationMs: 1_000 },
    { durationMs: 1_000 },
    { code: "sounds.kind", details: { formats: "MP3" } },
  ]);
  await clock.advance(30_000);
  rmSync(target, { force: true });
  expect(await convert()).toEqual({ durationMs: 1_000 });
});

it("SOUND-16 a failure leaves no file", async () => {
  write(1);
  await expect(convert({ mostMs: 10 })).rejects.toMatchObject({ code: "sounds.tooLong" });
  expect(existsSync(target)).toBe(false);
});

it("SOUND-16 gives up when it is aborted or takes too long, and continues with the next sound", async () => {
  write(600);
  const given = new AbortController();
  const first = convert({ signal: given.signal });
  await expect.poll(() => existsSync(target)).toBe(true);
  given.abort();
  await expect(first).rejects.toMatchObject({ code: "sounds.busy" });
  expect(existsSync(target)).toBe(false);
  const second = convert();
  await expect.poll(() => existsSync(target)).toBe(true);
  await clock.advance(300_000);
  await expect(second).rejects.toMatchObject({ code: "sounds.busy" });
  write(1);
  expect(await convert()).toEqual({ durationMs: 1_000 });
});
