/**
 * The browser's sound: far ends through audio elements (Chromium plays a remote stream only when an element holds it),
 * tones through WebAudio. Notices when the browser blocks sound until the person acts.
 */
import { RINGING_VOLUME } from "@callpanel/contract";
import type { Sound } from "../../ports/sound.port.ts";
import { WAKE_MS, waitForSoundMs } from "./autoplay.ts";
import { canChooseOutput, createSpeaker, routeElement } from "./speaker.ts";
import type { Speaker } from "./speaker.ts";
import { loopTone, soundKey } from "./tone-player.ts";

/** An idle audio context keeps the sound device awake all day: it sleeps this long after the last tone. */
const IDLE_MS = 2_000;

interface Engine {
  readonly context: AudioContext;
  readonly ear: Speaker;
  readonly bell: Speaker;
}

function newContext(): AudioContext | undefined {
  try {
    return new AudioContext({ latencyHint: "interactive" });
  } catch {
    return undefined;
  }
}

export function createBrowserSound(): Sound {
  const listeners = new Set<() => void>();
  const players = new Set<HTMLAudioElement>();
  const blocked = new Set<HTMLAudioElement>();
  let engine: Engine | undefined;
  let volume = 1;
  let ringVolume: number = RINGING_VOLUME;
  let devices = { ear: "", bell: "" };
  let sounding = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;
  /** The context wants to run and may not. */
  let silenced = false;
  let wasLocked = false;

  const isLocked = (): boolean => silenced || blocked.size > 0;
  const tellLock = (): void => {
    if (isLocked() === wasLocked) return;
    wasLocked = isLocked();
    for (const listener of listeners) listener();
  };
  /** Undefined where the browser has no sound at all: the phone works on in silence. */
  const started = (): Engine | undefined => {
    if (engine) return engine;
    const context = newContext();
    if (!context) return undefined;
    const made = { context, ear: createSpeaker(context), bell: createSpeaker(context) };
    engine = made;
    context.addEventListener("statechange", () => {
      if (engine !== made || context.state !== "running") return;
      silenced = false;
      tellLock();
      if (sounding === 0) rest();
    });
    void made.ear.use(devices.ear).catch(() => undefined); // gone: the default device plays
    void made.bell.use(devices.bell).catch(() => undefined);
    return made;
  };
  /** Wakes the context; whether the browser lets it run shows soon after. */
  const wake = ({ context }: Engine): void => {
    clearTimeout(idle);
    if (context.state === "running") return;
    context.resume().catch(() => undefined); // closed meanwhile
    const waitMs = waitForSoundMs(context, navigator);
    setTimeout(() => {
      if (engine?.context !== context || context.state === "running") return;
      if (waitMs > WAKE_MS && sounding === 0) return; // asleep again meanwhile
      silenced = true;
      tellLock();
    }, waitMs);
  };
  const rest = (): void => {
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (sounding === 0 && engine?.context.state === "running") void engine.context.suspend();
    }, IDLE_MS);
  };
  const sounds = (): (() => void) => {
    let over = false;
    sounding += 1;
    return () => {
      if (over) return;
      over = true;
      sounding -= 1;
      if (sounding === 0) rest();
    };
  };
  const play = async (player: HTMLAudioElement): Promise<void> => {
    try {
      await player.play();
      blocked.delete(player);
    } catch (error) {
      const mayNot = error instanceof Error && error.name === "NotAllowedError";
      if (mayNot && players.has(player)) blocked.add(player);
    }
    tellLock();
  };
  const unlock = async (): Promise<void> => {
    if (engine && silenced) await engine.context.resume();
    silenced = false;
    await Promise.all([...blocked].map(play));
    tellLock();
  };

  return {
    canChooseOutput: canChooseOutput(),
    start: () => {
      const at = started();
      if (at) wake(at);
    },
    isLocked,
    onLockChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    unlock,
    playTone: (tone) => {
      const at = started();
      if (!at) throw new Error("this browser has no sound output");
      const over = sounds();
      const stop = loopTone(at.context, tone === "ringing" ? at.bell.input : at.ear.input, { tone, ringVolume });
      wake(at);
      return () => {
        stop();
        over();
      };
    },
    playKey: (digit) => {
      const at = started();
      if (!at) return;
      wake(at);
      soundKey(at.context, at.ear.input, digit, sounds());
    },
    playStream: (stream) => {
      const player = new Audio();
      player.autoplay = true;
      player.volume = volume;
      player.srcObject = stream;
      players.add(player);
      void routeElement(player, devices.ear).catch(() => undefined); // gone: the default device plays
      void play(player);
      return () => {
        players.delete(player);
        blocked.delete(player);
        player.pause();
        player.srcObject = null;
        tellLock();
      };
    },
    setVolume: (wanted) => {
      volume = wanted;
      for (const player of players) player.volume = wanted;
    },
    setRingVolume: (wanted) => {
      ringVolume = wanted;
    },
    setOutput: async (deviceId) => {
      await Promise.all([...players].map((player) => routeElement(player, deviceId)));
      await engine?.ear.use(deviceId);
      devices = { ...devices, ear: deviceId };
    },
    setRing: async (deviceId) => {
      await engine?.bell.use(deviceId);
      devices = { ...devices, bell: deviceId };
    },
    close: () => {
      const closing = engine;
      engine = undefined;
      clearTimeout(idle);
      closing?.ear.close();
      closing?.bell.close();
      void closing?.context.close();
      silenced = false;
      tellLock();
    },
  };
}
