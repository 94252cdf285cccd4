// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import { shortcutOf } from "./shortcuts.model.ts";

afterEach(() => document.body.replaceChildren());

const press = (
  key: string,
  held: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean; defaultPrevented?: boolean } = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  defaultPrevented: false,
  ...held,
});

it.each([
  ["Ctrl K", press("k", { ctrlKey: true }), "palette"],
  ["Cmd K with Shift", press("K", { metaKey: true }), "palette"],
  ["?", press("?"), "shortcuts"],
  ["/", press("/"), "search"],
  ["Ctrl P", press("p", { ctrlKey: true }), null],
  ["Alt ?", press("?", { altKey: true }), null],
  ["? that was used already", press("?", { defaultPrevented: true }), null],
])("SHELL-9 %s", (_, event, wanted) => {
  expect(shortcutOf(event, document.body)).toBe(wanted);
});

it.each(["<input>", "<textarea></textarea>", "<div contenteditable><b></b></div>", '<div role="dialog"><b></b></div>'])(
  "SHELL-9 single keys do nothing in %s, Ctrl K does",
  (markup) => {
    document.body.innerHTML = markup;
    const target = document.querySelector("b") ?? document.querySelector("input, textarea");
    expect(shortcutOf(press("?"), target)).toBeNull();
    expect(shortcutOf(press("k", { ctrlKey: true }), target)).toBe("palette");
  },
);
