import { chatClientFrameSchema } from "@callpanel/contract";
import type { AnyRoom, ChatClientFrame, ChatMessage, ChatOrder, ChatServerFrame, ChatUser } from "@callpanel/contract";
import { act } from "@testing-library/react";
import { createFakeSockets } from "./fakeSockets.ts";

/** The far end of the panel's chat connection: every WebSocket the page opens from now on ends here. */
export interface FakeChat {
  /** Accepts the newest connection: alice is `1`. */
  join(rooms: readonly AnyRoom[]): Promise<void>;
  say(...frames: readonly ChatServerFrame[]): Promise<void>;
  cut(): Promise<void>;
  readonly count: () => number;
  readonly frames: () => readonly ChatClientFrame[];
  /** Orders with their requests, oldest first. */
  orders(): ReadonlyArray<{ readonly request: string; readonly order: ChatOrder }>;
}

/** Longer than a test takes on any machine: the page gives up on a far end that is silent for two heartbeats. */
const HOUR_MS = 3_600_000;

export function createFakeChat(window: Window & typeof globalThis): FakeChat {
  const frames: ChatClientFrame[] = [];
  const sockets = createFakeSockets(window, (frame) => frames.push(chatClientFrameSchema.parse(frame)));
  const say = (...said: readonly ChatServerFrame[]) =>
    act(async () => {
      for (const frame of said) sockets.say(frame);
    });
  return {
    async join(rooms) {
      await act(async () => sockets.open());
      await say(
        { type: "hello", uid: "1", at: Date.now(), heartbeat_ms: HOUR_MS },
        { type: "rooms", rooms: [...rooms] },
      );
    },
    say,
    cut: () => act(async () => sockets.cut()),
    count: sockets.count,
    frames: () => frames,
    orders: () => frames.flatMap((frame) => (frame.type === "order" ? [frame] : [])),
  };
}

type Group = Extract<AnyRoom, { readonly type: "c" | "p" }>;

export const fakeRoom = (id: string, name: string, more: Partial<Group> = {}): Group => ({
  id,
  type: "c",
  name,
  topic: "",
  owner: null,
  ro: false,
  rev: 1,
  archived: false,
  usersCount: 2,
  seq: 0,
  n: 0,
  first: 1,
  first_id: 1,
  unread: 0,
  lastMessage: null,
  updatedAt: 0,
  subscription: { open: true, roles: ["member"], notify: "all", rev: 1, read: 0, mentions: [] },
  ...more,
});

export const fakeDirect = (id: string, other: { readonly uid: string; readonly name: string }): AnyRoom => {
  const { name: _name, topic: _topic, owner: _owner, ro: _ro, type: _type, ...shared } = fakeRoom(id, "");
  const own = { uid: "1", name: "Alice Archer" };
  return {
    ...shared,
    type: "d",
    to_user: other,
    users: [own, other],
    usernames: ["alice", other.name.toLowerCase()],
    is_sms: false,
    open: true,
  };
};

export const fakeMessage = (room: string, n: number, text: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: n,
  room,
  seq: n,
  n,
  thread: null,
  from: { uid: "2", name: "Bob Brandt" },
  client_id: `of-bob-${n}`,
  at: Date.now() - 3_600_000 + n * 1_000,
  edited_at: null,
  deleted: false,
  text,
  mentions: [],
  all: false,
  files: [],
  reactions: [],
  pinned_by: null,
  replies: null,
  ...more,
});

export const fakeChatUser = (uid: string, username: string, name: string): ChatUser => ({
  name,
  email: `${username}@example.com`,
  username,
  avatar: null,
  extension: `10${uid}`,
  smsCapable: false,
  server: null,
  token: null,
  chatUserId: uid,
});
