// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { Turn } from "../../../shared/live/frameTurns.ts";
import { createSight } from "./sight.ts";
import type { Sight } from "./sight.ts";
import { useNear } from "./useNear.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Sighted {
  readonly target: Element;
  readonly isIntersecting: boolean;
}

/** The browser's observer and the turns, both driven by the test. */
function stubSight() {
  let see: (entries: readonly Sighted[]) => void = () => undefined;
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
  const waiting = new Set<Turn>();
  const sight = createSight({
    ask: (turn) => void waiting.add(turn),
    drop: (turn) => void waiting.delete(turn),
  });
  const turn = () =>
    act(() => {
      for (const one of waiting) if (!one()) waiting.delete(one);
    });
  const seeAll = (isIntersecting: boolean) =>
    see(screen.getAllByTestId("card").map((target) => ({ target, isIntersecting })));
  return { sight, turn, seeAll, waiting };
}

function Card({ sight, total }: { readonly sight: Sight | null; readonly total: number }) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} data-testid="card">
      {useNear(box, sight, total)}
    </div>
  );
}
const shown = () => screen.getAllByTestId("card").map(({ textContent }) => textContent);

it("QDASH-9 cards near the visible part are filled step by step, and emptied when they are far", () => {
  const { sight, turn, seeAll, waiting } = stubSight();
  render(
    <>
      <Card sight={sight} total={6} />
      <Card sight={sight} total={2} />
    </>,
  );
  expect(shown()).toEqual(["", ""]);
  seeAll(true);
  expect(shown()).toEqual(["", ""]);
  turn();
  expect(shown()).toEqual(["0", ""]);
  turn();
  expect(shown()).toEqual(["0", "0"]);
  for (let count = 0; count < 4; count += 1) turn();
  expect([shown(), waiting.size]).toEqual([["6", "2"], 0]);
  seeAll(false);
  expect(shown()).toEqual(["6", "2"]);
  turn();
  turn();
  expect([shown(), waiting.size]).toEqual([["", ""], 0]);
});

it("QDASH-9 a card that comes back before it was emptied keeps its rows, and gets those that are missing", () => {
  const { sight, turn, seeAll } = stubSight();
  const { rerender } = render(<Card sight={sight} total={9} />);
  seeAll(false);
  seeAll(true);
  turn();
  turn();
  expect(shown()).toEqual(["2"]);
  seeAll(false);
  seeAll(true);
  for (let count = 0; count < 4; count += 1) turn();
  expect(shown()).toEqual(["10"]);
  rerender(<Card sight={sight} total={11} />);
  turn();
  expect(shown()).toEqual(["12"]);
});

it("QDASH-9 a card that goes before its turn is not filled, and cards that were never near need no turn", () => {
  const { sight, turn, seeAll, waiting } = stubSight();
  render(<Card sight={sight} total={3} />);
  seeAll(false);
  expect(waiting.size).toBe(0);
  seeAll(true);
  seeAll(false);
  turn();
  expect([shown(), waiting.size]).toEqual([[""], 0]);
});

it("QDASH-9 on a page with few cards, and in a browser that sees nothing, all are complete", () => {
  render(<Card sight={null} total={9} />);
  expect(shown()).toEqual(["Infinity"]);
  vi.stubGlobal("IntersectionObserver", undefined);
  expect(createSight({ ask: () => undefined, drop: () => undefined })).toBeNull();
});
