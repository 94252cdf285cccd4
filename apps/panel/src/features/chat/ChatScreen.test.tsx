// @vitest-environment jsdom
import type { ChatServerFrame } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { fakeDirect, fakeMessage, fakeRoom } from "../../../test/fakeChat.ts";
import { failure } from "../../../test/fakeServer.ts";
import { click, openChat } from "../../../test/openChat.tsx";
import { closePanel } from "../../../test/openPanel.tsx";

afterEach(closePanel);

const BOB = { uid: "2", name: "Bob Brandt" };
const row = (name: string) => screen.findByRole("listitem", { name });
const field = () => screen.findByRole("textbox", { name: "Message" });
const articles = () => within(screen.getByRole("log", { name: "Messages" })).getAllByRole("article");
const write = async (text: string) => {
  const area = await field();
  await act(async () => void fireEvent.change(area, { target: { value: text, selectionStart: text.length } }));
  return area;
};
const enter = (area: HTMLElement, more: object = {}) =>
  act(async () => void fireEvent.keyDown(area, { key: "Enter", ...more }));

const SALES = fakeRoom("10", "sales", {
  n: 3,
  updatedAt: 5,
  subscription: { open: true, roles: ["owner"], notify: "all", rev: 1, read: 1, mentions: [3] },
});
const GENERAL = fakeRoom("11", "general", {
  n: 1,
  updatedAt: 9,
  subscription: { open: true, roles: ["member"], notify: "nothing", rev: 1, read: 0, mentions: [] },
});
const MESSAGES = [
  fakeMessage("10", 1, "one"),
  fakeMessage("10", 2, "two"),
  fakeMessage("10", 3, "three @alice", { mentions: ["1"] }),
];

it("CHATUI-4 CHATUI-5 rooms are listed by activity or name; unread ones are counted at the room, its tab and in the menu", async () => {
  await openChat({ rooms: [SALES, GENERAL, fakeDirect("12", BOB)] });
  expect((await row("sales")).dataset["unread"]).toBe("2");
  const names = () =>
    within(screen.getByRole("list", { name: "Channels" }))
      .getAllByRole("listitem")
      .map((one) => one.ariaLabel);
  expect(names()).toEqual(["general", "sales"]);
  await click(screen.getByRole("button", { name: /Sort conversations/ }));
  await click(await screen.findByRole("menuitemradio", { name: "Name Z to A" }));
  expect(names()).toEqual(["sales", "general"]);
  expect(localStorage.getItem("callpanel_chat_list_1")).toContain('"desc"');
  expect(screen.getByRole("tab", { name: /Channels/ }).getAttribute("aria-describedby")).not.toBeNull();
  // A silent room adds nothing to the menu.
  const link = within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", { name: "Chat" });
  const description = document.getElementById(link.getAttribute("aria-describedby") ?? "")?.textContent ?? "";
  expect(description).toContain("2");
  await click(screen.getByRole("tab", { name: /Direct messages/ }));
  expect((await row("Bob Brandt")).dataset["unread"]).toBe("0");
});

it("CHATUI-8 CHATUI-9 the room shows messages that are new since the last visit, and is read when its end is in view", async () => {
  const { chat } = await openChat({ rooms: [SALES], path: "/chat/c/10", messages: MESSAGES });
  await waitFor(() => expect(articles()).toHaveLength(3));
  expect(screen.getByRole("separator", { name: "New" }).nextElementSibling).toBe(articles()[1]);
  expect(chat.frames()).toContainEqual({ type: "open", room: "10" });
  await waitFor(() =>
    expect(chat.orders().map(({ order }) => order)).toContainEqual({ order: "read", room: "10", n: 3 }),
  );
  expect((await row("sales")).dataset["unread"]).toBe("0");
});

