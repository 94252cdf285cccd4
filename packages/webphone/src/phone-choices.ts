/** A user's choices for the phone, other than devices and volume; stored in this browser. */
import { RINGING_VOLUME } from "@callpanel/contract";
import type { RingbackChoice } from "./model/ringback.ts";
import type { Sound } from "./ports/sound.port.ts";
import type { KeyValueStore } from "./webphone.ts";

export interface PhoneChoices {
  get(): { readonly ringVolume: number; readonly ringback: RingbackChoice; readonly stunServers: string };
  /** Kept between 0 and 1; what is no number is ignored. */
  setRingVolume(wanted: number): void;
  setRingback(choice: RingbackChoice): void;
  /** Comma-separated, checked before; empty is the phone system's own. */
  setStunServers(uris: string): void;
  /** Gives what is stored to the sound. */
  apply(): void;
}

const RING_VOLUME_KEY = "ringVolume";
const RINGBACK_KEY = "ringback";
const STUN_KEY = "stun";

export function createPhoneChoices(storage: KeyValueStore, sound: Sound, onChange: () => void): PhoneChoices {
  let ringVolume = parse(storage.get(RING_VOLUME_KEY));
  let ringback: RingbackChoice = storage.get(RINGBACK_KEY) === "own" ? "own" : "network";
  let stunServers = storage.get(STUN_KEY) ?? "";
  return {
    get: () => ({ ringVolume, ringback, stunServers }),
    setRingVolume: (wanted) => {
      if (Number.isNaN(wanted)) return;
      ringVolume = Math.min(1, Math.max(0, wanted));
      storage.set(RING_VOLUME_KEY, String(ringVolume));
      sound.setRingVolume(ringVolume);
      onChange();
    },
    setRingback: (choice) => {
      ringback = choice;
      storage.set(RINGBACK_KEY, choice);
      onChange();
    },
    setStunServers: (uris) => {
      stunServers = uris;
      storage.set(STUN_KEY, uris);
      onChange();
    },
    apply: () => sound.setRingVolume(ringVolume),
  };
}

function parse(text: string | undefined): number {
  const volume = text === undefined ? Number.NaN : Number(text);
  return volume >= 0 && volume <= 1 ? volume : RINGING_VOLUME;
}
