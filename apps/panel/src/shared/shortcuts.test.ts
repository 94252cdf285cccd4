// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { joinShortcuts } from "./shortcuts.ts";

let stop: () => void = () => undefined;
afterEach(() => stop());

/** A page with one shortcut on M; returns how often it ran. */
function open(body: string) {
  document.body.innerHTML = body;
  let count = 0;
  stop = joinShortcuts(document, [{ id: "mute", letter: "M", label: () => "Mute", run: () => (count += 1) }]);
  return () => count;
}
const press = (target: Element, part: KeyboardEventInit = {}) =>
  target.dispatchEvent(
    new KeyboardEvent("keydown", {
      code: "KeyM",
      altKey: true,
      shiftKey: true,
      bubbles: true,
      cancelable: true,
      ...part,
    }),
  );

test("SOFT-20 a shortcut is a letter with Alt and Shift, even if Alt changes the character", () => {
  const count = open("<button>x</button>");
  press(document.body, { key: "µ" });
  expect(count()).toBe(1);
  for (const part of [
    { altKey: false },
    { shiftKey: false },
    { ctrlKey: true },
    { metaKey: true },
    { repeat: true },
    { code: "KeyN" },
  ])
    press(document.body, part);
  expect(count()).toBe(1);
});

test("SOFT-20 no shortcut fires while a person types", () => {
  const count = open(
    '<input id="a"><textarea id="b"></textarea><select id="c"></select><input type="search" id="d"><input type="range" id="e"><button id="f">x</button>',
  );
  for (const id of ["a", "b", "c", "d"]) press(document.getElementById(id) ?? document.body);
  expect(count()).toBe(0);
  for (const id of ["e", "f"]) press(document.getElementById(id) ?? document.body);
  expect(count()).toBe(2);
});

test("SOFT-20 a field where these keys write nothing lets them through", () => {
  const count = open('<input id="a" data-takes-shortcuts><input id="b">');
  for (const id of ["a", "b"]) press(document.getElementById(id) ?? document.body);
  expect(count()).toBe(1);
});

test("SOFT-20 it does nothing after stop", () => {
  const count = open("");
  stop();
  press(document.body);
  expect(count()).toBe(0);
});
