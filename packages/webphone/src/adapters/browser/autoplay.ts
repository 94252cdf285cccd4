/**
 * How long a context that does not run is waited for before the browser counts as keeping sound off. A device may take
 * its time to wake (Bluetooth, a busy machine): that is no reason to ask for a click.
 */

/** Where the browser keeps sound off, or may: one that lets a context run does so well within this time. */
export const WAKE_MS = 250;
/** A context that may play runs within this time. If it takes longer no sound is heard, for any reason. */
export const SLOW_DEVICE_MS = 5_000;

declare global {
  interface Navigator {
    /** Firefox, from 112 on. */
    getAutoplayPolicy?(of: AudioContext): "allowed" | "allowed-muted" | "disallowed";
  }
}

export type Autoplay = Pick<Navigator, "getAutoplayPolicy"> & {
  readonly userActivation?: Pick<UserActivation, "hasBeenActive"> | undefined;
};

/** Asks the browser where it can be asked, else whether there was a click or key yet, after which browsers let sound play. */
export function waitForSoundMs(context: AudioContext, browser: Autoplay): number {
  const mayPlay = browser.getAutoplayPolicy
    ? browser.getAutoplayPolicy(context) === "allowed"
    : browser.userActivation?.hasBeenActive === true;
  return mayPlay ? SLOW_DEVICE_MS : WAKE_MS;
}
