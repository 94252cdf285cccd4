/** Ports that a test plays: microphones, a sound that is only recorded, a probe, a store. */
import type { MicrophoneFault, Microphones } from "../src/ports/microphone.port.ts";
import { MicrophoneError } from "../src/ports/microphone.port.ts";
import type { Look, Probe } from "../src/ports/probe.port.ts";
import type { Sound } from "../src/ports/sound.port.ts";
import type { DeviceChoice, KeyValueStore } from "../src/webphone.ts";
import { settle } from "@callpanel/testkit/fake-clock";
import { FakeStream } from "./fake-stream.ts";

export interface FakeMicrophones extends Microphones {
  fault: MicrophoneFault | undefined;
  inputs: readonly DeviceChoice[];
  outputs: readonly DeviceChoice[];
  readonly opened: string[];
  readonly streams: FakeStream[];
  /** The browser reports that a device was connected or removed. */
  changes(): Promise<void>;
}

export function createFakeMicrophones(): FakeMicrophones {
  const listeners = new Set<() => void>();
  const microphones: FakeMicrophones = {
    supported: true,
    fault: undefined,
    inputs: [{ deviceId: "headset", label: "Headset" }],
    outputs: [{ deviceId: "headset", label: "Headset" }],
    opened: [],
    streams: [],
    list: () => Promise.resolve({ inputs: microphones.inputs, outputs: microphones.outputs }),
    open: (deviceId) => {
      if (microphones.fault) return Promise.reject(new MicrophoneError(microphones.fault));
      const stream = new FakeStream(deviceId);
      microphones.opened.push(deviceId);
      microphones.streams.push(stream);
      return Promise.resolve(stream);
    },
    close: (stream) => {
      for (const track of stream.getTracks()) track.stop();
    },
    sourceOf: (stream) => {
      const [track] = stream.getAudioTracks();
      return track?.readyState === "live" ? track.getSettings().deviceId : undefined;
    },
    onDeviceChange: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    changes: async () => {
      for (const listener of listeners) listener();
      await settle();
    },
  };
  return microphones;
}

export interface FakeSound extends Sound {
  /** Tones that sound now. */
  readonly tones: Set<string>;
  readonly keys: string[];
  readonly streams: Set<MediaStream>;
  readonly routed: string[];
  locked: boolean;
  /** Why no tone can be played. */
  fault: string | undefined;
}

export function createFakeSound(): FakeSound {
  const listeners = new Set<() => void>();
  const sound: FakeSound = {
    canChooseOutput: true,
    tones: new Set(),
    keys: [],
    streams: new Set(),
    routed: [],
    locked: false,
    fault: undefined,
    start: () => undefined,
    isLocked: () => sound.locked,
    onLockChange: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    unlock: () => {
      sound.locked = false;
      for (const listener of listeners) listener();
      return Promise.resolve();
    },
    playTone: (tone) => {
      if (sound.fault !== undefined) throw new Error(sound.fault);
      sound.tones.add(tone);
      return () => void sound.tones.delete(tone);
    },
    playKey: (digit) => void sound.keys.push(digit),
    playStream: (stream) => (sound.streams.add(stream), () => void sound.streams.delete(stream)),
    setVolume: (volume) => void sound.routed.push(`volume ${volume}`),
    setRingVolume: (volume) => void sound.routed.push(`ring volume ${volume}`),
    setOutput: (deviceId) => (sound.routed.push(`output ${deviceId}`), Promise.resolve()),
    setRing: (deviceId) => (sound.routed.push(`ring ${deviceId}`), Promise.resolve()),
    close: () => undefined,
  };
  return sound;
}

export interface FakeProbe extends Probe {
  /** What an ear hears from now on. */
  hears: Look;
  /** What is open: tones and ears. */
  readonly open: Set<string>;
  /** The tone goes out. */
  onSound(): void;
}

export function createFakeProbe(): FakeProbe {
  const probe: FakeProbe = {
    hears: { levelDb: -30, frequencyHz: 200 },
    open: new Set(),
    onSound: () => undefined,
    tone: (frequencyHz) => {
      probe.open.add("tone");
      return {
        stream: new FakeStream(`tone ${frequencyHz}`),
        sound: () => probe.onSound(),
        close: () => void probe.open.delete("tone"),
      };
    },
    listen: () => {
      probe.open.add("ear");
      return { look: () => probe.hears, close: () => void probe.open.delete("ear") };
    },
  };
  return probe;
}

export function createMapStore(): KeyValueStore & { readonly map: Map<string, string> } {
  const map = new Map<string, string>();
  return {
    map,
    get: (key) => map.get(key),
    set: (key, value) => void map.set(key, value),
    remove: (key) => void map.delete(key),
  };
}
