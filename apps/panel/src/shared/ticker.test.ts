import { expect, it } from "vitest";
import type { Clock } from "./clock.ts";
import { createSecondTicker } from "./ticker.ts";

/** A clock and frames that run by hand. */
function byHand() {
  let [now, timer] = [10_400, () => {}];
  let frame: (() => void) | null = null;
  const clock: Clock = {
    now: () => now,
    setTimeout: (run) => {
      timer = run;
      return () => {
        timer = () => {};
      };
    },
  };
  return {
    clock,
    nextFrame: (run: () => void) => {
      frame = run;
      return () => {
        frame = null;
      };
    },
    second() {
      now = Math.floor(now / 1_000) * 1_000 + 1_000;
      timer();
    },
    draw() {
      const due = frame;
      frame = null;
      due?.();
      return due !== null;
    },
  };
}

it("QDASH-9 with frames the subscribers of a second are notified in eight of them, each once", () => {
  const { clock, nextFrame, second, draw } = byHand();
  const ticker = createSecondTicker(clock, nextFrame);
  let notified = 0;
  for (let count = 0; count < 80; count += 1) ticker.subscribe(() => (notified += 1));
  second();
  expect([ticker.get(), notified]).toEqual([11_000, 0]);
  let frames = 0;
  while (draw()) frames += 1;
  expect([frames, notified]).toEqual([8, 80]);
});

it("QDASH-9 a listener that leaves between two frames is not called; a second that comes early starts again for all", () => {
  const { clock, nextFrame, second, draw } = byHand();
  const ticker = createSecondTicker(clock, nextFrame);
  const notified: number[] = [];
  const leave = Array.from({ length: 16 }, (_, at) => ticker.subscribe(() => notified.push(at)));
  second();
  draw();
  expect(notified).toEqual([0, 1]);
  leave[2]?.();
  draw();
  expect(notified).toEqual([0, 1, 3]);
  second();
  while (draw());
  expect(notified.filter((at) => at === 15)).toEqual([15]);
});

it("QDASH-9 without frames all are notified at once, and nobody after the last has left", () => {
  const { clock, second } = byHand();
  const ticker = createSecondTicker(clock);
  let notified = 0;
  const leave = Array.from({ length: 20 }, () => ticker.subscribe(() => (notified += 1)));
  second();
  expect(notified).toBe(20);
  for (const one of leave) one();
  second();
  expect(notified).toBe(20);
});
