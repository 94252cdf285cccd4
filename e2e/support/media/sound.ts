/**
 * What a person says and hears in a browser. A microphone is fed from a WAV file with a pulsed tone (a steady one would be
 * taken for noise and suppressed); what is heard is measured on every stream that an audio element of the page really plays.
 */
import { writeFile } from "node:fs/promises";
import { tonePcm, wavFile } from "@callpanel/testkit/audio";
import type { Frame, Page } from "@playwright/test";

const SAMPLE_RATE = 48_000;
const PULSE_SAMPLES = SAMPLE_RATE * 0.4;
const PAUSE_SAMPLES = SAMPLE_RATE * 0.1;

/** Writes a WAV file to be looped: `frequencyHz` in pulses of 400 ms with pauses of 100 ms. */
export async function writeVoiceFile(path: string, frequencyHz: number, amplitude = 0.5): Promise<void> {
  const pcm = new Int16Array((PULSE_SAMPLES + PAUSE_SAMPLES) * 10);
  const pulse = tonePcm({ frequencyHz, amplitude }, { sampleRate: SAMPLE_RATE, samples: PULSE_SAMPLES });
  for (let start = 0; start < pcm.length; start += PULSE_SAMPLES + PAUSE_SAMPLES) pcm.set(pulse, start);
  await writeFile(path, wavFile(pcm, SAMPLE_RATE));
}

/** One look at what is heard: the level of the loudest moment of half a second, in dBFS, and its strongest frequency. */
export interface Heard {
  readonly levelDb: number;
  readonly frequencyHz: number;
  /** Of each frequency asked for, in dB, at its loudest moment. */
  readonly levelsDb: readonly number[];
}

declare global {
  interface Window {
    callpanelHeard: (frequenciesHz: readonly number[]) => Promise<Heard>;
    /** The ways of sound in this page, in words: where it stops, a failure says. */
    callpanelWays: () => Promise<string>;
    /** Keeps what is heard from now on; the answer ends that and gives it as WebM, in base64. */
    callpanelKeep: () => () => Promise<string>;
    callpanelKept?: () => Promise<string>;
  }
}

export async function listenIn(page: Page): Promise<void> {
  await page.addInitScript(measureSound);
}

