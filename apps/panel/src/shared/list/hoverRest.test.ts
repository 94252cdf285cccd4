// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { createStore } from "../store.ts";
import { restHover } from "./hoverRest.ts";

const elementFromPoint = Object.getOwnPropertyDescriptor(document, "elementFromPoint");
afterEach(() => {
  document.body.replaceChildren();
  if (elementFromPoint === undefined) Reflect.deleteProperty(document, "elementFromPoint");
});

function openList() {
  const list = document.createElement("div");
  const button = document.createElement("button");
  list.append(button);
  document.body.append(list);
  // jsdom lays out nothing.
  let top = 100;
  Object.defineProperty(document, "elementFromPoint", { configurable: true, value: () => button });
  vi.spyOn(button, "getBoundingClientRect").mockImplementation(() => DOMRect.fromRect({ y: top }));
  const scrolling = createStore<boolean, boolean>(false, (_, next) => next);
  const stop = restHover(list, scrolling);
  const at = { bubbles: true, clientX: 3, clientY: 4 };
  return {
    list,
    button,
    scrolling,
    stop,
    rests: () => list.hasAttribute("data-scrolling"),
    /** The layer is pressed and released; between, the list scrolls. */
    press(scrolledPx = 0) {
      list.dispatchEvent(new MouseEvent("pointerdown", at));
      top -= scrolledPx;
      list.dispatchEvent(new MouseEvent("click", at));
    },
  };
}

it("BUDDIES-38 QDASH-16 the layer covers the page while it is scrolled, until the pointer moves or presses", () => {
  const { list, scrolling, stop, rests } = openList();
  for (const end of ["pointermove", "pointerdown"]) {
    scrolling.dispatch(true);
    expect(rests()).toBe(true);
    list.dispatchEvent(new Event(end));
    expect(rests()).toBe(false);
    scrolling.dispatch(false);
  }
  scrolling.dispatch(true);
  scrolling.dispatch(false);
  expect(rests()).toBe(false);
  scrolling.dispatch(true);
  stop();
  expect(rests()).toBe(false);
});

it("BUDDIES-38 QDASH-16 a scroll that begins between press and release does not bring the layer", () => {
  const { list, scrolling, rests } = openList();
  // jsdom has no pressed elements.
  const pressed = vi.spyOn(list, "matches").mockImplementation((selector) => selector === ":active");
  scrolling.dispatch(true);
  expect(rests()).toBe(false);
  scrolling.dispatch(false);
  pressed.mockReturnValue(false);
  scrolling.dispatch(true);
  expect(rests()).toBe(true);
});

it("BUDDIES-38 QDASH-16 a click on the layer is a click on the element below it, once", () => {
  const { button, press } = openList();
  const clicked: (EventTarget | null)[] = [];
  button.addEventListener("click", ({ target }) => clicked.push(target));
  press();
  expect(clicked).toEqual([button]);
  button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  expect(clicked).toEqual([button, button]);
});

it("BUDDIES-38 QDASH-16 an element that scrolls below the pointer between press and release is not clicked", () => {
  const { button, press } = openList();
  let clicks = 0;
  button.addEventListener("click", () => (clicks += 1));
  press(60);
  expect(clicks).toBe(0);
  press(1);
  expect(clicks).toBe(1);
});
