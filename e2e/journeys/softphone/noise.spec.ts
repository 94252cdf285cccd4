import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { wavFile } from "@callpanel/testkit/audio";
import { SPEECH_RATE_HZ } from "@callpanel/testkit";
import { anyCall, expect, expectSilence, type Person, phoneStatus, talk, test } from "../../support/people.ts";
import { keepHeard } from "../../support/sound.ts";
import { fileSamples, heardSamples } from "../../support/speech.ts";
import { expectTold } from "../../support/told.ts";

const SPEECH = "packages/pbx/prompts/en/conference-menu.opus";
const [NOISE_SECONDS, SPEECH_SECONDS] = [4, 4];
/** Once through the file, and a little more. */
const LISTEN_MS = 10_000;

/** Four seconds of clatter, as of a keyboard, then four of speech over the same clatter. */
async function writeNoisySpeech(path: string): Promise<void> {
  const speech = fileSamples(SPEECH).subarray(0, SPEECH_SECONDS * SPEECH_RATE_HZ);
  const pcm = new Int16Array((NOISE_SECONDS + SPEECH_SECONDS) * SPEECH_RATE_HZ);
  let seed = 1;
  for (let at = 0; at < pcm.length; at += 1) {
    seed = (seed * 1_664_525 + 1_013_904_223) >>> 0;
    const isBurst = at % (SPEECH_RATE_HZ / 5) < SPEECH_RATE_HZ / 12;
    const noise = isBurst ? (seed / 2 ** 32 - 0.5) * 3_000 : 0;
    pcm[at] = noise + (speech[at - NOISE_SECONDS * SPEECH_RATE_HZ] ?? 0);
  }
  await writeFile(path, wavFile(pcm, SPEECH_RATE_HZ));
}

/** Of the quietest and the loudest second, in dBFS: the clatter alone, and speech. */
function levelsOf(samples: Int16Array): { readonly noiseDb: number; readonly speechDb: number } {
  const levels: number[] = [];
  for (let at = SPEECH_RATE_HZ; at + SPEECH_RATE_HZ <= samples.length; at += SPEECH_RATE_HZ / 4) {
    const power = samples.subarray(at, at + SPEECH_RATE_HZ).reduce((sum, one) => sum + (one / 32_768) ** 2, 0);
    levels.push(10 * Math.log10(power / SPEECH_RATE_HZ + 1e-10));
  }
  return { noiseDb: Math.min(...levels), speechDb: Math.max(...levels) };
}

async function listen({ page }: Person): Promise<{ readonly noiseDb: number; readonly speechDb: number }> {
  const stop = await keepHeard(page);
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), LISTEN_MS);
  return levelsOf(heardSamples(await stop()));
}

declare global {
  interface Window {
    /** Microphones that record, and contexts of filters that run. */
    callpanelOpen: () => string;
  }
}

/** Runs in a page before its own code. */
function watchMicrophones(): void {
  const tracks = new Set<MediaStreamTrack>();
  const contexts = new Set<AudioContext>();
  const worklets = new Set<AudioWorklet>();
  const { getUserMedia } = MediaDevices.prototype;
  MediaDevices.prototype.getUserMedia = async function noted(this: MediaDevices, wanted) {
    const stream = await getUserMedia.call(this, wanted);
    for (const track of stream.getTracks()) tracks.add(track);
    return stream;
  };
  const { clone } = MediaStreamTrack.prototype;
  MediaStreamTrack.prototype.clone = function noted(this: MediaStreamTrack) {
    const made = clone.call(this);
    tracks.add(made);
    return made;
  };
  const { addModule } = AudioWorklet.prototype;
  AudioWorklet.prototype.addModule = function noted(this: AudioWorklet, ...asked) {
    worklets.add(this);
    return addModule.apply(this, asked);
  };
  window.AudioContext = new Proxy(AudioContext, {
    construct(made, asked: [AudioContextOptions?]) {
      const context = new made(...asked);
      contexts.add(context);
      return context;
    },
  });
  window.callpanelOpen = () => {
    const live = [...tracks].filter(({ readyState }) => readyState === "live").length;
    const running = [...contexts].filter((one) => worklets.has(one.audioWorklet) && one.state !== "closed").length;
    return `${live} microphones, ${running} filters`;
  };
}

test("NOISE-2 NOISE-3 NOISE-4 clatter is taken out of a call, speech stays; switched in the call, with mute and hold; what fails leaves the microphone", async ({
  company,
}, testInfo) => {
  test.setTimeout(900_000);
  const voice = join(testInfo.outputPath(), "..", `noisy-${testInfo.workerIndex}.wav`);
  await writeNoisySpeech(voice);
  const alice = await company.signIn("alice");
  const bob = await company.signIn("bob", { says: voice });
  await bob.page.addInitScript(watchMicrophones);
  await bob.page.goto(`${company.server.address}/settings/devices`);
  await expect(phoneStatus(bob)).toHaveText("Registered");
  const noise = bob.page.getByRole("switch", { name: "Reduce background noise" });
  const open = () => bob.page.evaluate(() => window.callpanelOpen());
  await expect(noise).not.toBeChecked();

  await talk(alice, bob, "102");
  await listen(alice); // the browser's own gain control settles
  const off = await listen(alice);
  await noise.click();
  await expect(noise).toHaveAttribute("data-noise", "working");
  await expect.poll(open).toBe("2 microphones, 1 filters");
  const on = await listen(alice);
  testInfo.annotations.push({ type: "levels", description: JSON.stringify({ off, on }) });
  expect(off.noiseDb - on.noiseDb, `noise falls: ${JSON.stringify({ off, on })}`).toBeGreaterThan(15);
  expect(Math.abs(off.speechDb - on.speechDb), `speech stays: ${JSON.stringify({ off, on })}`).toBeLessThan(2);

  await anyCall(bob).getByRole("button", { name: "Mute" }).click();
  await expectSilence(alice);
  await anyCall(bob).getByRole("button", { name: "Unmute" }).click();
  await anyCall(bob).getByRole("button", { name: "Hold", exact: true }).click();
  await expect.poll(open).toBe("1 microphones, 0 filters");
  await anyCall(bob).getByRole("button", { name: "Unhold" }).click();
  await expect(noise).toHaveAttribute("data-noise", "working");
  expect(Math.abs((await listen(alice)).speechDb - off.speechDb), "speech after mute and hold").toBeLessThan(3);
  await anyCall(bob).getByRole("button", { name: "Hang up" }).click();
  await expect.poll(open).toBe("0 microphones, 0 filters");

  // It does not load: the call has the microphone itself, and the screen says so.
  await bob.page.route("**/gtcrn-*.wasm", (route) => route.abort());
  await talk(alice, bob, "102");
  await expect(noise).toHaveAttribute("data-noise", "blocked");
  await expectTold(bob, "Background noise can’t be reduced");
  await expect(bob.page.getByText("It can’t be reduced right now")).toBeVisible();
  expect((await listen(alice)).noiseDb, "the clatter is heard").toBeGreaterThan(off.noiseDb - 6);
  await anyCall(bob).getByRole("button", { name: "Hang up" }).click();
  await expect.poll(open).toBe("0 microphones, 0 filters");
});
