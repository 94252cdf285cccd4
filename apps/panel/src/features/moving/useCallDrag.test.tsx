// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, it } from "vitest";
import type { Moving, Taken } from "../../shared/phone/moving.ts";
import { useCallDrag } from "./useCallDrag.ts";

afterEach(cleanup);

const TAKEN: Taken = {
  queue: { number: "600", name: "Support" },
  caller: { callid: "c1", number: "102", name: "Bob" },
};
const NOTHING = () => undefined;
const MOVING: Moving = {
  get: () => ({ phase: "idle" }),
  subscribe: () => NOTHING,
  mayMove: () => true,
  mayMoveCallers: () => true,
  pickUp: NOTHING,
  hover: NOTHING,
  drop: NOTHING,
  ask: NOTHING,
  stopAsking: NOTHING,
  move: NOTHING,
  verdict: () => "possible",
  verdictOn: () => ({ get: () => "possible", subscribe: () => NOTHING }),
};

function Call({ taken }: { readonly taken: Taken | null }) {
  const box = useRef<HTMLButtonElement>(null);
  useCallDrag(box, { moving: MOVING, taken, label: "Bob" });
  return <button ref={box}>Bob</button>;
}

const call = () => screen.getByRole("button", { name: "Bob" });

/** jsdom has no pointer. */
function keepPointerOver(element: HTMLElement): void {
  const matches = element.matches.bind(element);
  const value = (selector: string) => selector === ":hover" || matches(selector);
  Object.defineProperty(element, "matches", { value });
}

it("MOVE-14 a call that begins to be movable under the pointer can be dragged at once; elsewhere when the pointer comes", async () => {
  const { rerender } = render(<Call taken={null} />);
  keepPointerOver(call());
  rerender(<Call taken={TAKEN} />);
  await waitFor(() => expect(call().getAttribute("draggable")).toBe("true"));
  rerender(<Call taken={null} />);
  await waitFor(() => expect(call().getAttribute("draggable")).not.toBe("true"));
  cleanup();

  render(<Call taken={TAKEN} />);
  expect(call().getAttribute("draggable")).toBeNull();
  fireEvent.pointerEnter(call());
  await waitFor(() => expect(call().getAttribute("draggable")).toBe("true"));
});
