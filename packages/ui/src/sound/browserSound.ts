/** The browser's side of sound: the objects that are created for each player and recorder. */
import type { PlayerDeps } from "./createPlayer.ts";
import type { RecorderDeps, Tape } from "./createRecorder.ts";

/** Enough for the waveform of speech, and the lowest rate that every browser can decode to. */
const DRAWING_RATE_HZ = 8_000;

async function decode(sound: Blob, rateHz: number): Promise<readonly Float32Array[]> {
  // An offline context needs no user gesture, and resamples the sound to its own rate.
  const context = new OfflineAudioContext(1, 1, rateHz);
  const decoded = await context.decodeAudioData(await sound.arrayBuffer());
  return Array.from({ length: decoded.numberOfChannels }, (_, channel) => decoded.getChannelData(channel));
}

export const browserPlayer = (): Omit<PlayerDeps, "fetchSound"> => ({
  audio: new Audio(),
  page: document,
  addresses: { create: (sound) => URL.createObjectURL(sound), revoke: (address) => URL.revokeObjectURL(address) },
  decode: (sound) => decode(sound, DRAWING_RATE_HZ),
  nextFrame(run) {
    const frame = requestAnimationFrame(run);
    return () => cancelAnimationFrame(frame);
  },
});

/** `deviceId` empty: the browser's default microphone. */
export const browserRecorder = (deviceId: string): Pick<RecorderDeps, "openTape" | "decode" | "clock"> => ({
  openTape: canRecord() ? () => openTape(deviceId) : null,
  decode,
  clock: {
    now: () => performance.now(),
    setTimeout(run, ms) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  },
});

/** In an insecure context there is no `mediaDevices`, although the types say so. */
const canRecord = (): boolean => "mediaDevices" in navigator && "MediaRecorder" in window;

async function openTape(deviceId: string): Promise<Tape> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: deviceId === "" ? true : { deviceId: { ideal: deviceId } },
  });
  const recorder = new MediaRecorder(stream);
  const pieces: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
  const ended = new Promise<void>((resolve) => recorder.addEventListener("stop", () => resolve(), { once: true }));
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  recorder.start();
  const close = () => {
    if (recorder.state !== "inactive") recorder.stop();
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  };
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      return levelOf(samples);
    },
    async stop() {
      close();
      await ended;
      return new Blob(pieces, { type: recorder.mimeType });
    },
    discard: close,
  };
}

/** The lowest level that a meter shows. */
const FLOOR_DB = -60;

/** 0 at or under the floor, 1 at full scale. */
export function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const db = 10 * Math.log10(power);
  return Math.max(0, Math.min(1, 1 - db / FLOOR_DB));
}
