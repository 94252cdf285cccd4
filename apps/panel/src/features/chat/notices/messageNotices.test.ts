import { DEFAULT_CHAT_NOTICES } from "@callpanel/contract";
import type {
  AnyRoom,
  ChatActivity,
  ChatNotices,
  ChatPresence,
  LastMessage,
  SmsConversation,
  Subscription,
} from "@callpanel/contract";
import { createChatClient } from "@callpanel/contract/chat-client";
import { createFakeClock } from "@callpanel/testkit/fake-clock";
import { expect, test } from "vitest";
import { fakeDirect, fakeRoom } from "../../../../test/fakeChat.ts";
import type { SystemNote } from "../../../shared/notices/systemNote.ts";
import type { Chat, ChatBegun, ChatNotice } from "../../../shared/live/chat.ts";
import { chatNoticeMessages } from "./chatNotice.messages.ts";
import { startMessageNotices } from "./messageNotices.ts";
import type { SmsEvent } from "./messageNotices.ts";
import { CLAIM_MS } from "./tabElection.ts";

const BOB = { uid: "2", name: "Bob Brandt" };
const SALES = fakeRoom("10", "sales");
const DIRECT = fakeDirect("20", BOB);

/** Three messages, the last one of the customer. */
const TALK: SmsConversation = {
  id: "5",
  is_sms: true,
  did: "+14165550101",
  did_name: "Alice direct",
  number: "+14165550199",
  inContacts: true,
  contactId: 1,
  contact_name: "Joe",
  unread: 1,
  n: 3,
  lastMessage: {
    id: "9",
    n: 3,
    direction: "in",
    text: "where are you?",
    state: "received",
    cause: "",
    by: null,
    by_email: null,
    automatic: false,
    segments: 1,
    files: [],
    at: 0,
  },
  updatedAt: 0,
  stopped: false,
  claimed_by: null,
  sends_files: false,
};

interface Setting {
  readonly rooms?: readonly AnyRoom[];
  readonly settings?: Partial<ChatNotices>;
  readonly isVisible?: boolean;
  readonly shown?: string;
  readonly isOnCall?: boolean;
  readonly doNotDisturb?: boolean;
  readonly own?: Partial<ChatPresence>;
  readonly isIdle?: boolean;
  readonly takesPushes?: boolean;
  readonly canChime?: boolean;
  readonly talk?: Partial<SmsConversation>;
  readonly began?: ChatBegun;
}

