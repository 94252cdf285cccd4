/**
 * `SLOW_PAGES=300` with the command of a journey: its pages draw a frame, run a timer that is due soon, and see what the server sends, that many ms later.
 * In a browser, waiting keys and clicks go before such timers. A journey that fails then, but not without, reads or presses something before it is there,
 * or the page moves the focus after it is shown: on a busy machine it fails by chance. Sound comes at its time.
 */
import type { Browser } from "@playwright/test";

const LATE_MS = Number(process.env["SLOW_PAGES"] ?? 0);

/** Every page of this browser. */
export function slowPages(browser: Browser): Browser {
  if (LATE_MS === 0) return browser;
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.addInitScript(comeLate, LATE_MS);
    return context;
  };
  return browser;
}

/** Runs in a page before its own code. */
function comeLate(lateMs: number): void {
  const { setTimeout, clearTimeout, fetch, WebSocket } = window;
  const later = (run: TimerHandler, ms = 0, ...rest: unknown[]): number =>
    setTimeout(run, ms < 50 ? ms + lateMs : ms, ...rest);
  Object.assign(window, { setTimeout: later });
  window.requestAnimationFrame = (run) => setTimeout(() => run(performance.now()), lateMs);
  window.cancelAnimationFrame = (frame) => clearTimeout(frame);
  window.fetch = async (...request) => {
    const answer = await fetch(...request);
    await new Promise((resolve) => setTimeout(resolve, lateMs));
    return answer;
  };
  const isLate = new WeakSet<Event>();
  const copyOf = (event: Event): Event => {
    if (event instanceof MessageEvent) return new MessageEvent(event.type, { data: event.data, origin: event.origin });
    if (event instanceof CloseEvent) return new CloseEvent(event.type, event);
    return new Event(event.type);
  };
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      const hold = (event: Event): void => {
        if (isLate.has(event)) return;
        event.stopImmediatePropagation();
        const copy = copyOf(event);
        isLate.add(copy);
        setTimeout(() => this.dispatchEvent(copy), lateMs);
      };
      for (const type of ["open", "message", "error", "close"]) this.addEventListener(type, hold);
    }
  };
}
