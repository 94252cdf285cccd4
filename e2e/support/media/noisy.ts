/** Speech with noise behind it, and how much of each is heard: for the filter of the user's own microphone. */
import { writeFile } from "node:fs/promises";
import { wavFile } from "@callpanel/testkit/audio";
import { SPEECH_RATE_HZ } from "@callpanel/testkit";
import type { Person } from "../company/company.ts";
import { keepHeard } from "./sound.ts";
import { fileSamples, heardSamples } from "./speech.ts";

const SPEECH = "packages/pbx/prompts/en/conference-menu.opus";
const [NOISE_SECONDS, SPEECH_SECONDS] = [4, 4];
/** Once through the file, and a little more. */
const LISTEN_MS = 10_000;

/** Four seconds of clatter, as of a keyboard, then four of speech over the same clatter. */
export async function writeNoisySpeech(path: string): Promise<void> {
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
export interface NoisyLevels {
  readonly noiseDb: number;
  readonly speechDb: number;
}

function levelsOf(samples: Int16Array): NoisyLevels {
  const levels: number[] = [];
  for (let at = SPEECH_RATE_HZ; at + SPEECH_RATE_HZ <= samples.length; at += SPEECH_RATE_HZ / 4) {
    const power = samples.subarray(at, at + SPEECH_RATE_HZ).reduce((sum, one) => sum + (one / 32_768) ** 2, 0);
    levels.push(10 * Math.log10(power / SPEECH_RATE_HZ + 1e-10));
  }
  return { noiseDb: Math.min(...levels), speechDb: Math.max(...levels) };
}

export async function listen({ page }: Person): Promise<NoisyLevels> {
  const stop = await keepHeard(page);
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), LISTEN_MS);
  return levelsOf(heardSamples(await stop()));
}

declare global {
  interface Window {
    /** Microphones that record, and contexts of filters that run. */
    callpanelOpen: () => string;
    /** How often a connection was described. */
    callpanelDescribed: () => number;
  }
}

/** Runs in a page before its own code. */
export function watchMicrophones(): void {
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
  let described = 0;
  RTCPeerConnection.prototype.setLocalDescription = new Proxy(RTCPeerConnection.prototype.setLocalDescription, {
    apply: (real, connection, asked): unknown => {
      described += 1;
      return Reflect.apply(real, connection, asked);
    },
  });
  window.callpanelDescribed = () => described;
  window.callpanelOpen = () => {
    const live = [...tracks].filter(({ readyState }) => readyState === "live").length;
    const running = [...contexts].filter((one) => worklets.has(one.audioWorklet) && one.state !== "closed").length;
    return `${live} microphones, ${running} filters`;
  };
}
