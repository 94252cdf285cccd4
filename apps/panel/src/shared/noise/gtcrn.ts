/** GTCRN, a small neural network that keeps speech, as WebAssembly in an AudioWorklet (ADR 2, ADR 30). */
import { GtcrnWorkletNode, loadGtcrn } from "@sapphi-red/web-noise-suppressor";
import wasmUrl from "@sapphi-red/web-noise-suppressor/gtcrn.wasm?url";
// oxlint-disable-next-line import/default -- its address, not its code
import workletUrl from "@sapphi-red/web-noise-suppressor/gtcrnWorklet.js?url";
import type { Cleaner } from "./cleaning.ts";

/** GTCRN runs at this rate and at 16 kHz. */
const RATE_HZ = 48_000;
/** What it takes for a voice, for a moment at least: it lets nothing else through. Nobody hears it. */
const PROOF_HZ = 140;
const PROOF_GAIN = 0.1;
const PROOF_TRY_MS = 500;
/** Above what is left of silence. */
const PROOF_PEAK = 0.001;
const LOOK_EVERY_MS = 20;
/** Until its delay (32 ms) is filled with the microphone's sound. */
const FILL_MS = 100;

interface Watch {
  isStopped(): boolean;
  onBroken(): void;
}

export async function openGtcrn(microphone: MediaStream, watch: Watch): Promise<Cleaner> {
  const context = new AudioContext({ sampleRate: RATE_HZ, latencyHint: "interactive" });
  // Of its own: the call mutes and stops the one that it sends.
  const tracks = microphone.getAudioTracks().map((track) => track.clone());
  for (const track of tracks) track.enabled = true;
  const out = new MediaStreamAudioDestinationNode(context, { channelCount: 1 });
  let node: GtcrnWorkletNode | undefined;
  const close = (): void => {
    for (const track of [...tracks, ...out.stream.getTracks()]) track.stop();
    node?.destroy();
    context.close().catch(() => undefined); // closed already
  };
  try {
    context.resume().catch(() => undefined); // closed meanwhile
    const [wasmBinary] = await Promise.all([loadGtcrn({ url: wasmUrl }), context.audioWorklet.addModule(workletUrl)]);
    node = new GtcrnWorkletNode(context, { maxChannels: 1, wasmBinary });
    // It cleans the first channel only, and leaves the others silent: half of a voice would be lost with two.
    node.channelCount = 1;
    node.channelCountMode = "explicit";
    node.addEventListener("processorerror", watch.onBroken);
    await prove(context, node, watch);
    new MediaStreamAudioSourceNode(context, { mediaStream: new MediaStream(tracks) }).connect(node);
    node.connect(out);
    await wait(FILL_MS);
  } catch (error) {
    close();
    throw error;
  }
  return { sound: out.stream, madeMs: () => context.currentTime * 1_000, close };
}

/** Resolves when sound has come out, and silence again after it. */
async function prove(context: AudioContext, node: AudioNode, watch: Watch): Promise<void> {
  const analyser = new AnalyserNode(context, { fftSize: 2_048 });
  const gain = new GainNode(context, { gain: PROOF_GAIN });
  node.connect(analyser);
  gain.connect(node);
  // It soon takes a steady tone for noise, and the node may not be ready for the first one.
  for (;;) {
    const tone = new OscillatorNode(context, { type: "sawtooth", frequency: PROOF_HZ });
    tone.connect(gain);
    tone.start();
    const hasCome = await within(PROOF_TRY_MS, () => peakOf(analyser) > PROOF_PEAK);
    tone.stop();
    await within(PROOF_TRY_MS, () => peakOf(analyser) <= PROOF_PEAK);
    tone.disconnect();
    if (watch.isStopped()) throw new Error("stopped");
    if (hasCome) break;
  }
  gain.disconnect();
  node.disconnect(analyser);
}

async function within(ms: number, fits: () => boolean): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < ms; waitedMs += LOOK_EVERY_MS) {
    if (fits()) return true;
    await wait(LOOK_EVERY_MS);
  }
  return fits();
}

function peakOf(analyser: AnalyserNode): number {
  const samples = new Float32Array(analyser.fftSize);
  analyser.getFloatTimeDomainData(samples);
  return samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
}

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
