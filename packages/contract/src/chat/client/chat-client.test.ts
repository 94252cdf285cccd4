import { beforeEach, describe, expect, it } from "vitest";
import type { ChatClientFrame, ChatServerFrame } from "../chat-frames.ts";
import type { AnyRoom, ChatMessage } from "../chat-state.ts";
import { createChatClient, type ChatClient, type ChatClientDeps } from "./index.ts";

const room = (id: string): AnyRoom => ({
  id,
  type: "p",
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
  name: id,
  topic: "",
  owner: null,
  ro: false,
  subscription: { open: true, roles: ["member"], notify: "all", rev: 1, read: 0, mentions: [] },
});
const message = (seq: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: seq,
  room: "1",
  seq,
  n: seq,
  thread: null,
  from: { uid: "2", name: "Ben" },
  client_id: `of-ben-${seq}`,
  at: seq,
  edited_at: null,
  deleted: false,
  text: `m${seq}`,
  mentions: [],
  all: false,
  files: [],
  reactions: [],
  pinned_by: null,
  replies: null,
  ...more,
});

describe("the client of chat", () => {
  let sent: ChatClientFrame[];
  let client: ChatClient;
  let refused: string[];
  let notices: string[];
  const open = (deps: Partial<ChatClientDeps> = {}) => {
    let ids = 0;
    sent = [];
    refused = [];
    notices = [];
    client = createChatClient({
      send: (frame) => void sent.push(frame),
      newId: () => `id-${(ids += 1)}`,
      topics: ["unread", "notifications"],
      onRefused: (_order, code) => void refused.push(code),
      onNotice: ({ preview }) => void notices.push(preview),
      ...deps,
    });
  };
  const tell = (...frames: readonly ChatServerFrame[]) => frames.forEach((frame) => client.receive(frame));
  const connect = (...rooms: readonly AnyRoom[]) => {
    client.opened("token");
    tell({ type: "hello", uid: "1", at: 0, heartbeat_ms: 15_000 }, { type: "rooms", rooms: [...rooms] });
  };
  const orders = () => sent.flatMap((frame) => (frame.type === "order" ? [frame] : []));
  const change = (seq: number, more: Partial<ChatMessage> = {}): ChatServerFrame => {
    const changed = message(seq, more);
    return { type: "change", room: "1", seq, message: { ...changed, seq } };
  };
  const texts = () => client.messages("1").map(({ text }) => text);
  beforeEach(() => open());

  it("CHATUI-61 a room that is opened again reports only changes, and the room itself only if its end is another", () => {
    open();
    connect(room("1"));
    client.openRoom("1");
    tell({ type: "changes", room: "1", since: null, seq: 1, n: 1, messages: [message(1)] });
    client.closeRoom("1");
    const seen: unknown[] = [];
    client.subscribe(() => seen.push(client.room("1")));
    const before = client.room("1");
    client.openRoom("1");
    tell({ type: "changes", room: "1", since: 1, seq: 1, n: 1, messages: [] });
    expect(seen).toEqual([]);
    tell({
      type: "changes",
      room: "1",
      since: 1,
      seq: 2,
      n: 1,
      messages: [message(2, { id: 1, n: 1, text: "edited" })],
    });
    expect(seen).toHaveLength(1);
    expect(client.room("1")).toBe(before);
    tell({ type: "changes", room: "1", since: 2, seq: 3, n: 2, messages: [message(3, { n: 2 })] });
    expect(client.room("1")).toMatchObject({ n: 2 });
  });
  it("CHAT-38 orders of a room go one after the other, and again with the next connection", () => {
    client.write("1", "too early");
    connect(room("1"), room("2"));
    client.write("1", "second");
    client.write("2", "elsewhere");
    expect(orders().map(({ order }) => order)).toMatchObject([{ text: "too early" }, { text: "elsewhere" }]);
    const [first] = orders();
    client.closed();
    sent = [];
    connect(room("1"), room("2"));
    expect(orders().map(({ order }) => order)).toMatchObject([{ text: "too early" }, { text: "elsewhere" }]);
    expect(orders()[0]).toEqual(first);
    tell({ type: "done", request: first?.request ?? "" });
    expect(orders().map(({ order }) => order)).toMatchObject([
      { text: "too early" },
      { text: "elsewhere" },
      { text: "second" },
    ]);
    expect(client.outbox().map(({ state }) => state)).toEqual(["sent", "sent"]);
  });

  it("CHAT-38 a message that comes before its answer is no longer in the outbox, and is not sent again", () => {
    connect(room("1"));
    client.openRoom("1");
    tell({ type: "changes", room: "1", since: null, seq: 0, n: 0, messages: [] });
    const client_id = client.write("1", "mine");
    tell(change(1, { client_id, text: "mine", from: { uid: "1", name: "Ann" } }));
    expect([client.outbox(), texts()]).toEqual([[], ["mine"]]);
    client.closed();
    sent = [];
    connect(room("1"));
    expect(orders()).toEqual([]);
  });

  it("CHAT-38 an order that the server cannot process now is sent later, a refused message stays with its text, other refusals are reported", () => {
    connect(room("1"));
    client.write("1", "a");
    client.write("1", "b");
    const refuse = (code: string) =>
      tell({ type: "refused", request: orders().at(-1)?.request, code, error_description: "no" });
    refuse("chats.tooFast");
    expect(orders()).toHaveLength(1);
    client.retry();
    expect(orders().map(({ order }) => order)).toMatchObject([{ text: "a" }, { text: "a" }]);
    refuse("chats.room.readOnly");
    expect(client.outbox()).toMatchObject([
      { state: "refused", code: "chats.room.readOnly", order: { text: "a" } },
      { state: "sent", order: { text: "b" } },
    ]);
    client.dismiss(client.outbox()[0]?.request ?? "");
    tell({ type: "done", request: orders().at(-1)?.request ?? "" });
    client.order({ order: "react", room: "1", id: 5, emoji: "👍", on: true });
    refuse("chats.message.gone");
    expect([client.outbox(), refused]).toEqual([[], ["chats.room.readOnly", "chats.message.gone"]]);
  });

  it("CHAT-38 orders of an earlier run are sent first", () => {
    const order = { order: "send", room: "1", client_id: "earlier-1", text: "kept" } as const;
    open({ outbox: [{ request: "old", order, state: "sent" }] });
    connect(room("1"));
    expect(orders()).toMatchObject([{ request: "old", order }]);
  });

  it("CHAT-38 an own message never leaves the log: it is there with its answer, and while only its place is told", () => {
    connect(room("1"));
    client.openRoom("1");
    tell({ type: "changes", room: "1", since: null, seq: 1, n: 1, messages: [message(1)] });
    const own = { from: { uid: "1", name: "Ann" } };
    const seen = new Set<string>();
    const look = () => {
      const waiting = client.outbox().map(({ order }) => (order.order === "send" ? order.client_id : ""));
      const shown = new Set([...client.messages("1").map((one) => one.client_id), ...waiting]);
      seen.add(`${client.isLive("1")}: ${[...shown].join(", ")}`);
    };
    const placeFrame = (n: number): ChatServerFrame => ({
      type: "activity",
      room: "1",
      seq: n,
      id: n,
      n,
      thread: null,
      at: n,
      from: own.from,
      preview: `m${n}`,
      deleted: false,
      isNew: true,
      all: false,
      mentions: [],
      followers: [],
    });
    client.write("1", "m2");
    const [asked] = orders();
    const request = asked?.request ?? "";
    const own2 = { ...own, client_id: asked?.order.order === "send" ? asked.order.client_id : "" };
    client.subscribe(look);
    tell(placeFrame(2), { type: "done", request, message: message(2, own2) }, change(2, own2));
    expect(texts()).toEqual(["m1", "m2"]);
    expect([...seen]).toEqual([`true: of-ben-1, ${own2.client_id}`]);
    // Of another one too the place is told first.
    tell(placeFrame(3));
    expect(client.isLive("1")).toBe(true);
    tell(change(3));
    expect([texts(), client.isLive("1")]).toEqual([["m1", "m2", "m3"], true]);
    expect(sent.filter(({ type }) => type === "open")).toHaveLength(1);
  });

  it("CHAT-39 a missed change is requested from the last number without a gap, and changes that came meanwhile are applied after it", () => {
    connect(room("1"));
    client.openRoom("1");
    tell({ type: "changes", room: "1", since: null, seq: 2, n: 2, messages: [message(1), message(2)] });
    sent = [];
    tell(change(4), change(5));
    expect(sent).toEqual([{ type: "open", room: "1", since: 2 }]);
    expect(texts()).toEqual(["m1", "m2"]);
    tell({ type: "changes", room: "1", since: 2, seq: 4, n: 4, messages: [message(3), message(4)] });
    expect(texts()).toEqual(["m1", "m2", "m3", "m4", "m5"]);
    expect(sent).toHaveLength(1);
    // Frames that are sent twice change nothing.
    tell(change(5, { text: "older" }));
    expect(texts().at(-1)).toBe("m5");
  });

  it("CHAT-39 a page never replaces a newer state, and touches or replaces the known stretch", () => {
    connect(room("1"));
    client.openRoom("1");
    tell({ type: "changes", room: "1", since: null, seq: 12, n: 12, messages: [11, 12].map((seq) => message(seq)) });
    tell({ ...change(13), type: "change", room: "1", seq: 13, message: { ...message(11), seq: 13, text: "edited" } });
    client.addPage("1", { messages: [9, 10, 11].map((seq) => message(seq)), n: 12, thread: null, seq: 13 });
    expect(texts()).toEqual(["m9", "m10", "edited", "m12"]);
    client.addPage("1", { messages: [1, 2].map((seq) => message(seq)), n: 12, thread: null, seq: 13 });
    expect([texts(), client.isLive("1")]).toEqual([["m1", "m2"], false]);
    tell(change(14, { n: 13 }));
    expect([texts(), client.room("1")?.n]).toEqual([["m1", "m2"], 13]);
    client.addPage("1", { messages: [3, 4].map((seq) => message(seq)), n: 13, thread: null, seq: 14 });
    expect(texts()).toEqual(["m1", "m2", "m3", "m4"]);
  });

  it("CHAT-39 after a page that was read before the last known change, the changes since then are requested", () => {
    connect(room("1"));
    client.openRoom("1");
    tell({ type: "changes", room: "1", since: null, seq: 12, n: 12, messages: [message(12)] });
    // An edit of a message that is not known: nothing to keep, but it happened.
    tell({ type: "change", room: "1", seq: 13, message: { ...message(2), seq: 13, text: "edited" } });
    sent = [];
    client.addPage("1", { messages: [1, 2].map((seq) => message(seq)), n: 12, thread: null, seq: 12 });
    expect(sent).toEqual([{ type: "open", room: "1", since: 12 }]);
    tell({
      type: "changes",
      room: "1",
      since: 12,
      seq: 13,
      n: 12,
      messages: [{ ...message(2), seq: 13, text: "edited" }],
    });
    expect(texts()).toEqual(["m1", "edited"]);
  });

  const activity = (n: number, more: object = {}): ChatServerFrame => {
    const base = { type: "activity", room: "1", seq: n, id: n, n, thread: null, at: n, isNew: true } as const;
    const by = {
      from: { uid: "2", name: "Ben" },
      deleted: false,
      preview: `m${n}`,
      mentions: [],
      all: false,
      followers: [],
    };
    return { ...base, ...by, ...more };
  };

  it("CHAT-29 a message makes one notice, also if a page or an answer brought it before, and none from before", () => {
    connect({ ...room("1"), seq: 4, n: 4 });
    client.openRoom("1");
    tell({ type: "changes", room: "1", since: null, seq: 5, n: 5, messages: [message(5)] });
    client.addPage("1", { messages: [message(6)], n: 6, thread: null, seq: 6 });
    tell(activity(4), activity(5), activity(6), activity(5));
    client.closed();
    connect({ ...room("1"), seq: 6, n: 6 });
    tell(activity(6), activity(7));
    expect(notices).toEqual(["m5", "m6", "m7"]);
    for (let n = 8; n < 1_008; n += 1) tell(activity(n), activity(n));
    expect(notices).toHaveLength(1_003);
    tell(activity(1_000));
    expect(notices).toHaveLength(1_003);
  });

  it("CHAT-28 marks and followed threads of another device are known; after a lost connection the list says which are followed", () => {
    connect(room("1"));
    const answer = (n: number) => activity(10 + n, { thread: 1, n, followers: ["1"] });
    tell(answer(1), answer(2));
    expect([client.unreadThread("1", 1), client.unreadThreads()]).toEqual([2, 1]);
    tell({ type: "thread", room: "1", root: 1, followed: true, n: 2, read: 2 });
    expect(client.unreadThreads()).toBe(0);
    tell(answer(3), { type: "thread", room: "1", root: 1, followed: false, n: 0, read: 0 });
    expect(client.unreadThreads()).toBe(0);
    const thread = (root: number) => ({ room: "1", root, n: 4, read: 1, message: message(root) });
    client.addThreads([thread(1), thread(2)]);
    expect(client.unreadThreads()).toBe(2);
    client.order({ order: "follow", room: "1", thread: 2, on: false });
    expect(client.unreadThreads()).toBe(1);
    client.closed();
    connect(room("1"));
    expect(client.unreadThreads()).toBe(1);
    client.addThreads([thread(3)]);
    expect([client.unreadThread("1", 1), client.unreadThread("1", 3)]).toEqual([0, 3]);
  });

  it("CHAT-39 older data than the known one changes nothing: a view of a room, the user's own half of it, and a read mark", () => {
    const first = room("1");
    if (first.type === "d") throw new Error("it is a group");
    const channel = { ...first, n: 9 };
    const own = { open: true, roles: ["member" as const], notify: "all" as const, mentions: [] };
    const subscriptionOf = (rev: number, read: number) => ({ ...own, rev, read });
    const view = (rev: number, name: string, subscription = subscriptionOf(rev, rev)) => ({
      ...channel,
      rev,
      name,
      subscription,
    });
    const known = () => {
      const found = client.room("1");
      return found?.room.type === "d" ? undefined : [found?.room.name, found?.room.subscription?.read, found?.unread];
    };
    connect(view(5, "new name"));
    expect(known()).toEqual(["new name", 5, 4]);
    tell({ type: "subscription", room: "1", subscription: subscriptionOf(4, 1) });
    tell({ type: "room", own: true, room: view(3, "old name") });
    tell({ type: "room", own: false, room: view(4, "old name") });
    expect(known()).toEqual(["new name", 5, 4]);
    // Each half by its own number.
    tell({ type: "room", own: true, room: view(6, "newest name", subscriptionOf(2, 0)) });
    expect(known()).toEqual(["newest name", 5, 4]);
    tell({ type: "subscription", room: "1", subscription: subscriptionOf(6, 8) });
    expect(known()).toEqual(["newest name", 8, 1]);
  });

  it("CHAT-52 unread is the last place less the read mark, and notices are made by the level of the room", () => {
    connect(room("1"));
    tell(activity(1), activity(2, { mentions: ["1"] }), activity(2, { mentions: ["1"] }), activity(1));
    expect(client.room("1")).toMatchObject({ unread: 2, mentions: [2], n: 2 });
    tell(activity(2, { deleted: true, isNew: false, preview: "" }));
    expect(client.room("1")).toMatchObject({ unread: 2, mentions: [] });
    client.order({ order: "read", room: "1", n: 2 });
    expect(client.room("1")?.unread).toBe(0);
    const own = { open: true, roles: ["member" as const], rev: 2, read: 2, mentions: [] };
    tell({ type: "subscription", room: "1", subscription: { ...own, notify: "mentions" } });
    notices = [];
    tell(activity(3), activity(4, { all: true }), activity(5, { from: { uid: "1", name: "Ann" }, mentions: ["1"] }));
    expect(notices).toEqual(["m4"]);
  });

  it("CHAT-82 messages that are no longer kept are removed, also when a page with them comes later, and a window of old pages is requested again", () => {
    const first = (n: number, rev: number): ChatServerFrame => ({
      type: "room",
      own: false,
      room: { ...room("1"), rev, first: n, first_id: n },
    });
    connect(room("1"));
    client.openRoom("1");
    tell({
      type: "changes",
      room: "1",
      since: null,
      seq: 12,
      n: 12,
      messages: [10, 11, 12].map((seq) => message(seq)),
    });
    const answers = [20, 21].map((seq) => message(seq, { n: 1, thread: seq - 10 }));
    client.addPage("1", { messages: answers, n: 1, thread: 10, seq: 12 });
    expect([client.thread("1", 10).length, client.thread("1", 11).length]).toEqual([1, 1]);
    tell(first(11, 2));
    expect(texts()).toEqual(["m11", "m12"]);
    expect([client.thread("1", 10).length, client.thread("1", 11).length]).toEqual([0, 1]);
    client.addPage("1", { messages: [9, 10].map((seq) => message(seq)), n: 12, thread: null, seq: 12 });
    client.addPage("1", { messages: answers, n: 1, thread: 10, seq: 12 });
    expect([texts(), client.thread("1", 10).length, client.isLive("1")]).toEqual([["m11", "m12"], 0, true]);
    tell(first(13, 3));
    expect([texts(), client.isLive("1")]).toEqual([[], true]);
    tell(change(13));
    expect(texts()).toEqual(["m13"]);
    client.addPage("1", { messages: [20, 21].map((seq) => message(seq)), n: 40, thread: null, seq: 13 });
    expect([texts(), client.isLive("1")]).toEqual([["m20", "m21"], false]);
    sent = [];
    tell(first(30, 4));
    expect([texts(), sent]).toEqual([[], [{ type: "open", room: "1" }]]);
  });

  it("CHAT-35 a room that is gone is removed, with the messages that were to be sent there", () => {
    connect(room("1"), room("2"));
    client.closed();
    client.write("1", "lost?");
    connect(room("2"));
    expect(client.roomIds()).toEqual(["2"]);
    expect(client.outbox()).toMatchObject([{ state: "refused", code: "chats.room.gone", order: { text: "lost?" } }]);
    expect(orders().filter(({ order }) => order.room === "1")).toEqual([]);
  });
});