it("CHATUI-7 CHATUI-15 Enter sends and Shift+Enter does not; a refused message stays with its text", async () => {
  const { chat } = await openChat({ rooms: [SALES], path: "/chat/c/10", messages: MESSAGES });
  const area = await write("hello **you**");
  await enter(area, { shiftKey: true });
  const sends = () => chat.orders().filter(({ order }) => order.order === "send");
  expect(sends()).toEqual([]);
  // The read mark is answered: orders of a room go one after the other.
  const [reading] = chat.orders();
  await chat.say({ type: "done", request: reading?.request ?? "" });
  await enter(area);
  const [sent] = sends();
  expect(sent?.order).toMatchObject({ room: "10", text: "hello **you**" });
  expect(area).toHaveProperty("value", "");
  const mine = articles().at(-1);
  expect([mine?.dataset["state"], mine?.querySelector("strong")?.textContent]).toEqual(["sending", "you"]);
  await chat.say({
    type: "refused",
    request: sent?.request,
    code: "chats.room.readOnly",
    error_description: "Only owners write in this conversation",
  });
  expect(articles().at(-1)?.dataset["state"]).toBe("failed");
  await click(screen.getByRole("button", { name: "Send again" }));
  expect(sends()).toHaveLength(2);
  const client_id = sent?.order.order === "send" ? sent.order.client_id : "";
  const message = fakeMessage("10", 4, "hello **you**", { client_id, from: { uid: "1", name: "Alice Archer" } });
  const before = articles().at(-1);
  await chat.say({ type: "change", room: "10", seq: 4, message });
  expect(articles().at(-1)?.dataset["state"]).toBe("sent");
  // The element stays: nothing is drawn again when the server has it.
  expect(articles().at(-1)).toBe(before);
  expect(articles()).toHaveLength(4);
});

it("CHATUI-3 the text is still there after another room was open", async () => {
  const { router } = await openChat({ rooms: [SALES, GENERAL], path: "/chat/c/10", messages: MESSAGES });
  await write("half a thought");
  await act(async () => router.navigate({ to: "/chat/c/11" }));
  expect(await field()).toHaveProperty("value", "");
  expect((await row("sales")).textContent).toContain("Draft: half a thought");
  await act(async () => router.navigate({ to: "/chat/c/10" }));
  await waitFor(async () => expect(await field()).toHaveProperty("value", "half a thought"));
});

it("CHATUI-13 @ offers people, and the chosen one is inserted", async () => {
  await openChat({ rooms: [SALES], path: "/chat/c/10", messages: MESSAGES });
  const area = await field();
  await act(async () => void fireEvent.change(area, { target: { value: "hi @ca" } }));
  expect(await screen.findByRole("option", { name: /Carol Chen/ })).toBeTruthy();
  await enter(area);
  expect(await screen.findByDisplayValue("hi @carol")).toBeTruthy();
});

it("CHATUI-13 what is typed after the choice goes behind the name, and the cursor stays where the person puts it", async () => {
  await openChat({ rooms: [SALES], path: "/chat/c/10", messages: MESSAGES });
  const area = await field();
  if (!(area instanceof HTMLTextAreaElement)) throw new Error("no text area");
  await act(async () => void fireEvent.change(area, { target: { value: "hi @ca there", selectionStart: 6 } }));
  await screen.findByRole("option", { name: /Carol Chen/ });
  fireEvent.keyDown(area, { key: "Enter" });
  expect(area.value.slice(0, area.selectionStart).trim()).toBe("hi @carol");
  area.setSelectionRange(2, 2);
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(area.selectionStart).toBe(2);
});

it("CHATUI-14 CHATUI-17 owners and authors may do more than others", async () => {
  const own = fakeMessage("10", 4, "mine", { from: { uid: "1", name: "Alice Archer" }, client_id: "mine-0001" });
  const { chat } = await openChat({ rooms: [SALES], path: "/chat/c/10", messages: [...MESSAGES, own] });
  const items = async (article: HTMLElement | undefined) => {
    if (article === undefined) throw new Error("no message");
    await act(async () => void fireEvent.pointerMove(article));
    await click(within(article).getByRole("button", { name: "More actions" }));
    const texts = (await screen.findAllByRole("menuitem")).map((one) => one.textContent);
    await click(within(article).getByRole("button", { name: "More actions" }));
    await waitFor(() => expect(screen.queryAllByRole("menuitem")).toEqual([]));
    return texts;
  };
  expect(await items(articles().at(-1))).toContain("Edit");
  expect(await items(articles()[0])).not.toContain("Edit");
  expect(await items(articles()[0])).toContain("Delete");
  // A finger comes down without a move before it.
  const touched = articles()[1] ?? document.body;
  expect(within(touched).queryByRole("button", { name: "More actions" })).toBeNull();
  await act(async () => void fireEvent.pointerDown(touched));
  expect(within(touched).getByRole("button", { name: "More actions" })).toBeTruthy();
  await click(screen.getByRole("button", { name: "More about sales" }));
  const rename = await screen.findByRole("menuitem", { name: "Rename" });
  const menu = rename.closest<HTMLElement>("[role=menu]") ?? rename;
  for (const name of ["Rename", "Archive", "Leave", "Delete", "Hide from my list"])
    expect(within(menu).getByRole("menuitem", { name })).toBeTruthy();
  const member = {
    ...SALES,
    rev: 2,
    subscription: { open: true, roles: ["member" as const], notify: "all" as const, rev: 2, read: 1, mentions: [] },
  };
  await chat.say({ type: "room", own: true, room: member });
  expect(within(menu).queryByRole("menuitem", { name: "Rename" })).toBeNull();
  expect(within(menu).getByRole("menuitem", { name: "Leave" })).toBeTruthy();
});

