/** Tones by WebAudio: a rendered cycle that loops, so that its cadence needs no timer, not even in a hidden tab. */
import { DTMF_GAIN, DTMF_LOW_PASS_HZ, DTMF_TONE_SECONDS } from "@callpanel/contract";
import { keyTones } from "../../model/digit.ts";
import { renderTone } from "../../model/tone.ts";
import type { Tone } from "../../ports/sound.port.ts";

/** Of tones in the ear; ringing has a volume of its own. */
const GAINS: Readonly<Record<Exclude<Tone, "ringing">, number>> = {
  waiting: 0.2,
  ringback: 0.2,
  busy: 0.2,
  test: 0.4,
};

export interface ToneLoop {
  readonly tone: Tone;
  /** 0 to 1. */
  readonly ringVolume: number;
}

/** Kept with their context: computing 6 s of a tone takes 15 ms and more, in which a ringing call could not be drawn. */
const cycles = new WeakMap<AudioContext, Map<Tone, AudioBuffer>>();

function cycleOf(tone: Tone, context: AudioContext): AudioBuffer {
  const known = cycles.get(context) ?? new Map<Tone, AudioBuffer>();
  cycles.set(context, known);
  const kept = known.get(tone);
  if (kept) return kept;
  const samples = renderTone(tone, context.sampleRate);
  const buffer = context.createBuffer(1, samples.length, context.sampleRate);
  buffer.copyToChannel(samples, 0);
  known.set(tone, buffer);
  return buffer;
}

/** Loops the tone into the destination; returns stop. */
export function loopTone(context: AudioContext, destination: AudioNode, { tone, ringVolume }: ToneLoop): () => void {
  const source = new AudioBufferSourceNode(context, { buffer: cycleOf(tone, context), loop: true });
  const gain = new GainNode(context, { gain: tone === "ringing" ? ringVolume : GAINS[tone] });
  source.connect(gain).connect(destination);
  source.start();
  return () => {
    source.stop();
    gain.disconnect();
  };
}

/** The key's two tones for 0.2 s (spec 2 §9); nothing for what is no key. Calls back when it is over. */
export function soundKey(context: AudioContext, destination: AudioNode, digit: string, over: () => void): void {
  const tones = keyTones(digit);
  if (!tones) return over();
  const lowPass = new BiquadFilterNode(context, { type: "lowpass", frequency: DTMF_LOW_PASS_HZ });
  const gain = new GainNode(context, { gain: DTMF_GAIN });
  lowPass.connect(gain).connect(destination);
  const oscillators = tones.map((frequency) => new OscillatorNode(context, { frequency }));
  for (const oscillator of oscillators) {
    oscillator.connect(lowPass);
    oscillator.start();
    oscillator.stop(context.currentTime + DTMF_TONE_SECONDS);
  }
  oscillators[0]?.addEventListener("ended", () => {
    gain.disconnect();
    over();
  });
}
