// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { useNear } from "./useNear.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Sighted {
  readonly target: Element;
  readonly isIntersecting: boolean;
}

/** The browser's observer, told by the test. */
function stubSight() {
  let see: (entries: readonly Sighted[]) => void = () => undefined;
  let frames: (() => void)[] = [];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(tell: typeof see) {
        see = tell;
      }
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => frames.push(run));
  const draw = () =>
    act(() => {
      const due = frames;
      frames = [];
      for (const run of due) run();
    });
  const seeAll = (isIntersecting: boolean) =>
    see(screen.getAllByTestId("card").map((target) => ({ target, isIntersecting })));
  return { draw, seeAll };
}

function Card({ total }: { readonly total: number }) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} data-testid="card">
      {useNear(box, false, total)}
    </div>
  );
}
const shown = () => screen.getAllByTestId("card").map(({ textContent }) => textContent);

it("QDASH-9 cards near the visible part are filled step by step, one step per frame, and emptied when they are far", () => {
  const { draw, seeAll } = stubSight();
  render(
    <>
      <Card total={6} />
      <Card total={2} />
    </>,
  );
  expect(shown()).toEqual(["", ""]);
  seeAll(true);
  draw();
  expect(shown()).toEqual(["0", ""]);
  draw();
  expect(shown()).toEqual(["0", "0"]);
  for (let frame = 0; frame < 3; frame += 1) draw();
  expect(shown()).toEqual(["6", "3"]);
  draw();
  expect(shown()).toEqual(["6", "3"]);
  const far = () => screen.getAllByTestId("card").map((card) => card.hasAttribute("data-far"));
  expect(far()).toEqual([false, false]);
  seeAll(false);
  // Nothing of them is drawn any more, also before their rows are gone.
  expect([far(), shown()]).toEqual([
    [true, true],
    ["6", "3"],
  ]);
  draw();
  draw();
  expect(shown()).toEqual(["", ""]);
});

it("QDASH-9 a card that comes back before it was emptied keeps its rows, and gets those that are missing", () => {
  const { draw, seeAll } = stubSight();
  const { rerender } = render(<Card total={9} />);
  seeAll(false);
  seeAll(true);
  draw();
  draw();
  expect(shown()).toEqual(["3"]);
  seeAll(false);
  seeAll(true);
  expect(screen.getByTestId("card").hasAttribute("data-far")).toBe(false);
  for (let frame = 0; frame < 4; frame += 1) draw();
  expect(shown()).toEqual(["9"]);
  rerender(<Card total={10} />);
  draw();
  expect(shown()).toEqual(["12"]);
});
