/**
 * `SLOW_FRAMES=300 npx vitest run --project pages` draws a frame, and runs a timer that is due soon, that many ms later. A test that fails then, but not
 * without, reads or presses something before it is there: on a busy machine it fails by chance.
 */
const FRAME_MS = Number(process.env["SLOW_FRAMES"] ?? 0);
/** In a browser, waiting keys and clicks go before such timers. */
const SOON_MS = 50;

const { setTimeout, clearTimeout } = globalThis;

export function slowFrames(window: Window): void {
  if (FRAME_MS === 0) return;
  window.requestAnimationFrame = (run) => Number(setTimeout(() => run(performance.now()), FRAME_MS));
  window.cancelAnimationFrame = (frame) => clearTimeout(frame);
  const later = (run: (...rest: unknown[]) => void, ms = 0, ...rest: unknown[]) =>
    setTimeout(run, ms < SOON_MS ? ms + FRAME_MS : ms, ...rest);
  Object.assign(window, { setTimeout: later });
}
