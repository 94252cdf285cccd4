/** What a page's player plays: the bytes that its audio element has, decoded by the browser that plays them. */
import type { Page } from "@playwright/test";
import { SPEECH_RATE_HZ } from "@callpanel/testkit";

declare global {
  interface Window {
    callpanelPlayed: (rateHz: number) => Promise<readonly number[]>;
  }
}

/** Remembers from now on what is played; ask before the sound is opened. */
export async function watchPlayer(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sounds = new Map<string, Blob>();
    const create = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (object) => {
      const url = create(object);
      if (object instanceof Blob) sounds.set(url, object);
      return url;
    };
    let heard = "";
    const play = Reflect.get(HTMLMediaElement.prototype, "play");
    Object.defineProperty(HTMLMediaElement.prototype, "play", {
      configurable: true,
      value(this: HTMLMediaElement) {
        if (sounds.has(this.src) && !this.muted && this.volume > 0) heard = this.src;
        return Reflect.apply(play, this, []);
      },
    });
    window.callpanelPlayed = async (rateHz) => {
      const sound = sounds.get(heard);
      if (sound === undefined) return [];
      const context = new OfflineAudioContext(1, 1, rateHz);
      const decoded = await context.decodeAudioData(await sound.arrayBuffer());
      return Array.from(decoded.getChannelData(0), (sample) => Math.round(sample * 32_767));
    };
  });
}

/** The sound of the player that played last, at SPEECH_RATE_HZ; empty while nothing is heard. */
export async function playedSound(page: Page): Promise<Int16Array> {
  return Int16Array.from(await page.evaluate(async (rateHz) => await window.callpanelPlayed(rateHz), SPEECH_RATE_HZ));
}
