/**
 * `SLOW_PAGES=200 npx vitest run --project pages` delays each frame and each answer by as many ms. A test that fails
 * then, but not without, reads or presses something before it is there: on a busy machine it fails by chance.
 */
const DELAY_MS = Number(process.env["SLOW_PAGES"] ?? 0);

const { setTimeout, clearTimeout } = globalThis;

/** Resolves after the delay; at once without one. */
export const slowAnswer = (): Promise<void> | undefined =>
  DELAY_MS === 0 ? undefined : new Promise((resolve) => void setTimeout(resolve, DELAY_MS));

export function slowFrames(window: Window): void {
  if (DELAY_MS === 0) return;
  window.requestAnimationFrame = (run) => Number(setTimeout(() => run(performance.now()), DELAY_MS));
  window.cancelAnimationFrame = (frame) => clearTimeout(frame);
}
