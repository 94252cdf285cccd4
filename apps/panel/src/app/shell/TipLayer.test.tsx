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

test("SHELL-44 a button shows no tooltip while its menu is open", () => {
  const draw = (opened: boolean) => (
    <>
      <button
        type="button"
        aria-label="Show"
        data-tip="Shown conversations"
        aria-haspopup="menu"
        aria-expanded={opened}
      />
      <button type="button" aria-label="Details" data-tip="Show details" aria-expanded />
      <TipLayer />
    </>
  );
  const hover = (name: string): string | null => {
    fireEvent.pointerOver(screen.getByRole("button", { name }));
    vi.advanceTimersByTime(350);
    return shown();
  };
  const { rerender } = render(draw(false));
  expect(hover("Show")).toBe("Shown conversations");
  fireEvent.pointerDown(screen.getByRole("button", { name: "Show" }));
  rerender(draw(true));
  expect(hover("Show")).toBe(null);
  // What is expanded in the page is not covered.
  expect(hover("Details")).toBe("Show details");
  rerender(draw(false));
  expect(hover("Show")).toBe("Shown conversations");
});