/** Runs in a page before its own code: remembers every audio element and measures those that play a stream. */
export function measureSound(): void {
  const elements = new Set<HTMLMediaElement>();
  const described = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "srcObject");
  Object.defineProperty(HTMLMediaElement.prototype, "srcObject", {
    ...described,
    set(this: HTMLMediaElement, value: MediaProvider | null) {
      elements.add(this);
      described?.set?.call(this, value);
    },
  });
  const connections = new Set<RTCPeerConnection>();
  const { RTCPeerConnection } = window;
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      connections.add(this);
    }
  };
  const trackState = (track: MediaStreamTrack | null): string =>
    track === null
      ? "no track"
      : `${track.readyState}${track.enabled ? "" : " disabled"}${track.muted ? " muted" : ""}`;
  const wayOf = async (connection: RTCPeerConnection): Promise<string> => {
    const counts: string[] = [];
    (await connection.getStats()).forEach((one: Partial<Record<string, unknown>>) => {
      const { kind, type, packetsReceived, packetsSent, audioLevel } = one;
      if (kind !== "audio") return;
      const said = (words: string, ...counted: unknown[]): unknown => counts.push([words, ...counted].join(" "));
      if (type === "inbound-rtp") said("packets in, with level", packetsReceived, audioLevel);
      if (type === "outbound-rtp") said("packets out", packetsSent);
      if (type === "media-source") said("microphone's level", audioLevel);
    });
    const sent = connection.getSenders().map(({ track }) => trackState(track));
    const received = connection.getReceivers().map(({ track }) => trackState(track));
    return `${connection.connectionState}, sends ${sent.join("+")}, receives ${received.join("+")}, ${counts.join(", ")}`;
  };
  window.callpanelWays = async () => {
    const open = [...connections].filter(({ connectionState }) => connectionState !== "closed");
    const playing = [...elements].filter(({ srcObject, paused }) => srcObject !== null && !paused);
    const ways = await Promise.all(open.map(wayOf));
    return [`${playing.length} players, context ${context?.state}`, ...ways].join("; ");
  };
  const taps = new WeakMap<MediaStreamTrack, AnalyserNode>();
  let context: AudioContext | undefined;
  const tap = (track: MediaStreamTrack): AnalyserNode => {
    const known = taps.get(track);
    if (known) return known;
    context ??= new AudioContext({ sampleRate: 48_000 });
    void context.resume();
    const analyser = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    taps.set(track, analyser);
    return analyser;
  };
  const look = (analyser: AnalyserNode, volume: number, frequenciesHz: readonly number[]) => {
    const samples = new Float32Array(2048);
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, one) => sum + one * one, 0) / samples.length;
    const spectrum = new Float32Array(analyser.frequencyBinCount);
    analyser.getFloatFrequencyData(spectrum);
    let strongest = 8;
    for (let bin = 8; bin < spectrum.length; bin += 1)
      if ((spectrum[bin] ?? -200) > (spectrum[strongest] ?? -200)) strongest = bin;
    return {
      levelDb: power === 0 || volume === 0 ? -120 : Math.max(-120, 10 * Math.log10(power) + 20 * Math.log10(volume)),
      frequencyHz: (strongest * analyser.context.sampleRate) / analyser.fftSize,
      levelsDb: frequenciesHz.map((hz) => {
        const bin = Math.round((hz * analyser.fftSize) / analyser.context.sampleRate);
        return Math.max(...spectrum.subarray(bin - 2, bin + 3));
      }),
    };
  };
  const heard = async (frequenciesHz: readonly number[]) => {
    let loudest = { levelDb: -120, frequencyHz: 0 };
    let levelsDb = frequenciesHz.map(() => -120);
    for (let turn = 0; turn < 12; turn += 1) {
      for (const element of elements) {
        if (!(element.srcObject instanceof MediaStream) || element.paused || element.muted) continue;
        for (const track of element.srcObject.getAudioTracks()) {
          if (track.readyState !== "live") continue;
          const now = look(tap(track), element.volume, frequenciesHz);
          if (now.levelDb > loudest.levelDb) loudest = now;
          levelsDb = levelsDb.map((level, at) => Math.max(level, now.levelsDb[at] ?? -120));
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return { ...loudest, levelsDb };
  };
  window.callpanelHeard = heard;
  window.callpanelKeep = () => {
    const streams = [...elements].flatMap(({ srcObject }) => (srcObject instanceof MediaStream ? [srcObject] : []));
    const live = streams.flatMap((one) => one.getAudioTracks()).filter(({ readyState }) => readyState === "live");
    // A meeting has a track for each of the loudest; one to which nothing was sent yet is muted.
    const sent = live.filter(({ muted }) => !muted);
    const recorder = new MediaRecorder(new MediaStream((sent.length > 0 ? sent : live).slice(-1)));
    const pieces: Blob[] = [];
    recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
    const ended = new Promise<void>((resolve) => recorder.addEventListener("stop", () => resolve()));
    recorder.start();
    return async () => {
      if (recorder.state !== "inactive") recorder.stop();
      await ended;
      const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
      return btoa(Array.from(bytes, (one) => String.fromCodePoint(one)).join(""));
    };
  };
}

export async function hear(page: Page | Frame, frequenciesHz: readonly number[] = []): Promise<Heard> {
  return await page.evaluate(async (wanted) => await window.callpanelHeard(wanted), frequenciesHz);
}

/** Where the sound of a page stops, for the message of a failure. */
export const waysOfSound = (page: Page | Frame): Promise<string> => page.evaluate(() => window.callpanelWays());

/** Keeps what is heard in a page from now on. @returns ends that, with the bytes of a WebM file */
export async function keepHeard(page: Page): Promise<() => Promise<Buffer>> {
  await page.evaluate(() => {
    window.callpanelKept = window.callpanelKeep();
  });
  return async () => Buffer.from(await page.evaluate(async () => (await window.callpanelKept?.()) ?? ""), "base64");
}
