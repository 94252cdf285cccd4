// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { fakeMessage, fakeRoom } from "../../../../test/fakeChat.ts";
import { FakeUpload } from "../../../../test/fakeUpload.ts";
import { click, openChat } from "../../../../test/openChat.tsx";
import { closePanel } from "../../../../test/openPanel.tsx";
import { dropRooms, keepRooms } from "./keptRooms.model.ts";
import type { KeptRoom } from "./keptRooms.model.ts";

afterEach(() => {
  vi.useRealTimers();
  closePanel();
});

const read = (n: number) => ({
  open: true,
  roles: ["member" as const],
  notify: "all" as const,
  rev: 1,
  read: n,
  mentions: [],
});
const SALES = fakeRoom("10", "sales", { n: 2, seq: 2, subscription: read(2) });
const GENERAL = fakeRoom("11", "general", { n: 1, seq: 1, subscription: read(1) });
const MESSAGES = [fakeMessage("10", 1, "one"), fakeMessage("10", 2, "two")];

const article = (text: string) => screen.findByText(text, { selector: "article *" });
const heading = () => within(screen.getByRole("main")).getByRole("heading", { level: 2 }).textContent;

async function openBoth() {
  const opened = await openChat({ rooms: [SALES, GENERAL], path: "/chat/c/10", messages: MESSAGES });
  const { chat, router } = opened;
  await article("two");
  const go = (path: string) => act(() => router.navigate({ to: path }));
  const answer = (room: string, since: number | null, messages: ReturnType<typeof fakeMessage>[]) =>
    chat.say({
      type: "changes",
      room,
      since,
      seq: messages.at(-1)?.seq ?? since ?? 0,
      n: messages.at(-1)?.n ?? since ?? 0,
      messages,
    });
  const leaveFor = async (path: string) => {
    let going: Promise<void> = Promise.resolve();
    await act(async () => {
      going = router.navigate({ to: path });
    });
    return () => act(() => going);
  };
  const toGeneral = async () => {
    const arrived = await leaveFor("/chat/c/11");
    await answer("11", null, [fakeMessage("11", 1, "welcome")]);
    await arrived();
    expect(heading()).toBe("general");
  };
  return { ...opened, go, answer, leaveFor, toGeneral };
}

it("CHATUI-60 the messages of a room are requested with the click, and the room is shown with them", async () => {
  const { chat, answer, leaveFor } = await openBoth();
  // They are never late.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const arrived = await leaveFor("/chat/c/11");
  expect(chat.frames()).toContainEqual({ type: "open", room: "11" });
  expect(heading()).toBe("sales");
  await answer("11", null, [fakeMessage("11", 1, "welcome")]);
  await arrived();
  expect(heading()).toBe("general");
  expect(screen.getByText("welcome", { selector: "article *" })).toBeTruthy();
});

it("CHATUI-60 a room whose messages are late is shown without them", async () => {
  const { go } = await openBoth();
  await go("/chat/c/11");
  expect(heading()).toBe("general");
  expect(screen.getByRole("log", { name: "Messages" }).getAttribute("aria-busy")).toBe("true");
});

it("CHATUI-61 a room to which the user returns is the same that they left, at its end, with nothing open in it", async () => {
  const { go, toGeneral } = await openBoth();
  const before = await article("two");
  fireEvent.focus(before);
  await click(await screen.findByRole("button", { name: "Reply in thread" }));
  await screen.findByRole("complementary", { name: "Thread" });
  await toGeneral();
  expect(screen.getAllByRole("log")).toHaveLength(1);
  // Out of reach, with its layout: the browser would lay out everything again that was not displayed.
  const kept = before.closest("[inert]");
  expect(kept?.getAttribute("aria-hidden")).toBe("true");
  expect(kept?.querySelector("[style*=display]")).toBeNull();
  expect(screen.queryByRole("complementary", { name: "Thread" })).toBeNull();
  await go("/chat/c/10");
  expect(heading()).toBe("sales");
  expect(screen.getByText("two", { selector: "article *" })).toBe(before);
  expect(screen.queryByRole("complementary", { name: "Thread" })).toBeNull();
});

