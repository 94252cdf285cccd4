/**
 * The client's half of chat, without a socket, a clock or a screen: it is told what the socket does, and says what to send. Rules:
 * docs/spec/chat.md, CHAT-38 and following.
 */
import type { ChatActivity, ChatClientFrame, ChatOrder, ChatServerFrame, ChatTopic } from "../chat-frames.ts";
import type { AnyRoom, ChatMessage, ChatPresence, ChatThread, Subscription } from "../chat-state.ts";
import type { ChatHistory } from "../../endpoints/chat/messages.ts";
import { makesNotice } from "../chat.rules.ts";
import { MessageWindow } from "./message-window.ts";
import { createOutbox, type Outbox, type OutboxItem } from "./outbox.ts";

export interface ChatClientDeps {
  /** Sends a frame on the open socket. */
  readonly send: (frame: ChatClientFrame) => void;
  /** Unique, as `clientIdSchema` wants it. */
  readonly newId: () => string;
  readonly topics: readonly ChatTopic[];
  /** A message that makes a notice to this person. */
  readonly onNotice?: ((activity: ChatActivity, room: AnyRoom) => void) | undefined;
  /** An order that the server refuses for good. A refused message stays in the outbox, for its text. */
  readonly onRefused?: ((order: ChatOrder, code: string, text: string) => void) | undefined;
  /** Orders of an earlier run that were not answered. */
  readonly outbox?: readonly OutboxItem[] | undefined;
}

export interface ClientRoom {
  readonly room: AnyRoom;
  /** Place of the last message of the room. */
  readonly n: number;
  readonly unread: number;
  /** Unread places that mention this person. */
  readonly mentions: readonly number[];
  /** Of others, in direct conversations: how far they have read. */
  readonly seen: ReadonlyMap<string, number>;
}

interface Kept {
  room: AnyRoom;
  readonly window: MessageWindow;
  n: number;
  mentions: Set<number>;
  readonly seen: Map<string, number>;
  /** Every change up to this one is known; undefined: the messages were never asked for. */
  seq: number | undefined;
  isOpen: boolean;
  /** `open` was sent and not answered. */
  isAsking: boolean;
  /** Changes after one that was missed, or that came while the answer is awaited. */
  readonly waiting: Map<number, ChatMessage>;
  shown: ClientRoom | undefined;
}

export type ChatClient = ReturnType<typeof createChatClient>;

