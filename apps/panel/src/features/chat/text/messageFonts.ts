/** How text stands on the chat page; the last one is in reactions. */
const STYLES = [
  "font-weight: 550",
  "font-weight: 600",
  "font-weight: 650",
  "font-weight: 700",
  "font-style: italic",
  "font-size: var(--text-small)",
  "font-size: var(--text-caption); font-variant-numeric: tabular-nums",
];
const SAMPLE = "Aa 0 👍";

/**
 * CHATUI-66: a browser prepares a font for each weight and size when it first lays one out, and looks through all fonts for
 * the first emoji. It does so here, out of sight, before anybody waits for a room.
 */
export function readyFonts(document: Document): void {
  const box = document.createElement("div");
  box.ariaHidden = "true";
  box.style.cssText = "position: absolute; visibility: hidden; contain: strict";
  for (const style of STYLES) {
    const line = document.createElement("span");
    line.style.cssText = style;
    line.textContent = SAMPLE;
    box.append(line);
  }
  document.body.append(box);
  box.getBoundingClientRect();
  box.remove();
}
