import { renderMessageTone } from "@callpanel/webphone/message-tone";

export interface ChimeSound {
  /** 0 to 1 */
  readonly volume: number;
  /** The id of an audio output; empty: that of the system. */
  readonly device: string;
}

/** Softer than ringing, which is to be heard across a room. */
const SOFTER = 0.5;
/** A browser that has not been clicked in this page keeps a context suspended for as long as it likes. */
const START_MS = 200;

type View = Window & typeof globalThis;

/** CHATN-6: plays the sound of a message. What cannot be heard now is not heard later. */
export function createChime(view: View): (sound: ChimeSound) => Promise<void> {
  let context: AudioContext | null = null;
  let buffer: AudioBuffer | null = null;
  return async ({ volume, device }) => {
    context ??= new view.AudioContext();
    buffer ??= toneIn(context);
    if (!(await isRunning(view, context))) return context.suspend();
    await choose(context, device);
    const source = new view.AudioBufferSourceNode(context, { buffer });
    const gain = new view.GainNode(context, { gain: volume * SOFTER });
    source.connect(gain).connect(context.destination);
    source.start();
    await new Promise((resolve) => source.addEventListener("ended", resolve));
    gain.disconnect();
    await context.suspend();
  };
}

function toneIn(context: AudioContext): AudioBuffer {
  const samples = renderMessageTone(context.sampleRate);
  const buffer = context.createBuffer(1, samples.length, context.sampleRate);
  buffer.copyToChannel(samples, 0);
  return buffer;
}

async function isRunning(view: View, context: AudioContext): Promise<boolean> {
  await Promise.race([context.resume(), new Promise((resolve) => view.setTimeout(resolve, START_MS))]);
  return context.state === "running";
}

/** Only some browsers can (Audio Output Devices API, not in lib.dom). */
interface ChoosesOutput {
  setSinkId(device: string): Promise<void>;
}

const choosesOutput = (context: object): context is ChoosesOutput =>
  "setSinkId" in context && typeof context.setSinkId === "function";

async function choose(context: AudioContext, device: string): Promise<void> {
  if (choosesOutput(context)) await context.setSinkId(device).catch(() => undefined);
}
