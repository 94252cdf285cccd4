/** Runs in the panel's page: how long after its server time every stamp that comes into the page has been painted. */

declare global {
  interface Window {
    paintedMs: number[];
  }
}

/** Stamps are in the names of callers: T, the server's time in ms, and a number of their own. Begins to watch; ages are in `window.paintedMs`. */
export function watchPaints(): void {
  const stamp = /T(\d{13})N\d+/g;
  // What is there already was painted before.
  const seen = new Set(Array.from(document.body.textContent?.matchAll(stamp) ?? [], ([text]) => text));
  window.paintedMs = [];
  const afterPaint = (run: () => void): void => {
    requestAnimationFrame(() => {
      // Handled after the frame that begins now has been drawn.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = run;
      port2.postMessage(null);
    });
  };
  new MutationObserver((records) => {
    const fresh: number[] = [];
    for (const { target } of records) {
      const card = (target instanceof Element ? target : target.parentElement)?.closest("li");
      for (const [text, at] of card?.textContent?.matchAll(stamp) ?? []) {
        if (seen.has(text)) continue;
        seen.add(text);
        fresh.push(Number(at));
      }
    }
    if (fresh.length > 0) afterPaint(() => window.paintedMs.push(...fresh.map((at) => Date.now() - at)));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}
