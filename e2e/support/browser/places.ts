/** The positions of the open call's controls, measured in each frame that the browser draws. */
import type { Page } from "@playwright/test";

export interface Watched {
  /** Controls that were ever drawn at two places, with both. */
  readonly moved: readonly string[];
  /** Every control that was seen so far. */
  readonly seen: readonly string[];
  /** States with `Hang up` and `Park` disabled from their first moment. */
  readonly armed: readonly string[];
}

/** Starts to look. What is found is read by `readPlaces`. */
export async function watchPlaces(page: Page): Promise<void> {
  await page.evaluate(() => {
    const first = new Map<string, string>();
    const moved = new Set<string>();
    const armed = new Set<string>();
    let state: string | undefined;
    // One button with two names, by what a click would do.
    const NAMES: Readonly<Record<string, string>> = {
      Unhold: "Hold",
      Unmute: "Mute",
      "Stop recording": "Record",
      "Resume recording": "Pause recording",
    };
    const look = () => {
      for (const control of document.querySelectorAll<HTMLElement>(
        "[data-form=card] button, [data-form=card] input[type=range]",
      )) {
        if (control.closest("[role=grid]")) continue;
        const said = control.getAttribute("aria-label") ?? control.textContent;
        const name = NAMES[said] ?? said;
        const { x, y, width, height } = control.getBoundingClientRect();
        if (width === 0) continue;
        const place = [x, y, width, height].join(" ");
        const before = first.get(name);
        if (before === undefined) first.set(name, place);
        else if (before !== place) moved.add(`${name}: ${before} -> ${place}`);
      }
      Object.assign(window, { callpanelPlaces: { moved: [...moved], seen: [...first.keys()], armed: [...armed] } });
      requestAnimationFrame(look);
    };
    // Not at a frame: on a slow machine the next one may come after the third of a second for which they are disabled.
    const lookAtState = () => {
      const card = document.querySelector<HTMLElement>("[data-form=card]");
      if (!card || card.dataset["state"] === state) return;
      state = card.dataset["state"];
      const risky = [...card.querySelectorAll("[data-risky]")];
      if (state && risky.length > 0 && risky.every((one) => getComputedStyle(one).pointerEvents === "none"))
        armed.add(state);
    };
    new MutationObserver(lookAtState).observe(document, { attributes: true, childList: true, subtree: true });
    look();
  });
}

export async function readPlaces(page: Page): Promise<Watched> {
  return await page.evaluate(() => {
    const found: unknown = Reflect.get(window, "callpanelPlaces");
    const list = (key: string): string[] => {
      const value: unknown = typeof found === "object" && found !== null ? Reflect.get(found, key) : undefined;
      return Array.isArray(value) ? value.map(String) : [];
    };
    return { moved: list("moved"), seen: list("seen"), armed: list("armed") };
  });
}
