/** What a screen reader and weak eyes need of a page, as far as a machine can tell (WCAG 2.2 AA). */
import type { Page } from "@playwright/test";

/** Roles that say nothing without a name. */
const NAMED =
  /^\s*- (button|link|textbox|searchbox|combobox|listbox|checkbox|radio|switch|slider|spinbutton|tab|menuitem\w*|option|dialog|navigation|region|img|radiogroup|meter|progressbar)(?= \[|:|$)/;

/** @returns what is wrong, one line each; nothing when all is well */
export async function auditPage(page: Page): Promise<readonly string[]> {
  const snapshot = await page.locator("body").ariaSnapshot();
  const nameless = snapshot.split("\n").filter((line) => NAMED.test(line));
  return [...nameless.map((line) => `without a name:${line}`), ...(await page.evaluate(faultsOfDocument))];
}

/** Runs in the page. */
function faultsOfDocument(): string[] {
  const faults: string[] = [];
  const all = [...document.querySelectorAll("*")];
  const seen = (one: Element) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const tag = (one: Element) => `${one.tagName.toLowerCase()} "${(one.textContent ?? "").trim().slice(0, 40)}"`;

  const headings = all.filter((one) => /^H[1-6]$/.test(one.tagName) && seen(one));
  const first = headings.filter(({ tagName }) => tagName === "H1");
  if (first.length !== 1) faults.push(`${first.length} level-1 headings`);
  for (const heading of headings) if (heading.textContent?.trim() === "") faults.push(`empty ${tag(heading)}`);
  const levels = headings.map(({ tagName }) => Number(tagName.slice(1)));
  for (const [at, level] of levels.entries())
    if (level > (levels[at - 1] ?? 0) + 1) faults.push(`heading skips a level: ${tag(headings[at] ?? document.body)}`);
  const mains = document.querySelectorAll("main, [role=main]").length;
  if (mains !== 1) faults.push(`${mains} main landmarks`);
  if (document.documentElement.lang === "") faults.push("the page has no language");
  if (document.title === "") faults.push("the page has no title");

  const ids = all.map(({ id }) => id).filter((id) => id !== "");
  for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at))) faults.push(`id twice: ${id}`);
  const references = ["aria-labelledby", "aria-describedby", "aria-activedescendant"];
  for (const one of all) {
    for (const name of references)
      for (const id of (one.getAttribute(name) ?? "").split(" ").filter(Boolean))
        if (document.getElementById(id) === null) faults.push(`${name} leads nowhere: ${tag(one)}`);
    if (one.tagName === "IMG" && !one.hasAttribute("alt")) faults.push(`picture without alt: ${tag(one)}`);
    if (one instanceof HTMLElement && one.tabIndex >= 0 && one.closest("[aria-hidden=true]") && seen(one))
      faults.push(`hidden from screen readers, yet in the order of Tab: ${tag(one)}`);
  }

  // Contrast, 1.4.3: what is drawn over what, from the nearest ground that is not clear.
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  type Colour = readonly [number, number, number, number];
  const known = new Map<string, Colour>();
  const read = (text: string): Colour => {
    const before = known.get(text);
    if (before || !canvas) return before ?? [0, 0, 0, 0];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
    const colour: Colour = [r, g, b, a / 255];
    known.set(text, colour);
    return colour;
  };
  const over = (top: Colour, ground: Colour): Colour => {
    const part = (at: 0 | 1 | 2) => top[at] * top[3] + ground[at] * (1 - top[3]);
    return [part(0), part(1), part(2), 1];
  };
  const groundOf = (one: Element | null): Colour => {
    if (one === null) return [255, 255, 255, 1];
    const own = read(getComputedStyle(one).backgroundColor);
    return own[3] >= 0.99 ? own : over(own, groundOf(one.parentElement));
  };
  const light = ([r, g, b]: Colour) => {
    const line = (value: number) => {
      const part = value / 255;
      return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * line(r) + 0.7152 * line(g) + 0.0722 * line(b);
  };
  const contrast = (a: Colour, b: Colour) => {
    const [high = 0, low = 0] = [light(a), light(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  const hasOwnText = (one: Element) =>
    [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "");
  for (const one of all) {
    if (!hasOwnText(one) || !seen(one) || one.closest("svg, script, style, :disabled, [aria-disabled=true]")) continue;
    const style = getComputedStyle(one);
    const box = one.getBoundingClientRect();
    // Clipped to nothing: for screen readers alone.
    if (box.width <= 1 || box.height <= 1 || style.backgroundImage !== "none") continue;
    const ground = groundOf(one);
    const ratio = contrast(over(read(style.color), ground), ground);
    const sizePx = Number.parseFloat(style.fontSize);
    const isLarge = sizePx >= 24 || (sizePx >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) faults.push(`contrast ${ratio.toFixed(2)}: ${tag(one)}`);
  }
  return faults;
}