export function createChatClient(deps: ChatClientDeps) {
  const rooms = new Map<string, Kept>();
  const presences = new Map<string, ChatPresence>();
  const threads = new Map<string, { n: number; read: number }>();
  const listeners = new Set<() => void>();
  let uid = "";
  let phase: "closed" | "signingIn" | "open" = "closed";
  const changed = (kept?: Kept): void => {
    if (kept !== undefined) kept.shown = undefined;
    for (const listener of [...listeners]) listener();
  };
  const outbox: Outbox = createOutbox({
    ...deps,
    earlier: deps.outbox ?? [],
    post: (request, order) => deps.send({ type: "order", request, order }),
    changed: () => changed(),
  });

  const ask = (id: string, kept: Kept): void => {
    if (phase !== "open" || kept.isAsking) return;
    kept.isAsking = true;
    deps.send({ type: "open", room: id, ...(kept.seq !== undefined && { since: kept.seq }) });
  };
  const drop = (id: string): void => {
    rooms.delete(id);
    for (const key of threads.keys()) if (key.startsWith(`${id}/`)) threads.delete(key);
    outbox.roomGone(id);
  };
  const keep = (room: AnyRoom): Kept => {
    const known = rooms.get(room.id);
    if (known !== undefined) return known;
    const kept: Kept = {
      room,
      window: new MessageWindow(),
      n: room.n,
      mentions: new Set(room.subscription?.mentions),
      seen: new Map(),
      seq: undefined,
      isOpen: false,
      isAsking: false,
      waiting: new Map(),
      shown: undefined,
    };
    rooms.set(room.id, kept);
    return kept;
  };
  /** A whole view: of what changes often the greater number wins. */
  const takeRoom = (room: AnyRoom): void => {
    const kept = keep(room);
    const before = kept.room;
    const own = laterOf(before.subscription, room.subscription);
    const shared = room.rev >= before.rev ? room : before;
    const last = (before.lastMessage?.n ?? 0) > (room.lastMessage?.n ?? 0) ? before.lastMessage : room.lastMessage;
    kept.room = withOwn({ ...shared, lastMessage: last, updatedAt: Math.max(before.updatedAt, room.updatedAt) }, own);
    kept.n = Math.max(kept.n, room.n);
    if (own === room.subscription) kept.mentions = new Set(own?.mentions);
    changed(kept);
  };
  const takeSubscription = (id: string, subscription: Subscription): void => {
    const kept = rooms.get(id);
    if (kept === undefined || laterOf(kept.room.subscription, subscription) !== subscription) return;
    kept.room = withOwn(kept.room, subscription);
    kept.mentions = new Set(subscription.mentions);
    changed(kept);
  };
  const takeActivity = (activity: ChatActivity): void => {
    const kept = rooms.get(activity.room);
    if (kept === undefined) return;
    const { thread, n, at, from, preview, isNew } = activity;
    if (thread === null) {
      const names = !activity.deleted && from.uid !== uid && (activity.all || activity.mentions.includes(uid));
      if (names) kept.mentions.add(n);
      else kept.mentions.delete(n);
      kept.n = Math.max(kept.n, n);
      if (n >= (kept.room.lastMessage?.n ?? 0))
        kept.room = { ...kept.room, lastMessage: { n, at, from, preview }, updatedAt: at };
    } else if (activity.followers.includes(uid)) {
      const key = `${activity.room}/${thread}`;
      const known = threads.get(key) ?? { n: 0, read: 0 };
      threads.set(key, { n: Math.max(known.n, n), read: from.uid === uid ? Math.max(known.read, n) : known.read });
    }
    changed(kept);
    if (isNew && !activity.deleted && from.uid !== uid && isNoticed(activity, kept.room, uid))
      deps.onNotice?.(activity, kept.room);
  };
  /** CHAT-39: in order; after a missed one everything is asked for again. */
  const takeChange = (id: string, seq: number, message: ChatMessage): void => {
    outbox.arrived(message, uid);
    const kept = rooms.get(id);
    if (kept?.isOpen !== true || kept.seq === undefined || seq <= kept.seq) return;
    kept.waiting.set(seq, message);
    if (kept.isAsking) return;
    advance(kept);
    if (kept.waiting.size > 0) ask(id, kept);
    changed(kept);
  };
  const advance = (kept: Kept): void => {
    for (const seq of kept.waiting.keys()) if (seq <= (kept.seq ?? 0)) kept.waiting.delete(seq);
    for (;;) {
      const next: number = (kept.seq ?? 0) + 1;
      const message = kept.waiting.get(next);
      if (message === undefined) return;
      kept.waiting.delete(next);
      kept.seq = next;
      kept.window.merge([message]);
      if (message.thread === null) kept.n = Math.max(kept.n, message.n);
    }
  };
  const takeChanges = ({ room, since, seq, n, messages }: Extract<ChatServerFrame, { type: "changes" }>): void => {
    const kept = rooms.get(room);
    if (kept === undefined) return;
    kept.isAsking = false;
    for (const message of messages) outbox.arrived(message, uid);
    if (since === null) kept.window.replace(messages, n);
    else kept.window.merge(messages);
    kept.seq = since === null ? seq : Math.max(kept.seq ?? 0, seq);
    kept.n = Math.max(kept.n, n);
    advance(kept);
    if (kept.waiting.size > 0 && kept.isOpen) ask(room, kept);
    changed(kept);
  };
  const begin = (): void => {
    deps.send({ type: "subscribe", topics: [...deps.topics] });
    for (const [id, kept] of rooms) {
      kept.isAsking = false;
      if (kept.isOpen) ask(id, kept);
    }
  };

  const receive = (frame: ChatServerFrame): void => {
    switch (frame.type) {
      case "hello":
        uid = frame.uid;
        phase = "open";
        begin();
        return changed();
      case "ping":
        return deps.send({ type: "pong" });
      case "rooms": {
        const own = new Set(frame.rooms.map(({ id }) => id));
        for (const id of [...rooms.keys()]) if (!own.has(id)) drop(id);
        for (const room of frame.rooms) takeRoom(room);
        // Only now: what is to be sent to a room that is gone stays here, for its text.
        outbox.opened();
        return changed();
      }
      case "room":
        if (frame.own) takeRoom(frame.room);
        else takeShared(frame.room);
        return undefined;
      case "gone":
        drop(frame.room);
        return changed();
      case "subscription":
        return takeSubscription(frame.room, frame.subscription);
      case "activity":
        return takeActivity(frame);
      case "change":
        return takeChange(frame.room, frame.seq, frame.message);
      case "changes":
        return takeChanges(frame);
      case "seen": {
        const kept = rooms.get(frame.room);
        kept?.seen.set(frame.uid, Math.max(kept.seen.get(frame.uid) ?? 0, frame.n));
        return changed(kept);
      }
      case "presences":
        if (frame.all) presences.clear();
        for (const presence of frame.presences) presences.set(presence.userId, presence);
        return changed();
      case "missed":
        return begin();
      case "done":
        if (frame.message !== undefined) outbox.arrived(frame.message, uid);
        return outbox.done(frame.request);
      case "refused":
        if (frame.request !== undefined) outbox.refused(frame.request, frame.code, frame.error_description);
        return undefined;
      // Of interest to screens alone.
      case "typing":
      case "draft":
        return undefined;
    }
  };
  const takeShared = (room: AnyRoom): void => {
    const kept = rooms.get(room.id);
    if (kept === undefined || room.rev < kept.room.rev || room.type === "d") return;
    const { lastMessage, updatedAt, unread, subscription, n, seq } = kept.room;
    kept.room = { ...room, lastMessage, updatedAt, unread, subscription, n, seq };
    changed(kept);
  };

  return {
    /** The socket is open; `token` is that of POST chats/auth. */
    opened: (token: string): void => {
      phase = "signingIn";
      deps.send({ type: "signin", token });
    },
    receive,
    /** The socket is closed: what was sent and not answered is sent again with the next one. */
    closed: (): void => {
      phase = "closed";
      for (const kept of rooms.values()) {
        kept.isAsking = false;
        kept.waiting.clear();
      }
      outbox.closed();
      changed();
    },
    get uid(): string {
      return uid;
    },
    get isOpen(): boolean {
      return phase === "open";
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    roomIds: (): readonly string[] => [...rooms.keys()],
    room: (id: string): ClientRoom | undefined => {
      const kept = rooms.get(id);
      return kept && (kept.shown ??= show(kept));
    },
    /** The unbroken stretch of known messages, by place; up to the last one if `isLive`. */
    messages: (id: string): readonly ChatMessage[] => rooms.get(id)?.window.messages ?? [],
    isLive: (id: string): boolean => {
      const kept = rooms.get(id);
      return kept !== undefined && kept.window.to === kept.n;
    },
    message: (id: string, message: number): ChatMessage | undefined => rooms.get(id)?.window.get(message),
    thread: (id: string, root: number): readonly ChatMessage[] => rooms.get(id)?.window.thread(root) ?? [],
    /** Unread answers in a followed thread. */
    unreadThread: (id: string, root: number): number => {
      const known = threads.get(`${id}/${root}`);
      return known === undefined ? 0 : Math.max(0, known.n - known.read);
    },
    presence: (person: string): ChatPresence | undefined => presences.get(person),
    /** The room is on screen. */
    openRoom: (id: string): void => {
      const kept = rooms.get(id);
      if (kept === undefined) return;
      kept.isOpen = true;
      ask(id, kept);
    },
    closeRoom: (id: string): void => {
      const kept = rooms.get(id);
      if (kept === undefined) return;
      kept.isOpen = false;
      kept.isAsking = false;
      kept.waiting.clear();
      if (phase === "open") deps.send({ type: "close", room: id });
    },
    /** A page of GET chats/rooms/{room_id}/messages. */
    addPage: (id: string, { messages, n, thread }: Pick<ChatHistory, "messages" | "n" | "thread">): void => {
      const kept = rooms.get(id);
      if (kept === undefined) return;
      kept.window.addPage(messages);
      if (thread === null) kept.n = Math.max(kept.n, n);
      changed(kept);
    },
    /** The answer of GET chats/threads. */
    addThreads: (list: readonly ChatThread[]): void => {
      for (const { room, root, n, read } of list) {
        const known = threads.get(`${room}/${root}`) ?? { n: 0, read: 0 };
        threads.set(`${room}/${root}`, { n: Math.max(known.n, n), read: Math.max(known.read, read) });
      }
      changed();
    },
    /** @returns the `client_id` of the message */
    write: (
      room: string,
      text: string,
      more: { readonly thread?: number; readonly files?: readonly string[] } = {},
    ) => {
      const client_id = deps.newId();
      const { thread, files = [] } = more;
      outbox.add({ order: "send", room, client_id, text, ...(thread !== undefined && { thread }), files: [...files] });
      return client_id;
    },
    /** Anything but a new message. */
    order: (order: Exclude<ChatOrder, { order: "send" }>): void => {
      if (order.order === "readThread") {
        const key = `${order.room}/${order.thread}`;
        const known = threads.get(key);
        if (known !== undefined) threads.set(key, { n: known.n, read: Math.max(known.read, order.n) });
      }
      if (order.order === "read") readHere(rooms.get(order.room), order.n);
      outbox.add(order);
      changed();
    },
    typing: (room: string, thread?: number): void => {
      if (phase === "open") deps.send({ type: "typing", room, ...(thread !== undefined && { thread }) });
    },
    idle: (idle: boolean): void => {
      if (phase === "open") deps.send({ type: "idle", idle });
    },
    /** Orders in the order in which they were given; of a room those that are not answered yet. */
    outbox: (): readonly OutboxItem[] => outbox.items(),
    /** Sends again what the server could not take at the moment, and what was refused if it is named. */
    retry: (request?: string): void => outbox.retry(request),
    /** Forgets a refused or waiting order. */
    dismiss: (request: string): void => outbox.dismiss(request),
  };
}

/** What was read is shown as read at once. */
function readHere(kept: Kept | undefined, n: number): void {
  const subscription = kept?.room.subscription;
  if (kept === undefined || subscription === null || subscription === undefined) return;
  kept.room = withOwn(kept.room, { ...subscription, read: Math.max(subscription.read, Math.min(n, kept.n)) });
  kept.shown = undefined;
}

/** Of equal numbers the one that came later. */
const laterOf = (before: Subscription | null, after: Subscription | null): Subscription | null =>
  before !== null && after !== null && before.rev > after.rev ? before : after;

const withOwn = (room: AnyRoom, subscription: Subscription | null): AnyRoom =>
  room.type === "d" ? { ...room, subscription, open: subscription?.open ?? false } : { ...room, subscription };

function show({ room, n, mentions, seen }: Kept): ClientRoom {
  const read = room.subscription?.read ?? n;
  const unread = Math.max(0, n - read);
  const places = [...mentions].filter((place) => place > read).toSorted((one, other) => one - other);
  return { room, n, unread, mentions: places, seen };
}

/** CHAT-52 */
function isNoticed(activity: ChatActivity, room: AnyRoom, uid: string): boolean {
  const level = room.subscription?.notify ?? "nothing";
  return makesNotice(level, {
    isDirect: room.type === "d",
    isMentioned: activity.mentions.includes(uid),
    mentionsAll: activity.all,
    isFollowed: activity.followers.includes(uid),
    isAnswer: activity.thread !== null,
  });
}
