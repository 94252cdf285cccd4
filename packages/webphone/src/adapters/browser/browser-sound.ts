/** The browser's sound: far ends and tones. Notices when the browser blocks sound until the person acts. */
import { RINGING_VOLUME } from "@callpanel/contract";
import type { Sound } from "../../ports/sound.port.ts";
import { canChooseOutput } from "./speaker.ts";
import { createStreamPlayers } from "./stream-players.ts";
import { createToneEngine } from "./tone-engine.ts";
import { loopTone, soundKey } from "./tone-player.ts";

export function createBrowserSound(): Sound {
  const listeners = new Set<() => void>();
  let ringVolume: number = RINGING_VOLUME;
  let wasLocked = false;

  const isLocked = (): boolean => engine.isSilenced() || players.isBlocked();
  const notifyLocked = (): void => {
    if (isLocked() === wasLocked) return;
    wasLocked = isLocked();
    for (const listener of listeners) listener();
  };
  const engine = createToneEngine(notifyLocked);
  const players = createStreamPlayers({ device: () => engine.device("ear"), onBlocked: notifyLocked });

  return {
    canChooseOutput: canChooseOutput(),
    start: () => {
      const at = engine.started();
      if (at) engine.wake(at);
    },
    isLocked,
    onLockChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    unlock: async () => {
      if (engine.isSilenced()) await engine.unlock();
      await players.unblock();
      notifyLocked();
    },
    playTone: (tone) => {
      const at = engine.started();
      if (!at) throw new Error("this browser has no sound output");
      const over = engine.sounds();
      const stop = loopTone(at.context, tone === "ringing" ? at.bell.input : at.ear.input, { tone, ringVolume });
      engine.wake(at);
      return () => {
        stop();
        over();
      };
    },
    playKey: (digit) => {
      // Where the browser has no sound at all, the phone works on in silence.
      const at = engine.started();
      if (!at) return;
      engine.wake(at);
      soundKey(at.context, at.ear.input, digit, engine.sounds());
    },
    playStream: players.play,
    setVolume: players.setVolume,
    setRingVolume: (wanted) => {
      ringVolume = wanted;
    },
    setOutput: async (deviceId) => {
      await players.route(deviceId);
      await engine.setDevice("ear", deviceId);
    },
    setRing: (deviceId) => engine.setDevice("bell", deviceId),
    close: engine.close,
  };
}
