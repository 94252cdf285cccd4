/** The check's instruments by WebAudio. Nothing of it is heard by the person. */
import type { Probe } from "../../ports/probe.port.ts";

/** At 48 kHz: bins of 11.7 Hz, and a window of 85 ms. */
const WINDOW_SAMPLES = 4_096;
const TONE_GAIN = 0.3;
const SILENT_DB = -120;
/** Hum and what lies below speech say nothing. */
const LEAST_HZ = 100;

export function createBrowserProbe(): Probe {
  const open = (): AudioContext => {
    const context = new AudioContext({ latencyHint: "interactive" });
    context.resume().catch(() => undefined); // closed meanwhile
    return context;
  };
  return {
    tone: (frequency) => {
      const context = open();
      const out = new MediaStreamAudioDestinationNode(context, { channelCount: 1 });
      const gain = new GainNode(context, { gain: 0 });
      const oscillator = new OscillatorNode(context, { frequency });
      oscillator.connect(gain).connect(out);
      oscillator.start();
      return {
        stream: out.stream,
        sound: () => gain.gain.setValueAtTime(TONE_GAIN, context.currentTime),
        close: () => {
          for (const track of out.stream.getTracks()) track.stop();
          context.close().catch(() => undefined);
        },
      };
    },
    listen: (stream) => {
      const context = open();
      // Chromium gives WebAudio a far end's sound only while an element holds it.
      const holder = new Audio();
      holder.muted = true;
      holder.srcObject = stream;
      holder.play().catch(() => undefined); // muted: it may play, and need not
      const analyser = new AnalyserNode(context, { fftSize: WINDOW_SAMPLES, smoothingTimeConstant: 0 });
      context.createMediaStreamSource(stream).connect(analyser);
      return {
        look: () => lookAt(analyser),
        close: () => {
          holder.pause();
          holder.srcObject = null;
          context.close().catch(() => undefined);
        },
      };
    },
  };
}

function lookAt(analyser: AnalyserNode): { readonly levelDb: number; readonly frequencyHz: number } {
  const samples = new Float32Array(analyser.fftSize);
  analyser.getFloatTimeDomainData(samples);
  const power = samples.reduce((sum, one) => sum + one * one, 0) / samples.length;
  const spectrum = new Float32Array(analyser.frequencyBinCount);
  analyser.getFloatFrequencyData(spectrum);
  const binHz = analyser.context.sampleRate / analyser.fftSize;
  let strongest = Math.ceil(LEAST_HZ / binHz);
  for (let bin = strongest; bin < spectrum.length; bin += 1)
    if ((spectrum[bin] ?? SILENT_DB) > (spectrum[strongest] ?? SILENT_DB)) strongest = bin;
  return {
    levelDb: power === 0 ? SILENT_DB : Math.max(SILENT_DB, 10 * Math.log10(power)),
    frequencyHz: strongest * binHz,
  };
}