it("CHATUI-9 CHATUI-61 a room out of sight does not become read; the user returns to the line of its new messages", async () => {
  const { chat, go, answer, toGeneral } = await openBoth();
  await toGeneral();
  const news = fakeMessage("10", 3, "three");
  await chat.say({
    type: "activity",
    room: "10",
    seq: 3,
    id: 3,
    n: 3,
    thread: null,
    at: news.at,
    from: news.from,
    deleted: false,
    isNew: true,
    preview: "three",
    mentions: [],
    all: false,
    followers: [],
  });
  const reads = () => chat.orders().filter(({ order }) => order.order === "read" && order.room === "10");
  expect(reads()).toEqual([]);
  await go("/chat/c/10");
  await answer("10", 2, [news]);
  expect(await article("three")).toBeTruthy();
  expect(screen.getByRole("separator", { name: "New" })).toBeTruthy();
  await waitFor(() => expect(reads()).toHaveLength(1));
});

it("CHATUI-15 CHATUI-61 an upload continues while another room is open, and its file belongs to its own room", async () => {
  FakeUpload.begin(window);
  const { go, toGeneral } = await openBoth();
  const field = await screen.findByRole("textbox", { name: "Message" });
  await act(async () => void fireEvent.paste(field, { clipboardData: { files: [new File(["x"], "plan.txt")] } }));
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
  await toGeneral();
  const [upload] = FakeUpload.all;
  expect(upload?.isAborted).toBe(false);
  expect(screen.queryByRole("listitem", { name: /plan\.txt/ })).toBeNull();
  await act(async () => upload?.progress(1, 4));
  await go("/chat/c/10");
  expect(screen.getByRole("listitem", { name: "plan.txt, 25 percent uploaded" })).toBeTruthy();
});

it("CHATUI-61 a room that is no longer kept leaves the page when the next one was painted", async () => {
  const { chat, go } = await openBoth();
  for (const id of ["12", "13"])
    await chat.say({ type: "room", own: true, room: fakeRoom(id, `room ${id}`, { n: 0, subscription: read(0) }) });
  for (const id of ["11", "12"]) await go(`/chat/c/${id}`);
  // Without the time after which a page that is not drawn goes on.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame"] });
  const frame = () => act(async () => void vi.advanceTimersToNextFrame());
  const isKept = () => screen.queryByText("two", { selector: "article *" }) !== null;
  expect(isKept()).toBe(true);
  await go("/chat/c/13");
  expect(heading()).toBe("room 13");
  await frame();
  expect(isKept()).toBe(true);
  await frame();
  expect(isKept()).toBe(false);
});

it("CHATUI-61 three rooms are kept; one with new messages, or opened at a message, starts again", () => {
  const none = { message: null, opensThread: false };
  const come = (kept: readonly KeptRoom[], id: string, more: { message?: number; isRead?: boolean } = {}) =>
    dropRooms(keepRooms(kept, { id, target: { ...none, message: more.message ?? null }, isRead: more.isRead ?? true }));
  const three = ["1", "2", "3"].reduce<readonly KeptRoom[]>((kept, id) => come(kept, id), []);
  const ids = (kept: readonly KeptRoom[]) => kept.map(({ id, start }) => `${id}/${start}`);
  expect(ids(three)).toEqual(["3/0", "2/0", "1/0"]);
  expect(ids(come(three, "4"))).toEqual(["4/0", "3/0", "2/0"]);
  expect(ids(come(three, "1"))).toEqual(["1/0", "3/0", "2/0"]);
  expect(come(three, "1")[0]).toBe(three[2]);
  expect(ids(come(three, "1", { isRead: false }))).toEqual(["1/1", "3/0", "2/0"]);
  expect(ids(come(three, "1", { message: 5 }))).toEqual(["1/1", "3/0", "2/0"]);
  expect(dropRooms(three)).toBe(three);
  // In the open room nothing starts again.
  expect(come(three, "3")).toBe(three);
  expect(ids(come(three, "3", { message: 5 }))).toEqual(["3/0", "2/0", "1/0"]);
});
