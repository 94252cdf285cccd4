/** The audio context for tones, with its two outputs. Awake only while a tone sounds, and soon after. */
import { WAKE_MS, waitForSoundMs } from "./autoplay.ts";
import { createSpeaker } from "./speaker.ts";
import type { Speaker } from "./speaker.ts";

/** An idle audio context keeps the sound device awake all day: it sleeps this long after the last tone. */
const IDLE_MS = 2_000;

type Output = "ear" | "bell";

interface RunningEngine {
  readonly context: AudioContext;
  readonly ear: Speaker;
  readonly bell: Speaker;
}

export interface ToneEngine {
  /** Creates the context at the first call; undefined where the browser has no sound at all. */
  started(): RunningEngine | undefined;
  /** Wakes the context; whether the browser lets it run shows soon after. */
  wake(engine: RunningEngine): void;
  /** A tone begins to sound; returns its end. */
  sounds(): () => void;
  /** The context wants to run and may not. */
  isSilenced(): boolean;
  /** To be called when the person acts. */
  unlock(): Promise<void>;
  device(output: Output): string;
  /** Rejects when the device is gone; then the earlier one is kept. */
  setDevice(output: Output, deviceId: string): Promise<void>;
  close(): void;
}

function newContext(): AudioContext | undefined {
  try {
    return new AudioContext({ latencyHint: "interactive" });
  } catch {
    return undefined;
  }
}

/** `onSilenced` is called when `isSilenced` may have changed. */
export function createToneEngine(onSilenced: () => void): ToneEngine {
  let engine: RunningEngine | undefined;
  let devices = { ear: "", bell: "" };
  let sounding = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;
  /** Runs since the context was first asked to run, and does not yet: one that has run and slept is waited for again from the beginning. */
  let judging: ReturnType<typeof setTimeout> | undefined;
  let silenced = false;

  const rest = (): void => {
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (sounding === 0 && engine?.context.state === "running") void engine.context.suspend();
    }, IDLE_MS);
  };

  return {
    started: () => {
      if (engine) return engine;
      const context = newContext();
      if (!context) return undefined;
      const made = { context, ear: createSpeaker(context), bell: createSpeaker(context) };
      engine = made;
      context.addEventListener("statechange", () => {
        if (engine !== made || context.state !== "running") return;
        clearTimeout(judging);
        judging = undefined;
        silenced = false;
        onSilenced();
        if (sounding === 0) rest();
      });
      void made.ear.use(devices.ear).catch(() => undefined); // gone: the default device plays
      void made.bell.use(devices.bell).catch(() => undefined);
      return made;
    },
    wake: ({ context }) => {
      clearTimeout(idle);
      if (context.state === "running") return;
      context.resume().catch(() => undefined); // closed meanwhile
      const waitMs = waitForSoundMs(context, navigator);
      judging ??= setTimeout(() => {
        judging = undefined;
        if (engine?.context !== context || context.state === "running") return;
        if (waitMs > WAKE_MS && sounding === 0) return; // asleep again meanwhile
        silenced = true;
        onSilenced();
      }, waitMs);
    },
    sounds: () => {
      let over = false;
      sounding += 1;
      return () => {
        if (over) return;
        over = true;
        sounding -= 1;
        if (sounding === 0) rest();
      };
    },
    isSilenced: () => silenced,
    unlock: async () => {
      await engine?.context.resume();
      silenced = false;
    },
    device: (output) => devices[output],
    setDevice: async (output, deviceId) => {
      await engine?.[output].use(deviceId);
      devices = { ...devices, [output]: deviceId };
    },
    close: () => {
      const closing = engine;
      engine = undefined;
      clearTimeout(idle);
      clearTimeout(judging);
      judging = undefined;
      closing?.ear.close();
      closing?.bell.close();
      void closing?.context.close();
      silenced = false;
      onSilenced();
    },
  };
}
