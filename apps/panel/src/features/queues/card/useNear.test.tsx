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

function Card() {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} data-testid="card">
      {useNear(box, false) ? "rows" : ""}
    </div>
  );
}
const shown = () => screen.getAllByTestId("card").map(({ textContent }) => textContent);

it("QDASH-9 cards get their rows near the visible part, one per frame, and lose them when they are far", () => {
  const { draw, seeAll } = stubSight();
  render(
    <>
      <Card />
      <Card />
    </>,
  );
  expect(shown()).toEqual(["", ""]);
  seeAll(true);
  draw();
  expect(shown()).toEqual(["rows", ""]);
  draw();
  expect(shown()).toEqual(["rows", "rows"]);
  seeAll(false);
  draw();
  draw();
  expect(shown()).toEqual(["", ""]);
});
