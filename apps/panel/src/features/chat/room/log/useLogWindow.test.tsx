// @vitest-environment jsdom
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakeMessage, fakeRoom } from "../../../../../test/fakeChat.ts";
import { openChat } from "../../../../../test/openChat.tsx";
import { closePanel } from "../../../../../test/openPanel.tsx";
import { LAID_OUT_ROWS } from "./logWindow.model.ts";

const VIEW_PX = 700;
let rowPx = 100;

beforeEach(() => {
  const countRows = (element: HTMLElement) => element.querySelectorAll("article").length;
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(VIEW_PX);
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockImplementation(function (this: HTMLElement) {
    return countRows(this) * rowPx;
  });
  // The last row is at the lower edge of the view.
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const rows = [...(this.closest("[role=log]")?.querySelectorAll("article") ?? [])];
    const at = rows.findIndex((row) => row === this);
    return at < 0 ? new DOMRect(0, 0, 500, VIEW_PX) : new DOMRect(0, VIEW_PX - (rows.length - at) * rowPx, 500, rowPx);
  });
});

afterEach(() => {
  vi.useRealTimers();
  closePanel();
  vi.restoreAllMocks();
});

const MESSAGES = Array.from({ length: 40 }, (_, at) => fakeMessage("10", at + 1, `message ${at + 1}`));

async function openRoom() {
  const room = fakeRoom("10", "sales", { n: 40, seq: 40, type: "p" });
  await openChat({ rooms: [room], path: "/chat/p/10", messages: MESSAGES });
  const log = await screen.findByRole("log", { name: "Messages" });
  await within(log).findByText("message 40");
  await waitFor(() => expect(log.hasAttribute("data-opening")).toBe(false));
  return {
    log,
    texts: () =>
      within(log)
        .getAllByText(/^message \d+$/)
        .map((one) => one.textContent),
  };
}

it("CHATUI-65 a room is opened with as many of its last messages as fill the view", async () => {
  rowPx = 50;
  const { texts } = await openRoom();
  expect(texts()).toHaveLength(18);
  expect(texts()[0]).toBe("message 23");
});

it("CHATUI-65 where twelve messages fill the view, the ones above come when it has been painted", async () => {
  rowPx = 300;
  const { log, texts } = await openRoom();
  expect(texts()).toHaveLength(12);
  await act(async () => void fireEvent.scroll(log, { target: { scrollTop: 12 * rowPx - VIEW_PX } }));
  expect(texts()).toHaveLength(12);
  await act(async () => void fireEvent.scroll(log, { target: { scrollTop: 700 } }));
  expect(texts()).toHaveLength(15);
});

/** To a room that was not open before, frame by frame. */
async function openNext() {
  const room = (id: string) => fakeRoom(id, `room ${id}`, { n: 40, seq: 40, type: "p" });
  const { chat, router } = await openChat({ rooms: [room("10"), room("11")], path: "/chat/p/10", messages: MESSAGES });
  await screen.findByText("message 40");
  // Without the time after which a page that is not drawn goes on.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame"] });
  let going: Promise<void> = Promise.resolve();
  await act(async () => {
    going = router.navigate({ to: "/chat/p/11" });
  });
  const messages = MESSAGES.map(({ n, text }) => fakeMessage("11", n, text));
  await chat.say({ type: "changes", room: "11", since: null, seq: 40, n: 40, messages });
  await act(() => going);
  const log = screen.getByRole("log", { name: "Messages" });
  expect(within(log).getAllByRole("article")).toHaveLength(12);
  return { log, frame: () => act(async () => void vi.advanceTimersToNextFrame()) };
}

it("CHATUI-65 before the first paint only the last messages are laid out, where they fill the view", async () => {
  rowPx = 120;
  const { log, frame } = await openNext();
  expect(log.hasAttribute("data-opening")).toBe(true);
  // The rows above are not as high as they will be: nothing is added because of them.
  await act(async () => void fireEvent.scroll(log, { target: { scrollTop: 12 * rowPx - VIEW_PX } }));
  expect(within(log).getAllByRole("article")).toHaveLength(12);
  await frame();
  expect(log.hasAttribute("data-opening")).toBe(true);
  await frame();
  expect(log.hasAttribute("data-opening")).toBe(false);
});

it("CHATUI-65 where the last messages do not fill the view, all are laid out at once", async () => {
  rowPx = 110;
  const { log } = await openNext();
  expect(log.hasAttribute("data-opening")).toBe(false);
});

it("CHATUI-65 the style sheet lays out as many rows as the log counts on", async () => {
  const sheet = await readFile(join(import.meta.dirname, "MessageLog.module.css"), "utf8");
  expect(sheet).toContain(`.log[data-opening] > article:nth-last-of-type(n + ${LAID_OUT_ROWS + 1}) {`);
});