it("CHATUI-54 a deleted person has that name at messages, rooms and reactions; a person who only has no chat keeps their own", async () => {
  const gone = { uid: "9", name: "" };
  const message = fakeMessage("12", 1, "", {
    from: gone,
    deleted: true,
    reactions: [{ emoji: "👍", by: ["9", "3", "8"] }],
  });
  const { server } = await openChat({
    rooms: [SALES, fakeDirect("12", gone)],
    path: "/chat/d/12",
    messages: [message],
    others: [{ uid: "8", name: "Erin Evans" }],
  });
  expect(await screen.findByRole("heading", { name: "Deleted person", level: 2 })).toBeTruthy();
  expect(await row("Deleted person")).toBeTruthy();
  expect(articles()[0]?.ariaLabel).toMatch(/^Deleted person /);
  expect(await screen.findByRole("button", { name: "👍 3, Deleted person, Carol Chen, Erin Evans" })).toBeTruthy();
  const found = { ...message, text: "found" };
  server.spoil("/chats/rooms/12/pins", { status: 200, body: { total: 1, data: [found] } });
  await click(screen.getByRole("button", { name: "Pinned messages" }));
  const pins = await screen.findByRole("dialog", { name: "Pinned messages" });
  expect(await within(pins).findByRole("button", { name: /Deleted person.*found/ })).toBeTruthy();
});

it("CHATUI-19 a new group shows the name that it will have, and a taken name leaves what was typed", async () => {
  const { server } = await openChat({ rooms: [] });
  await click(screen.getByRole("tab", { name: /Groups/ }));
  await click((await screen.findAllByRole("button", { name: "New conversation" }))[0]);
  const dialog = await screen.findByRole("dialog", { name: "New conversation" });
  const name = within(dialog).getByLabelText("Name");
  await act(async () => void fireEvent.change(name, { target: { value: "Été & Co" } }));
  expect(within(dialog).getByText("It will be named “Été-Co”")).toBeTruthy();
  server.spoil(
    "/chats/new_conversation",
    failure(409, "chats.room.nameTaken", "There is already a conversation named Été-Co"),
  );
  await click(within(dialog).getByRole("button", { name: "Create" }));
  expect((await within(dialog).findByRole("alert")).textContent).toContain("already a conversation");
  expect(name).toHaveProperty("value", "Été & Co");
  expect(server.seenAt("/chats/new_conversation").at(-1)?.body).toMatchObject({
    channel_name: "Été & Co",
    channel_type: "p",
  });
});

