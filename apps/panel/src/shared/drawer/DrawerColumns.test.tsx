// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { DrawerColumns } from "./DrawerColumns.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A page with one row, `topPx` below the list's head as jsdom does not lay out: 40 px lower while an item is open. */
function Page({ open }: { readonly open: boolean }) {
  return (
    <main>
      <DrawerColumns rowId={open ? "row" : null} drawer={open ? <aside /> : null}>
        <button id="row" type="button">
          A call
        </button>
      </DrawerColumns>
    </main>
  );
}

function layOut(rowPx: () => number): void {
  const isOpen = () => document.querySelector("[data-open]") !== null;
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(
    () => new DOMRect(0, rowPx() && (isOpen() ? 140 : 100) - screen.getByRole("main").scrollTop, 300, rowPx()),
  );
}

test("SHELL-47 the row of an item that is opened or closed stays where it is", () => {
  layOut(() => 30);
  const { rerender } = render(<Page open={false} />);
  const main = screen.getByRole("main");
  rerender(<Page open />);
  expect(main.scrollTop).toBe(40);
  main.scrollTop = 300;
  rerender(<Page open />);
  expect(main.scrollTop).toBe(300);
  rerender(<Page open={false} />);
  expect(main.scrollTop).toBe(260);
});

test("SHELL-47 a list that the open item replaces leaves the page where it was", () => {
  layOut(() => (document.querySelector("[data-open]") === null ? 30 : 0));
  const { rerender } = render(<Page open={false} />);
  rerender(<Page open />);
  expect(screen.getByRole("main").scrollTop).toBe(0);
  rerender(<Page open={false} />);
  expect(screen.getByRole("main").scrollTop).toBe(0);
});
