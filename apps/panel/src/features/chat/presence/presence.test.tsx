// @vitest-environment jsdom
import type { Permission } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeChat, fakeChatUser, fakeDirect, fakeMessage } from "../../../../test/fakeChat.ts";
import { createFakeServer, read } from "../../../../test/fakeServer.ts";
import { MANAGES_CHAT } from "../../../../test/openChat.tsx";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const BOB = { uid: "2", name: "Bob Brandt" };
const USERS = [fakeChatUser("1", "alice", "Alice Archer"), fakeChatUser("2", "bob", "Bob Brandt")];
const OWN = { status: "busy", message: "In a meeting", customId: null, busyOnCalls: false, callLines: true };
const LUNCH = { id: 7, name: "At lunch", type: "away" };

async function openChat(path = "/chat", more: readonly Permission[] = []) {
  const chat = createFakeChat(window);
  const server = createFakeServer();
  server.permit([
    read("chats"),
    { module: "chats", rule: "write" },
    read("panel_buddies"),
    read("voicemails"),
    ...more,
  ]);
  server.spoil("/chats/auth", { status: 200, body: { token: "t", expires_in: 60, url: "/chat", userId: "1" } });
  server.spoil("/users/all_chat_users", { status: 200, body: { total: USERS.length, data: USERS } });
  server.spoil("/chats/drafts", { status: 200, body: { data: [] } });
  server.spoil("/chats/presence/custom", { status: 200, body: { data: [LUNCH] } });
  server.spoil("/chats/presence/own", { status: 200, body: OWN });
  server.spoil("/chats/presence/update", {
    status: 200,
    body: { userId: "1", status: "away", statusText: "", type: null },
  });
  server.spoil("/chats/preferences", { status: 200, body: OWN });
  const opened = await openPanel({ server, signedIn: true, path });
  await waitFor(() => expect(chat.count()).toBe(1));
  await chat.join([fakeDirect("12", BOB)]);
  return { chat, server, ...opened };
}

const click = (element: HTMLElement) => act(async () => void fireEvent.click(element));
const openMenu = async () => {
  await click(await screen.findByRole("button", { name: "Chat status" }));
  return screen.findByRole("menu", { name: "Chat status" });
};

it("CHATUI-30 the menu in the toolbar has the statuses and the company's own; choosing one keeps the text", async () => {
  const { server } = await openChat();
  const menu = await openMenu();
  const chosen = await within(menu).findByRole("menuitemradio", { name: "Busy", checked: true });
  expect(chosen).toBeTruthy();
  expect(
    within(menu)
      .getAllByRole("menuitemradio")
      .map(({ textContent }) => textContent),
  ).toEqual(["Online", "Busy", "Away", "Offline", "At lunch"]);
  await click(within(menu).getByRole("menuitemradio", { name: "At lunch" }));
  expect(server.seenAt("/chats/presence/update").at(-1)?.body).toEqual({ status: "custom", customId: 7 });
});

it("CHAT-74 CHATUI-30 a text is set and cleared, and the status stays", async () => {
  const { server } = await openChat();
  await click(await within(await openMenu()).findByRole("menuitem", { name: "Clear status message" }));
  expect(server.seenAt("/chats/presence/update").at(-1)?.body).toEqual({ status: "busy", message: "" });
  await click(within(await openMenu()).getByRole("menuitem", { name: "Set a status message…" }));
  const dialog = await screen.findByRole("dialog", { name: "Status message" });
  const field = await within(dialog).findByRole("textbox", { name: "Status message" });
  expect(field).toHaveProperty("value", "In a meeting");
  await act(async () => void fireEvent.change(field, { target: { value: " Until 3 " } }));
  await click(within(dialog).getByRole("button", { name: "Save" }));
  expect(server.seenAt("/chats/presence/update").at(-1)?.body).toEqual({ status: "busy", message: "Until 3" });
});

it("CHATUI-32 users who manage chat add, rename and remove the company's statuses; others only choose them", async () => {
  await openChat();
  expect(within(await openMenu()).queryByRole("menuitem", { name: "Manage company statuses…" })).toBeNull();
  closePanel();
  const { server } = await openChat("/chat", [MANAGES_CHAT]);
  await click(within(await openMenu()).getByRole("menuitem", { name: "Manage company statuses…" }));
  const dialog = await screen.findByRole("dialog", { name: "Company statuses" });
  server.spoil("/chats/presence/custom/create", { status: 200, body: { data: [LUNCH] } });
  server.spoil("/chats/presence/custom/update", { status: 200, body: { data: [LUNCH] } });
  server.spoil("/chats/presence/custom/delete", { status: 200, body: { success: true } });
  const field = await within(dialog).findByRole("textbox", { name: "Name" });
  await act(async () => void fireEvent.change(field, { target: { value: "Training" } }));
  await click(within(dialog).getByRole("button", { name: "Add" }));
  expect(server.seenAt("/custom/create").at(-1)?.body).toEqual({ name: "Training", type: "busy" });
  await click(within(dialog).getByRole("button", { name: "Edit At lunch" }));
  const row = within(within(dialog).getByRole("listitem", { name: "At lunch" }));
  await act(
    async () => void fireEvent.change(row.getByRole("textbox", { name: "Name" }), { target: { value: "Lunch" } }),
  );
  await click(row.getByRole("button", { name: "Save" }));
  expect(server.seenAt("/custom/update").at(-1)?.body).toEqual({ customId: 7, name: "Lunch", type: "away" });
  await click(await within(dialog).findByRole("button", { name: "Remove At lunch" }));
  const question = await screen.findByRole("dialog", { name: "Remove At lunch?" });
  await click(within(question).getByRole("button", { name: "Remove" }));
  expect(server.seenAt("/custom/delete").at(-1)?.body).toEqual({ customId: 7 });
});

