import { expect, it } from "vitest";
import { createFrameTurns } from "./frameTurns.ts";

/** Frames by hand; rendering what a turn has changed takes `renderMs`. */
function byHand(renderMs: number) {
  let now = 0;
  let frame: (() => void) | null = null;
  let rendered = 0;
  const turns = createFrameTurns({
    nextFrame: (run) => {
      frame = run;
      return () => {
        frame = null;
      };
    },
    now: () => now,
    render: (run) => {
      run();
      rendered += 1;
      now += renderMs;
    },
  });
  const draw = () => {
    const due = frame;
    frame = null;
    due?.();
  };
  return { turns, draw, isAsked: () => frame !== null, renderings: () => rendered };
}

/** Work of so many parts. */
function workOf(parts: number) {
  let done = 0;
  return { turn: () => (done += 1) < parts, done: () => done };
}

it("QDASH-15 on a slow computer a frame has one turn, and everybody has theirs after the other", () => {
  const { turns, draw, isAsked } = byHand(5);
  const [rows, events] = [workOf(3), workOf(2)];
  turns.ask(rows.turn);
  turns.ask(events.turn);
  turns.ask(events.turn);
  const progress = [[rows.done(), events.done()]];
  for (let frame = 0; frame < 5; frame += 1) {
    draw();
    progress.push([rows.done(), events.done()]);
  }
  expect(progress).toEqual([
    [0, 0],
    [1, 0],
    [1, 1],
    [2, 1],
    [2, 2],
    [3, 2],
  ]);
  expect(isAsked()).toBe(false);
});

it("QDASH-15 a fast computer does as much in a frame as it has time for, and renders each turn", () => {
  const { turns, draw, renderings } = byHand(1);
  const rows = workOf(10);
  turns.ask(rows.turn);
  draw();
  expect([rows.done(), renderings()]).toEqual([4, 4]);
  draw();
  draw();
  expect([rows.done(), renderings()]).toEqual([10, 10]);
});

it("QDASH-15 work that is withdrawn gets no turn; work that comes while others have theirs does", () => {
  const { turns, draw, isAsked } = byHand(5);
  const [gone, late] = [workOf(3), workOf(1)];
  turns.ask(gone.turn);
  turns.drop(gone.turn);
  expect(isAsked()).toBe(false);
  turns.ask(() => {
    turns.ask(late.turn);
    return false;
  });
  draw();
  draw();
  expect([gone.done(), late.done(), isAsked()]).toEqual([0, 1, false]);
  let count = 0;
  const withdrawn = () => {
    turns.drop(withdrawn);
    return (count += 1) < 9;
  };
  turns.ask(withdrawn);
  draw();
  draw();
  expect([count, isAsked()]).toEqual([1, false]);
});
