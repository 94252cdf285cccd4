/** The call volume of one user, 0 to 1, stored (spec 2 §9). */
import { VOLUME_DEFAULT } from "@callpanel/contract";
import type { Sound } from "./ports/sound.port.ts";
import type { KeyValueStore } from "./webphone.ts";

export interface Volume {
  get(): number;
  /** Kept between 0 and 1; what is no number is ignored. */
  set(wanted: number): void;
  /** Gives the stored volume to the sound. */
  apply(): void;
}

const KEY = "volume";

export function createVolume(storage: KeyValueStore, sound: Sound, onChange: () => void): Volume {
  let volume = parse(storage.get(KEY));
  return {
    get: () => volume,
    set: (wanted) => {
      if (Number.isNaN(wanted)) return;
      volume = Math.min(1, Math.max(0, wanted));
      storage.set(KEY, String(volume));
      sound.setVolume(volume);
      onChange();
    },
    apply: () => sound.setVolume(volume),
  };
}

function parse(text: string | undefined): number {
  const volume = text === undefined ? Number.NaN : Number(text);
  return volume >= 0 && volume <= 1 ? volume : VOLUME_DEFAULT;
}