it("CHAT-73 being busy while on a call is a switch of the menu", async () => {
  const { server } = await openChat();
  const menu = await openMenu();
  const name = "Show me as busy while I am on a call";
  await click(await within(menu).findByRole("menuitemcheckbox", { name, checked: false }));
  expect(server.seenAt("/chats/preferences").at(-1)?.body).toEqual({ busyOnCalls: true });
});

it("CHATUI-30 a dot is rendered again only when its person changes", async () => {
  const { chat } = await openChat("/chat/d/12");
  const dot = (status: string) => screen.findAllByRole("img", { name: `Chat: ${status}` });
  const say = (userId: string, status: "busy" | "away", onCall?: true) =>
    chat.say({
      type: "presences",
      all: false,
      presences: [{ userId, status, statusText: "", type: null, ...(onCall && { onCall }) }],
    });
  await say("2", "busy", true);
  expect((await dot("Busy: on a call")).length).toBeGreaterThan(0);
  await say("3", "away");
  expect(screen.queryByRole("img", { name: "Chat: Away" })).toBeNull();
  await say("2", "away");
  expect((await dot("Away")).length).toBeGreaterThan(0);
});

it("CHATUI-31 the command palette writes to a colleague, in the existing conversation", async () => {
  const { href, server } = await openChat();
  await act(async () => void fireEvent.keyDown(document.body, { key: "k", ctrlKey: true }));
  const field = await screen.findByRole("combobox", { name: "Command" });
  expect(screen.queryByRole("option", { name: "Chat with Bob Brandt" })).toBeNull();
  await act(async () => void fireEvent.change(field, { target: { value: "bob" } }));
  await click(await screen.findByRole("option", { name: "Chat with Bob Brandt" }));
  await waitFor(() => expect(href()).toContain("/chat/d/12"));
  expect(server.seenAt("/chats/new_conversation")).toEqual([]);
});

it("CHATUI-34 missed calls and voicemail are lines for both, and hidden for a user who turned them off", async () => {
  const missed = { kind: "missed", to: "1" } as const;
  const left = { kind: "voicemail", to: "2", voicemail: 9, seconds: 65 } as const;
  const own = { kind: "voicemail", to: "1", voicemail: 8, seconds: 5 } as const;
  const messages = [
    fakeMessage("12", 1, "", { from: BOB, call: missed }),
    fakeMessage("12", 2, "", { call: left }),
    fakeMessage("12", 3, "", { from: BOB, call: own }),
    fakeMessage("12", 4, "Hello", { from: BOB }),
  ];
  const { chat, server } = await openChat("/chat/d/12");
  const say = () => chat.say({ type: "changes", room: "12", since: null, seq: 4, n: 4, messages: [...messages] });
  await say();
  const log = within(await screen.findByRole("log", { name: "Messages" }));
  expect(await log.findByText("Missed call")).toBeTruthy();
  const lastMessage = { n: 4, at: 9, from: BOB, preview: "", call: missed };
  await chat.say({ type: "room", own: true, room: { ...fakeDirect("12", BOB), n: 4, lastMessage } });
  expect(await screen.findAllByText("Missed call")).toHaveLength(2);
  expect(log.getByText("You left a voicemail").textContent).toContain("1:05");
  // Only the owner of the mailbox can listen.
  expect(log.getAllByRole("button", { name: "Listen" })).toHaveLength(1);
  expect(log.queryByRole("button", { name: "Delete" })).toBeNull();
  server.spoil("/chats/presence/own", { status: 200, body: { ...OWN, callLines: false } });
  await click(within(await openMenu()).getByRole("menuitem", { name: "Clear status message" }));
  await waitFor(() => expect(log.queryByText("Missed call")).toBeNull());
  expect(log.getByText("Hello")).toBeTruthy();
  // Nor does the list say it.
  expect(screen.queryByText("Missed call")).toBeNull();
});