/** A page with chat, whose notices are texts: `bar:`, `desk:` and `sound`. */
function openPage(setting: Setting = {}) {
  const { isVisible = true, rooms = [SALES, DIRECT] } = setting;
  const clock = createFakeClock();
  const told: string[] = [];
  const notes: SystemNote[] = [];
  const closed: Array<(tag: string) => boolean> = [];
  const opened: string[] = [];
  const noticeListeners = new Set<(notice: ChatNotice) => void>();
  const versionListeners = new Set<() => void>();
  const deletedListeners = new Set<(room: string) => void>();
  const eventListeners = new Set<(event: SmsEvent) => void>();
  const client = createChatClient({
    send: () => undefined,
    newId: () => "client-00000001",
    topics: [],
    onNotice: (activity, room) => noticeListeners.forEach((listener) => listener({ activity, room })),
  });
  const on =
    <Listener>(listeners: Set<Listener>) =>
    (listener: Listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
  const chat: Chat = {
    client,
    began: setting.began ?? null,
    presence: (uid) => ({ get: () => client.presence(uid), subscribe: () => () => undefined }),
    version: { get: () => 0, subscribe: on(versionListeners) },
    line: { get: () => "open", subscribe: () => () => undefined },
    unread: { get: () => 0, subscribe: () => () => undefined },
    typing: { get: () => [], subscribe: () => () => undefined },
    drafts: { get: () => new Map(), subscribe: () => () => undefined, of: () => "", keep: () => undefined },
    show: () => undefined,
    shown: () => setting.shown ?? null,
    writes: () => undefined,
    onNotice: on(noticeListeners),
    prepare: () => undefined,
    onDeleted: on(deletedListeners),
  };
  const stop = startMessageNotices({
    chat,
    clock,
    newId: () => "tab",
    onTexts: on(eventListeners),
    loadText: async () => ({ ...TALK, ...setting.talk }),
    notices: { success: (text) => void told.push(`bar: ${text}`) },
    page: {
      isVisible: () => isVisible,
      isFocused: () => true,
      path: () => "/",
      notify: (note) => {
        notes.push(note);
        told.push(`desk: ${note.title} | ${note.body}`);
      },
      closeNotes: (fits) => void closed.push(fits),
      takesPushes: async () => setting.takesPushes ?? false,
      canChime: () => setting.canChime ?? true,
      chime: ({ volume }) => void told.push(`sound ${volume}`),
      channel: { post: () => undefined, listen: () => () => undefined },
    },
    settings: () => ({ ...DEFAULT_CHAT_NOTICES, ...setting.settings }),
    doNotDisturb: () => setting.doNotDisturb ?? false,
    isOnCall: () => setting.isOnCall ?? false,
    sound: () => ({ volume: 0.6, device: "" }),
    pictureOf: (uid) => `/picture/${uid}`,
    numberText: (number) => number,
    say: (id, values = {}) =>
      Object.entries(values).reduce(
        (text, [name, value]) => text.replaceAll(`{${name}}`, value),
        String(chatNoticeMessages[id]),
      ),
    open: (path) => void opened.push(path),
  });
  client.opened("token");
  client.receive({ type: "hello", uid: "1", at: 0, heartbeat_ms: 15_000 });
  client.receive({ type: "rooms", rooms: [...rooms] });
  if (setting.own !== undefined)
    client.receive({
      type: "presences",
      all: false,
      presences: [{ userId: "1", status: "online", statusText: "", type: null, ...setting.own }],
    });
  if (setting.isIdle === true) client.idle(true);
  let n = 0;
  const comes = async (room: AnyRoom, preview: string, more: Partial<ChatActivity> = {}) => {
    n += 1;
    const base = { type: "activity", room: room.id, seq: n, id: n, n, thread: null, at: 0, from: BOB } as const;
    const rest = { deleted: false, isNew: true, mentions: [], all: false, followers: [] };
    client.receive({ ...base, ...rest, preview, ...more });
    await clock.advance(CLAIM_MS);
  };
  const hears = async (event: SmsEvent) => {
    for (const listener of eventListeners) listener(event);
    await clock.advance(CLAIM_MS);
  };
  const changed = () => versionListeners.forEach((listener) => listener());
  const closes = (tag: string) => closed.some((fits) => fits(tag));
  return { clock, client, told, notes, opened, comes, hears, changed, closes, deletedListeners, stop };
}

test("CHATUI-20 CHATN-1 on another page a message is a snackbar with sound, in view of the room nothing", async () => {
  const { told, comes } = openPage();
  await comes(SALES, "hello");
  expect(told).toEqual(["bar: Bob Brandt in sales: hello", "sound 0.6"]);
  const inView = openPage({ shown: "10" });
  await inView.comes(SALES, "hello");
  expect(inView.told).toEqual([]);
  await inView.comes(SALES, "in a thread", { thread: 1, followers: ["1"] });
  expect(inView.told).toHaveLength(2);
});

test("CHATN-8 a hidden page shows a notification with room, sender, picture and text; a click opens the room", async () => {
  const { told, notes, opened, comes } = openPage({ isVisible: false });
  await comes(SALES, "x".repeat(200));
  await comes(DIRECT, "hi");
  expect(told.filter((one) => one.startsWith("desk"))).toEqual([
    `desk: sales | Bob Brandt: ${"x".repeat(140)}…`,
    "desk: Bob Brandt | hi",
  ]);
  expect(notes[0]).toMatchObject({
    tag: "chat-10",
    icon: "/picture/2",
    path: "/chat/c/10",
    lasts: false,
    isSilent: true,
  });
  notes[0]?.onClick();
  expect(opened).toEqual(["/chat/c/10"]);
  const hidden = openPage({ isVisible: false, settings: { show_text: false } });
  await hidden.comes(SALES, "secret");
  await hidden.comes(DIRECT, "secret");
  expect(hidden.told.filter((one) => one.startsWith("desk"))).toEqual([
    "desk: sales | New message from Bob Brandt",
    "desk: Bob Brandt | New message",
  ]);
});

test("CHATN-4 CHATN-5 do not disturb, quiet hours and a silent Busy suppress everything", async () => {
  const always = { ...DEFAULT_CHAT_NOTICES.quiet, enabled: true, from: "00:00", to: "00:00" };
  for (const setting of [
    { doNotDisturb: true },
    { settings: { quiet: always } },
    { settings: { busy_is_quiet: true }, own: { status: "busy" } },
    { settings: { busy_is_quiet: true }, own: { status: "custom", type: "busy" } },
  ] as const) {
    const { told, comes } = openPage(setting);
    await comes(DIRECT, "hi", { mentions: ["1"] });
    expect(told).toEqual([]);
  }
  const busy = openPage({ own: { status: "busy" } });
  await busy.comes(DIRECT, "hi");
  expect(busy.told).toHaveLength(2);
});

test("CHATN-6 at most one sound in two seconds, and none during a call or for the user's own messages", async () => {
  const { told, comes, clock } = openPage();
  const sounds = () => told.filter((one) => one.startsWith("sound")).length;
  for (let count = 0; count < 5; count += 1) await comes(DIRECT, "hi");
  expect([told.length, sounds()]).toEqual([6, 1]);
  await clock.advance(2_000);
  await comes(DIRECT, "again");
  await comes(DIRECT, "mine", { from: { uid: "1", name: "Alice" } });
  expect([told.length, sounds()]).toEqual([8, 2]);
  const onCall = openPage({ isOnCall: true });
  await onCall.comes(DIRECT, "hi");
  expect(onCall.told).toEqual(["bar: Bob Brandt: hi"]);
});

test("CHATN-6 if the page may not play sound, the notification does", async () => {
  const { notes, comes } = openPage({ isVisible: false, canChime: false });
  await comes(DIRECT, "hi");
  expect(notes[0]?.isSilent).toBe(false);
  const mute = openPage({ isVisible: false, canChime: false, settings: { sound: false } });
  await mute.comes(DIRECT, "hi");
  expect(mute.notes[0]?.isSilent).toBe(true);
});

test("CHATN-14 an idle page leaves a message to the push that its browser accepts", async () => {
  const idle = openPage({ isVisible: false, isIdle: true, takesPushes: true });
  await idle.comes(DIRECT, "hi");
  expect(idle.told).toEqual([]);
  const without = openPage({ isVisible: false, isIdle: true });
  await without.comes(DIRECT, "hi");
  expect(without.told).toHaveLength(2);
});

const MEMBER: Subscription = { open: true, roles: ["member"], notify: "all", rev: 1, read: 6, mentions: [] };
/** The page was there at 1 s, and chat at 3 s. */
const BEGAN: ChatBegun = { came: 1_000, connected: 3_000 };
const EARLY: LastMessage = { n: 7, at: 2_000, from: BOB, preview: "early" };

const earlyRoom = (id: string, own: Partial<Subscription> = {}, lastMessage: LastMessage | null = EARLY) =>
  fakeRoom(id, `room-${id}`, { n: 7, seq: 7, lastMessage, subscription: { ...MEMBER, ...own } });

async function begin(rooms: readonly AnyRoom[], setting: Setting = {}) {
  const page = openPage({ rooms, began: BEGAN, ...setting });
  page.changed();
  page.changed();
  await page.clock.advance(CLAIM_MS);
  return page;
}

test("CHATN-15 a message between the page and the start of chat makes a notice when chat has started, once, if it is unread", async () => {
  const page = await begin([earlyRoom("1")]);
  expect(page.told).toEqual(["bar: Bob Brandt in room-1: early", "sound 0.6"]);
  await page.comes(earlyRoom("1"), "early", { n: 7, seq: 8, id: 70 });
  expect(page.told).toHaveLength(2);
  const mentions = { notify: "mentions" } as const;
  const quiet = await begin([
    earlyRoom("1", { read: 7 }),
    earlyRoom("2", {}, { ...EARLY, at: 999 }),
    earlyRoom("3", {}, { ...EARLY, from: { uid: "1", name: "Alice" } }),
    earlyRoom("4", mentions),
    earlyRoom("5", {}, { ...EARLY, call: { kind: "missed", to: "1" } }),
    earlyRoom("6", {}, null),
  ]);
  expect(quiet.told).toEqual([]);
  const named = await begin([earlyRoom("4", { ...mentions, mentions: [7] })]);
  expect(named.told).toEqual(["bar: Bob Brandt in room-4: early", "sound 0.6"]);
  expect((await begin([earlyRoom("1")], { shown: "1" })).told).toEqual([]);
});

test("CHATN-15 a message that the server pushed to this browser before chat had started makes no second notice", async () => {
  const count = async (at: number, setting: Setting = {}) => {
    const page = await begin([earlyRoom("1", {}, { ...EARLY, at })], { takesPushes: true, ...setting });
    return page.told.length;
  };
  expect(await count(2_000)).toBe(0);
  // Not pushed: chat was connected, or pushes are off.
  expect(await count(4_000)).toBe(2);
  expect(await count(2_000, { settings: { desktop: false } })).toBe(2);
});

test("CHATN-13 notices of messages that are read anywhere, deleted, or left at the sign-out are closed", async () => {
  const { client, comes, changed, closes, deletedListeners, stop } = openPage({ isVisible: false });
  await comes(SALES, "one");
  changed();
  expect(closes("chat-10")).toBe(false);
  const subscription = {
    open: true,
    roles: ["member" as const],
    notify: "all" as const,
    rev: 9,
    read: 1,
    mentions: [],
  };
  client.receive({ type: "subscription", room: "10", subscription });
  changed();
  expect([closes("chat-10"), closes("chat-20")]).toEqual([true, false]);
  for (const listener of deletedListeners) listener("20");
  expect([closes("chat-20"), closes("call-1")]).toEqual([true, false]);
  stop();
  expect([closes("chat-99"), closes("sms-1"), closes("call-1")]).toEqual([true, true, false]);
});

test("CHATN-20 a text message makes a notice with the contact's name, only for the user who handles the conversation", async () => {
  const mine = openPage();
  await mine.hears({ conversation: "5", received: 3 });
  expect(mine.told).toEqual(["bar: Joe: where are you?", "sound 0.6"]);
  await mine.hears({ conversation: "5" });
  await mine.hears({ conversation: "5", received: 2 });
  expect(mine.told).toHaveLength(2);
  expect(mine.closes("sms-5")).toBe(false);
  const other = openPage({ talk: { claimed_by: { uid: "9", name: "Dave", at: 0 } } });
  await other.hears({ conversation: "5", received: 3 });
  expect(other.told).toEqual([]);
  const read = openPage({ talk: { unread: 0 } });
  await read.hears({ conversation: "5" });
  expect(read.closes("sms-5")).toBe(true);
});
