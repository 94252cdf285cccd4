// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { readyChat } from "../ChatScreen.tsx";
import { readyFonts } from "./messageFonts.ts";

it("CHATUI-66 the fonts of messages are laid out once, out of sight, and nothing stays in the page", () => {
  document.body.replaceChildren();
  const measured: string[] = [];
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    const weights = [...this.querySelectorAll("span")].map(({ style }) => style.fontWeight).filter(Boolean);
    measured.push(`${this.isConnected} ${this.style.visibility} ${weights.join(" ")}`);
    return new DOMRect();
  });
  readyFonts(document);
  expect(measured).toEqual(["true hidden 550 600 650 700"]);
  expect(document.body.childElementCount).toBe(0);
  vi.restoreAllMocks();
});

it("CHATUI-66 the page is prepared once, however often its code is requested", () => {
  const page = document.implementation.createHTMLDocument();
  const append = vi.spyOn(page.body, "append");
  readyChat(page);
  readyChat(page);
  expect(append).toHaveBeenCalledTimes(1);
});

it("CHATUI-66 the pattern of names and numbers is used before a message needs it", () => {
  const uses = vi.spyOn(String.prototype, "matchAll");
  readyChat(document.implementation.createHTMLDocument());
  expect(uses.mock.contexts.map(String)).toEqual(["Call +1 555 0142 100", "@all in #sales"]);
  uses.mockRestore();
});
