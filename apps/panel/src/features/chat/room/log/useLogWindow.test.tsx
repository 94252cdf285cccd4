// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakeMessage, fakeRoom } from "../../../../../test/fakeChat.ts";
import { openChat } from "../../../../../test/openChat.tsx";
import { closePanel } from "../../../../../test/openPanel.tsx";
import { STEP_ROWS, WINDOW_ROWS } from "./logWindow.model.ts";

/** Of the log, in a browser window that is higher. */
const VIEW_PX = 700;
const WINDOW_PX = 890;
let rowPx = 100;
let viewPx = VIEW_PX;
/** 0: not known. */
let widthPx = 0;

beforeEach(() => {
  viewPx = VIEW_PX;
  widthPx = 0;
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(WINDOW_PX);
  const countRows = (element: HTMLElement) => element.querySelectorAll("article").length;
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockImplementation(() => viewPx);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => widthPx);
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

const LINES = 5;
/** As high as five lines: about 110 px. */
const MESSAGES = Array.from({ length: 200 }, (_, at) =>
  fakeMessage("10", at + 1, [`message ${at + 1}`, ...Array.from({ length: LINES - 1 }, () => "…")].join("\n")),
);
const N = MESSAGES.length;

const textsIn = (log: HTMLElement) =>
  within(log)
    .getAllByRole("article")
    .map((row) => /message \d+/.exec(row.textContent)?.[0]);

/** To a room that was not open before, frame by frame. */
async function openNext(messages = MESSAGES) {
  const room = (id: string) => fakeRoom(id, `room ${id}`, { n: N, seq: N, type: "p" });
  const { chat, router } = await openChat({ rooms: [room("10"), room("11")], path: "/chat/p/10", messages });
  await screen.findByText(new RegExp(`message ${N}`));
  // Without the time after which a page that is not drawn goes on.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame"] });
  let going: Promise<void> = Promise.resolve();
  await act(async () => {
    going = router.navigate({ to: "/chat/p/11" });
  });
  const others = messages.map(({ n, text }) => fakeMessage("11", n, text));
  await chat.say({ type: "changes", room: "11", since: null, seq: N, n: N, messages: others });
  await act(() => going);
  const log = screen.getByRole("log", { name: "Messages" });
  return {
    chat,
    log,
    texts: () => textsIn(log),
    frame: () => act(async () => void vi.advanceTimersToNextFrame()),
    scrollTo: (scrollTop: number) => act(async () => void fireEvent.scroll(log, { target: { scrollTop } })),
  };
}

it("CHATUI-65 a room is opened with as many of its last messages as fill the view by their texts and files", async () => {
  rowPx = 120;
  const { log, texts, frame, scrollTo } = await openNext();
  expect(texts()).toEqual(MESSAGES.slice(-7).map(({ n }) => `message ${n}`));
  expect(log.scrollTop).toBe(7 * rowPx);
  // Nothing comes before they are painted, also when the log is scrolled to its end.
  await scrollTo(7 * rowPx - VIEW_PX);
  await frame();
  expect(texts()).toHaveLength(7);
});

it("CHATUI-65 the messages above come after the paint, in their order, and what the user reads keeps its place", async () => {
  rowPx = 120;
  const { log, texts, frame, scrollTo } = await openNext();
  await frame();
  await frame();
  await vi.waitFor(() => expect(texts()).toHaveLength(12));
  expect(texts()).toEqual(MESSAGES.slice(-12).map(({ n }) => `message ${n}`));
  expect(log.scrollTop).toBe(12 * rowPx);
  await scrollTo(12 * rowPx - VIEW_PX);
  expect(texts()).toHaveLength(12 + STEP_ROWS);
  await scrollTo(1_000);
  expect(texts()).toHaveLength(12 + STEP_ROWS);
});

it("CHATUI-65 if they do not fill the view as estimated, more are added before the paint", async () => {
  rowPx = 50;
  const { texts } = await openNext();
  expect(texts()).toHaveLength(19);
});

it("CHATUI-65 short messages: as many as fill the view, at once", async () => {
  rowPx = 30;
  const { texts } = await openNext(MESSAGES.map(({ n }) => fakeMessage("10", n, `message ${n}`)));
  expect(texts().length * rowPx).toBeGreaterThan(VIEW_PX);
  expect(texts().length * rowPx).toBeLessThan(VIEW_PX * 1.5);
});

it("CHATUI-65 the view is expected to be as large as that of the room before", async () => {
  rowPx = 120;
  [viewPx, widthPx] = [350, 760];
  const { texts } = await openNext();
  expect(texts()).toHaveLength(4);
});

it("CHATUI-65 in a narrow view long messages are higher, and fewer fill it", async () => {
  rowPx = 240;
  widthPx = 420;
  const { texts } = await openNext(MESSAGES.map(({ n }) => fakeMessage("10", n, `message ${n} ${"x".repeat(500)}`)));
  expect(texts()).toHaveLength(4);
});

it("CHATUI-65 a view that even the largest number of rows does not fill stays as it is", async () => {
  rowPx = 10;
  const { texts, frame } = await openNext();
  await frame();
  await frame();
  await vi.waitFor(() => expect(texts()).toHaveLength(WINDOW_ROWS));
});

it("CHATUI-65 CHATUI-40 new messages above the view have their line and their bar when they come", async () => {
  rowPx = 120;
  const room = (id: string, read: number) =>
    fakeRoom(id, `room ${id}`, {
      n: N,
      seq: N,
      type: "p",
      subscription: { open: true, roles: ["member"], notify: "all", rev: 1, read, mentions: [] },
    });
  await openChat({ rooms: [room("10", N - 9)], path: "/chat/p/10", messages: MESSAGES });
  expect(await screen.findByRole("button", { name: /9 new messages/ })).toBeDefined();
  await waitFor(() => expect(textsIn(screen.getByRole("log", { name: "Messages" }))).toContain(`message ${N - 8}`));
  const line = screen.getByRole("separator", { name: "New" });
  expect(line.nextElementSibling?.textContent).toContain(`message ${N - 8}`);
});
