// @vitest-environment jsdom
import type { ChatMessage } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { fakeDirect, fakeMessage, fakeRoom } from "../../../test/fakeChat.ts";
import { failure } from "../../../test/fakeServer.ts";
import { click, openChat } from "../../../test/openChat.tsx";
import { closePanel } from "../../../test/openPanel.tsx";

afterEach(closePanel);

const SALES = fakeRoom("10", "sales", { n: 3, type: "p" });
const ROOT = fakeMessage("10", 2, "shall we?", { replies: { count: 2, last_at: 1, by: ["2"] } });
const MESSAGES = [fakeMessage("10", 1, "one"), ROOT, fakeMessage("10", 3, "three")];
const page = (messages: readonly ChatMessage[], thread: number | null = null) => ({
  status: 200,
  body: { seq: 3, n: 3, first: 1, thread, messages },
});
const log = () => screen.findByRole("log", { name: "Messages" });
const menuOf = async (text: string) => {
  const article = (await within(await log()).findByText(text)).closest("article");
  await act(async () => void fireEvent.pointerMove(article ?? document.body));
  await click(within(article ?? document.body).getByRole("button", { name: "More actions" }));
};
const marked = async () => (await log()).querySelector("[data-marked]")?.textContent;

it("CHATUI-42 pinned messages are listed from the room's header, lead to their place and can be unpinned", async () => {
  const { chat, server } = await openChat({ rooms: [SALES], path: "/chat/p/10", messages: MESSAGES });
  server.spoil("/pins", {
    status: 200,
    body: { total: 1, data: [{ ...ROOT, text: "**shall** we go to `602`?", pinned_by: "2" }] },
  });
  await click(await screen.findByRole("button", { name: "Pinned messages" }));
  // Without its Markdown.
  await click(await screen.findByRole("button", { name: /Bob Brandt.*shall we go to 602\?/ }));
  await waitFor(async () => expect(await marked()).toContain("shall we?"));
  await click(screen.getByRole("button", { name: "Pinned messages" }));
  await chat.say({ type: "done", request: chat.orders()[0]?.request ?? "" });
  await click(await screen.findByRole("button", { name: "Unpin" }));
  expect(screen.queryByRole("button", { name: /shall we/ })).toBeNull();
  expect(chat.orders().map(({ order }) => order)).toContainEqual({
    order: "pin",
    room: "10",
    id: 2,
    on: false,
  });
});

it("CHATUI-42 a message is saved from its menu, is in the list of saved ones, and is removed from it", async () => {
  const { chat, server, href } = await openChat({ rooms: [SALES], path: "/chat/p/10", messages: MESSAGES });
  server.spoil("/chats/saved", { status: 200, body: { total: 0, data: [] } });
  await chat.say({ type: "done", request: chat.orders()[0]?.request ?? "" });
  await menuOf("three");
  await click(await screen.findByRole("menuitem", { name: "Save for later" }));
  expect(chat.orders().at(-1)?.order).toEqual({ order: "save", room: "10", id: 3, on: true });
  const message = MESSAGES[2];
  server.spoil("/chats/saved", { status: 200, body: { total: 1, data: [{ room: SALES, message }] } });
  await click(screen.getByRole("button", { name: "Saved" }));
  const dialog = await screen.findByRole("dialog", { name: "Saved messages" });
  server.spoil("/messages", page(MESSAGES));
  await click(await within(dialog).findByRole("button", { name: /Bob Brandt in sales.*three/ }));
  await waitFor(() => expect(href()).toBe("/chat/p/10/3"));
  await chat.say({ type: "done", request: chat.orders().at(-1)?.request ?? "" });
  await click(screen.getByRole("button", { name: "Saved" }));
  await click(await screen.findByRole("button", { name: "Remove from saved" }));
  expect(await screen.findByText("Nothing saved yet")).toBeTruthy();
  expect(chat.orders().at(-1)?.order).toEqual({ order: "save", room: "10", id: 3, on: false });
});

