/**
 * `SLOW_FRAMES=300 npx vitest run --project pages` draws a frame only after as many ms. A test that fails then, but not
 * without, reads or presses something before it is there: on a busy machine it fails by chance.
 */
const FRAME_MS = Number(process.env["SLOW_FRAMES"] ?? 0);

const { setTimeout, clearTimeout } = globalThis;

export function slowFrames(window: Window): void {
  if (FRAME_MS === 0) return;
  window.requestAnimationFrame = (run) => Number(setTimeout(() => run(performance.now()), FRAME_MS));
  window.cancelAnimationFrame = (frame) => clearTimeout(frame);
}