it("CHATUI-19 SHELL-39 another kind of conversation is no change: Escape closes the dialog without a question", async () => {
  await openChat({ rooms: [] });
  await click((await screen.findAllByRole("button", { name: "New conversation" }))[0]);
  const dialog = await screen.findByRole("dialog", { name: "New conversation" });
  await click(within(dialog).getByRole("radio", { name: "Group" }));
  await act(async () => void fireEvent.keyDown(within(dialog).getByLabelText("Name"), { key: "Escape" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("CHATUI-19 owners kick members and add owners, after a confirmation", async () => {
  const { server } = await openChat({ rooms: [SALES], path: "/chat/c/10", messages: MESSAGES });
  const member = (id: string, name: string, roles: readonly string[]) => ({
    id,
    name,
    username: name,
    picture_profile: null,
    roles,
  });
  const data = [member("1", "Alice Archer", ["owner"]), member("2", "Bob Brandt", ["member"])];
  server.spoil("/chats/rooms/members", { status: 200, body: { total: 2, data } });
  server.spoil("/chats/rooms/kick", { status: 200, body: SALES });
  await click(await screen.findByRole("button", { name: "Members" }));
  await click(await screen.findByRole("button", { name: "Actions for Bob Brandt" }));
  expect(await screen.findByRole("menuitem", { name: "Make owner" })).toBeTruthy();
  await click(screen.getByRole("menuitem", { name: "Kick" }));
  const question = await screen.findByRole("dialog", { name: "Kick Bob Brandt?" });
  await click(within(question).getByRole("button", { name: "Kick" }));
  expect(server.seenAt("/chats/rooms/kick").at(-1)?.body).toEqual({ room_id: "10", rocket_uid: "2" });
});

it("CHATUI-21 a result of the search leads to its message", async () => {
  const { server, href } = await openChat({ rooms: [SALES], path: "/chat/c/10", messages: MESSAGES });
  server.spoil("/chats/search", { status: 200, body: { data: [{ room: SALES, message: MESSAGES[1] }], cursor: null } });
  server.spoil("/messages", { status: 200, body: { seq: 3, n: 3, first: 1, thread: null, messages: MESSAGES } });
  await click(await screen.findByRole("button", { name: "Search messages" }));
  const dialog = await screen.findByRole("dialog", { name: "Search messages" });
  await act(async () => void fireEvent.change(within(dialog).getByRole("searchbox"), { target: { value: "two" } }));
  await click(await within(dialog).findByRole("button", { name: /two/ }));
  await waitFor(() => expect(href()).toBe("/chat/c/10/2"));
});

it("CHATUI-18 a thread opens next to its room, and its replies are read", async () => {
  const root = fakeMessage("10", 3, "root", { replies: { count: 1, last_at: 1, by: ["2"] } });
  const { chat, server } = await openChat({
    rooms: [SALES],
    path: "/chat/c/10",
    messages: [fakeMessage("10", 1, "one"), root],
  });
  const answer = fakeMessage("10", 1, "an answer", { id: 9, seq: 9, thread: 3 });
  server.spoil("/messages?thread=3", { status: 200, body: { seq: 9, n: 1, first: 1, thread: 3, messages: [answer] } });
  await click(await screen.findByRole("button", { name: /1 reply/ }));
  const thread = await screen.findByRole("complementary", { name: "Thread" });
  expect(await within(thread).findByText("an answer")).toBeTruthy();
  const [reading] = chat.orders();
  await chat.say({ type: "done", request: reading?.request ?? "" });
  await waitFor(() =>
    expect(chat.orders().map(({ order }) => order)).toContainEqual({
      order: "readThread",
      room: "10",
      thread: 3,
      n: 1,
    }),
  );
});

it("CHATUI-55 a thread is followed and left in its own panel; a thread that the user left is no longer counted", async () => {
  const root = fakeMessage("10", 3, "root", { replies: { count: 1, last_at: 1, by: ["2"] } });
  const { chat, server } = await openChat({ rooms: [SALES], path: "/chat/c/10", messages: [root] });
  const answer = fakeMessage("10", 1, "an answer", { id: 9, seq: 9, thread: 3 });
  const body = { seq: 9, n: 1, first: 1, thread: 3, followed: true, messages: [answer] };
  server.spoil("/messages?thread=3", { status: 200, body });
  await click(await screen.findByRole("button", { name: /1 reply/ }));
  const thread = within(await screen.findByRole("complementary", { name: "Thread" }));
  const told: ChatServerFrame = {
    type: "activity",
    room: "10",
    seq: 10,
    id: 12,
    thread: 3,
    n: 2,
    at: 1,
    from: BOB,
    preview: "more",
    mentions: [],
    all: false,
    deleted: false,
    followers: ["1", "2"],
    isNew: true,
  };
  await chat.say(told);
  expect(await screen.findByRole("button", { name: "Threads, 1 unread" })).toBeTruthy();
  await click(await thread.findByRole("button", { name: "Unfollow" }));
  expect(await screen.findByRole("button", { name: "Threads" })).toBeTruthy();
  await click(thread.getByRole("button", { name: "Follow" }));
  // Orders of a room go one after the other.
  await waitFor(async () => {
    for (const { request } of chat.orders()) await chat.say({ type: "done", request });
    expect(chat.orders().flatMap(({ order }) => (order.order === "follow" ? [order.on] : []))).toEqual([false, true]);
  });
  await chat.say({ ...told, n: 3, id: 13, followers: ["1", "2"] });
  expect(await thread.findByRole("button", { name: "Unfollow" })).toBeTruthy();
});

it("CHATUI-20 a message elsewhere is shown with a link to it", async () => {
  const { chat, path } = await openChat({
    rooms: [SALES, fakeDirect("12", BOB)],
    path: "/chat/c/10",
    messages: MESSAGES,
  });
  await chat.say({
    type: "activity",
    room: "12",
    seq: 1,
    id: 1,
    n: 1,
    thread: null,
    at: Date.now(),
    from: BOB,
    deleted: false,
    isNew: true,
    preview: "psst",
    mentions: [],
    all: false,
    followers: [],
  });
  expect(await screen.findByText("Bob Brandt: psst")).toBeTruthy();
  await click(screen.getByRole("button", { name: "Open chat" }));
  await waitFor(() => expect(path()).toBe("/chat/d/12"));
});

it("CHATUI-30 presence is shown in words, and the user chooses their own in the account menu", async () => {
  const { chat, server } = await openChat({ rooms: [fakeDirect("12", BOB)], path: "/chat/d/12" });
  await chat.say({
    type: "presences",
    all: true,
    presences: [{ userId: "2", status: "busy", statusText: "in a call", type: null }],
  });
  expect((await screen.findAllByRole("img", { name: "Chat: Busy – in a call" })).length).toBeGreaterThan(0);
  server.spoil("/chats/presence/update", {
    status: 200,
    body: { userId: "1", status: "away", statusText: "", type: null },
  });
  await click(screen.getByRole("button", { name: "Account" }));
  await click(await screen.findByRole("menuitem", { name: /Chat status/ }));
  await click(await screen.findByRole("menuitemradio", { name: "At lunch" }));
  expect(server.seenAt("/chats/presence/update").at(-1)?.body).toEqual({ status: "custom", customId: 7 });
});

it("CHAT-26 CHATUI-14 ten thousand reactions to a message are as many buttons as there are kinds, each with a few names", async () => {
  const by = Array.from({ length: 250 }, (_, at) => String(at + 1));
  const kinds = Array.from({ length: 40 }, (_, at) => String.fromCodePoint(0x1f400 + at));
  const message = fakeMessage("10", 3, "popular", { reactions: kinds.map((emoji) => ({ emoji, by })) });
  await openChat({ rooms: [SALES], path: "/chat/c/10", messages: [message] });
  const drawn = within(await screen.findByRole("group", { name: "Reaction" })).getAllByRole("button");
  expect(drawn).toHaveLength(kinds.length);
  for (const button of drawn) {
    expect(button.textContent).toMatch(/ 250$/);
    expect(button.ariaLabel).toMatch(/ 250, Alice Archer, .* and 242 more$/);
    expect(button.ariaLabel?.length).toBeLessThan(200);
  }
});

it("CHATUI-57 the menu of a message lists everyone who reacted, by emoji", async () => {
  const by = Array.from({ length: 12 }, (_, at) => String(at + 1));
  const reactions = [
    { emoji: "👍", by },
    { emoji: "🎉", by: ["3"] },
  ];
  const { chat } = await openChat({
    rooms: [SALES],
    path: "/chat/c/10",
    messages: [fakeMessage("10", 3, "popular", { reactions })],
  });
  await act(async () => void fireEvent.focus(articles()[0] ?? document.body));
  await click(await screen.findByRole("button", { name: "More actions" }));
  await click(await screen.findByRole("menuitem", { name: "Who reacted" }));
  const dialog = await screen.findByRole("dialog", { name: "Reactions" });
  const rows = () =>
    within(dialog)
      .getAllByRole("listitem")
      .map(({ ariaLabel }) => ariaLabel);
  expect(rows()).toHaveLength(12);
  expect(within(dialog).getByRole("tab", { name: "👍 12" }).getAttribute("aria-selected")).toBe("true");
  await click(within(dialog).getByRole("tab", { name: "🎉 1" }));
  expect(rows()).toEqual(["Carol Chen"]);
  const left = fakeMessage("10", 3, "popular", { seq: 4, reactions: [{ emoji: "👍", by }] });
  await chat.say({ type: "change", room: "10", seq: 4, message: left });
  expect(rows()).toHaveLength(12);
});