it("CHATUI-42 followed threads count unread replies, and lead to their room with the thread open", async () => {
  const { chat, server, href } = await openChat({
    rooms: [SALES, fakeRoom("11", "other", { type: "p" })],
    path: "/chat/p/11",
  });
  const thread = { room: "10", root: 2, n: 2, read: 2, message: ROOT };
  server.spoil("/chats/threads", { status: 200, body: { data: [thread] } });
  await chat.say({
    type: "activity",
    room: "10",
    seq: 9,
    id: 9,
    n: 3,
    thread: 2,
    at: 1,
    from: { uid: "2", name: "Bob Brandt" },
    deleted: false,
    isNew: true,
    preview: "yes",
    mentions: [],
    all: false,
    followers: ["1"],
  });
  await click(await screen.findByRole("button", { name: "Threads, 1 unread" }));
  server.spoil("/messages?thread=2", page([fakeMessage("10", 1, "an answer", { id: 8, thread: 2 })], 2));
  await click(await screen.findByRole("button", { name: /shall we.*1 unread reply/ }));
  await waitFor(() => expect(href()).toBe("/chat/p/10/thread-2"));
  const panel = await screen.findByRole("complementary", { name: "Thread" });
  expect(await within(panel).findByText("an answer")).toBeTruthy();
});

it("CHATUI-41 a link to a reply opens its thread; a link to a message that does not exist says so", async () => {
  const { server, router } = await openChat({ rooms: [SALES], path: "/chat/p/10", messages: MESSAGES });
  const answer = fakeMessage("10", 1, "an answer", { id: 8, thread: 2 });
  server.spoil("/messages", page([answer], 2));
  await act(async () => router.navigate({ to: "/chat/p/10/8" }));
  const panel = await screen.findByRole("complementary", { name: "Thread" });
  await waitFor(() => expect(panel.querySelector("[data-marked]")?.textContent).toContain("an answer"));
  server.spoil("/messages", failure(404, "chats.message.gone", "gone"));
  await act(async () => router.navigate({ to: "/chat/p/10/77" }));
  expect(await screen.findByText("This message is not available")).toBeTruthy();
});

it("CHATUI-40 a day leads to its first message", async () => {
  const { server } = await openChat({ rooms: [SALES], path: "/chat/p/10", messages: MESSAGES });
  await click(await screen.findByRole("button", { name: "More about sales" }));
  await click(await screen.findByRole("menuitem", { name: "Jump to a date" }));
  const dialog = await screen.findByRole("dialog", { name: "Jump to a date" });
  const date = within(dialog).getByLabelText("Date");
  await act(async () => void fireEvent.change(date, { target: { value: "2999-01-01" } }));
  expect(within(dialog).getByRole("button", { name: "Go" })).toHaveProperty("disabled", true);
  await act(async () => void fireEvent.change(date, { target: { value: "2020-03-01" } }));
  const old = fakeMessage("10", 1, "long ago", { at: new Date(2020, 2, 5).getTime() });
  server.spoil("/messages", page([old, ...MESSAGES.slice(1)]));
  await click(within(dialog).getByRole("button", { name: "Go" }));
  const wanted = `date=${new Date(2020, 2, 1).getTime()}`;
  await waitFor(() => expect(server.seenAt("/chats/rooms/10/messages").at(-1)?.url).toContain(wanted));
});

it("CHATUI-47 the user's own message is marked as read when all others have read it, in direct conversations and small groups", async () => {
  const own = fakeMessage("12", 1, "mine", { from: { uid: "1", name: "Alice Archer" }, client_id: "mine-0001" });
  const group = fakeRoom("12", "three", { type: "p", n: 1, usersCount: 3 });
  const { chat } = await openChat({
    rooms: [group, fakeDirect("13", { uid: "2", name: "Bob Brandt" })],
    path: "/chat/p/12",
    messages: [own],
  });
  const state = async () => (await within(await log()).findByText("mine")).closest("article")?.dataset["state"];
  expect(await state()).toBe("sent");
  await chat.say({ type: "seen", room: "12", uid: "2", n: 1 });
  expect(await state()).toBe("sent");
  await chat.say({ type: "seen", room: "12", uid: "3", n: 1 });
  expect(await state()).toBe("read");
});

