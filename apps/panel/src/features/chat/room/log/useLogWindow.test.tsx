// @vitest-environment jsdom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakeMessage, fakeRoom } from "../../../../../test/fakeChat.ts";
import { openChat } from "../../../../../test/openChat.tsx";
import { closePanel } from "../../../../../test/openPanel.tsx";

const VIEW_PX = 700;
let rowPx = 100;

beforeEach(() => {
  const countRows = (element: HTMLElement) => element.querySelectorAll("article").length;
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(VIEW_PX);
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockImplementation(function (this: HTMLElement) {
    return countRows(this) * rowPx;
  });
});

afterEach(() => {
  closePanel();
  vi.restoreAllMocks();
});

const MESSAGES = Array.from({ length: 40 }, (_, at) => fakeMessage("10", at + 1, `message ${at + 1}`));

async function openRoom() {
  const room = fakeRoom("10", "sales", { n: 40, seq: 40, type: "p" });
  await openChat({ rooms: [room], path: "/chat/p/10", messages: MESSAGES });
  const log = await screen.findByRole("log", { name: "Messages" });
  await within(log).findByText("message 40");
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
