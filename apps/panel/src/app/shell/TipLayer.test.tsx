// @vitest-environment jsdom
import { TipLayer } from "@callpanel/ui";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Page({ people }: { readonly people: readonly string[] }) {
  return (
    <>
      {people.map((name) => (
        <button key={name} type="button" data-tip={`Remove ${name}`}>
          x
        </button>
      ))}
      <TipLayer />
    </>
  );
}

const shown = (): string | null => document.querySelector("[data-shown]")?.textContent ?? null;

test("a tooltip appears after a delay, and disappears with its element", async () => {
  const { rerender } = render(<Page people={["Grace"]} />);
  fireEvent.pointerOver(screen.getByRole("button"));
  expect(shown()).toBe(null);
  vi.advanceTimersByTime(350);
  expect(shown()).toBe("Remove Grace");
  await act(async () => rerender(<Page people={[]} />));
  expect(shown()).toBe(null);
});