it("CHATUI-46 by keyboard: arrows move between messages, Shift+F10 opens the actions, Escape closes the thread", async () => {
  const { server } = await openChat({ rooms: [SALES], path: "/chat/p/10", messages: MESSAGES });
  const messages = await log();
  const rows = within(messages).getAllByRole("article");
  const press = (target: Element | null, key: string, more: object = {}) =>
    act(async () => void (target !== null && fireEvent.keyDown(target, { key, ...more })));
  messages.focus();
  await press(messages, "ArrowUp");
  expect(document.activeElement).toBe(rows[2]);
  await press(document.activeElement, "ArrowUp");
  expect(document.activeElement).toBe(rows[1]);
  await press(document.activeElement, "F10", { shiftKey: true });
  expect(await screen.findByRole("menuitem", { name: "Copy link" })).toBeTruthy();
  await press(document.activeElement, "Escape");
  server.spoil("/messages?thread=2", page([], 2));
  await click(screen.getByRole("button", { name: /2 replies/ }));
  expect(await screen.findByRole("complementary", { name: "Thread" })).toBeTruthy();
  await press(document.body, "Escape");
  expect(screen.queryByRole("complementary", { name: "Thread" })).toBeNull();
});

it("CHATUI-10 CHATUI-45 markup, characters that change the direction of text, and names stay as they were written", async () => {
  const evil = "<img src=x onerror=alert(1)><script>alert(2)</script> [x](javascript:alert(3)) in #sales and #nowhere";
  const from = { uid: "9", name: "\u202Egnirts\u200B<b>" };
  const long = fakeMessage("10", 2, "word ".repeat(4_000), { from });
  await openChat({ rooms: [SALES], path: "/chat/p/10", messages: [fakeMessage("10", 1, evil, { from }), long] });
  const messages = await log();
  // The message above the long one is rendered after the paint.
  await waitFor(() => expect(within(messages).getAllByRole("article")).toHaveLength(2));
  expect(messages.querySelectorAll("img[src=x], script, a[href^=javascript]")).toHaveLength(0);
  expect(messages.textContent).toContain("<script>alert(2)</script>");
  // A name cannot turn what stands next to it.
  for (const name of messages.querySelectorAll("article bdi")) expect(name.tagName).toBe("BDI");
  expect(within(messages).getAllByText(from.name)[0]?.tagName).toBe("BDI");
  expect(within(messages).getByRole("link", { name: "#sales" }).getAttribute("href")).toBe("/chat/p/10");
  expect(within(messages).queryByRole("link", { name: "#nowhere" })).toBeNull();
});

it("CHATUI-64 the indicator for loading older messages is shown only while they are loaded", async () => {
  const { server } = await openChat({
    rooms: [fakeRoom("10", "sales", { n: 40, seq: 40, type: "p" })],
    path: "/chat/p/10",
    messages: [fakeMessage("10", 39, "thirty-nine"), fakeMessage("10", 40, "forty")],
  });
  const list = await log();
  await within(list).findByText("forty");
  const isLoading = () => within(list).queryByText("Loading older messages") !== null;
  const isTurning = () => list.querySelector("output svg") !== null;
  expect([isLoading(), isTurning()]).toEqual([false, false]);
  server.spoil("/messages", page([fakeMessage("10", 38, "thirty-eight")]));
  const answer = server.hold("/messages");
  await act(async () => void fireEvent.scroll(list));
  expect([isLoading(), isTurning()]).toEqual([true, true]);
  await act(async () => answer());
  await within(list).findByText("thirty-eight");
  expect([isLoading(), isTurning()]).toEqual([false, false]);
});
