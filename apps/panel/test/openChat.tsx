import type { AnyRoom, ChatMessage, ChatPerson, Permission } from "@callpanel/contract";
import { act, fireEvent, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { createFakeChat, fakeChatUser } from "./fakeChat.ts";
import { createFakeServer, read } from "./fakeServer.ts";
import { openPanel } from "./openPanel.tsx";

const USERS = [
  fakeChatUser("1", "alice", "Alice Archer"),
  fakeChatUser("2", "bob", "Bob Brandt"),
  fakeChatUser("3", "carol", "Carol Chen"),
];

interface Opened {
  readonly rooms: readonly AnyRoom[];
  readonly path?: string;
  /** The last messages of the open room. */
  readonly messages?: readonly ChatMessage[];
  /** Accounts without chat. */
  readonly others?: readonly ChatPerson[];
  /** Rights in addition to reading and writing. */
  readonly more?: readonly Permission[];
}

/** The right to change chat for the whole company. */
export const MANAGES_CHAT: Permission = { module: "administration", rule: "manage_chat" };

/** The panel on the chat page, signed in as Alice, who may write; the socket is open. */
export async function openChat({ rooms, path = "/chat", messages, others = [], more = [] }: Opened) {
  const chat = createFakeChat(window);
  const server = createFakeServer();
  server.permit([read("chats"), { module: "chats", rule: "write" }, ...more]);
  server.spoil("/chats/auth", { status: 200, body: { token: "t", expires_in: 60, url: "/chat", userId: "1" } });
  server.spoil("/users/all_chat_users", { status: 200, body: { total: USERS.length, data: USERS, others } });
  server.spoil("/chats/drafts", { status: 200, body: { data: [] } });
  server.spoil("/chats/threads", { status: 200, body: { data: [] } });
  server.spoil("/chats/presence/custom", { status: 200, body: { data: [{ id: 7, name: "At lunch", type: "away" }] } });
  const opened = await openPanel({ server, signedIn: true, path });
  await waitFor(() => expect(chat.count()).toBe(1));
  await chat.join(rooms);
  if (messages !== undefined) {
    const [first] = messages;
    if (first === undefined) throw new Error("no message");
    const n = messages.at(-1)?.n ?? 0;
    await chat.say({ type: "changes", room: first.room, since: null, seq: n, n, messages: [...messages] });
  }
  return { chat, server, ...opened };
}

export const click = (element: HTMLElement | undefined) =>
  act(async () => {
    if (element === undefined) throw new Error("nothing to click");
    fireEvent.click(element);
  });
