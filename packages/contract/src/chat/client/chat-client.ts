/**
 * The client's half of chat, without a socket, a clock or a screen: it is notified of the socket's events, and returns what to send. Rules:
 * docs/spec/chat.md, CHAT-38 and following.
 */
import type { ChatActivity, ChatClientFrame, ChatOrder, ChatServerFrame, ChatTopic } from "../chat-frames.ts";
import type { AnyRoom, ChatMessage, ChatPresence, ChatThread, Subscription } from "../chat-state.ts";
import type { ChatHistory } from "../../endpoints/chat/messages.ts";
import { noticedOf } from "../chat-notices.ts";
import { makesNotice } from "../chat.rules.ts";
import { advance, newRoom, laterOf, readHere, show, withOwn } from "./kept-room.ts";
import type { ClientRoom, KeptRoom } from "./kept-room.ts";
import { FollowedThreads } from "./followed-threads.ts";
import { createOutbox, type Outbox, type OutboxItem } from "./outbox.ts";

export interface ChatClientDeps {
  /** Sends a frame on the open socket. */
  readonly send: (frame: ChatClientFrame) => void;
  /** Unique, as `clientIdSchema` wants it. */
  readonly newId: () => string;
  readonly topics: readonly ChatTopic[];
  /** A message that makes a notice to this person. */
  readonly onNotice?: ((activity: ChatActivity, room: AnyRoom) => void) | undefined;
  /** Whose presence changed; undefined: of everybody. */
  readonly onPresences?: ((uids: readonly string[] | undefined) => void) | undefined;
  /** An order that the server refuses for good. A refused message stays in the outbox, for its text. */
  readonly onRefused?: ((order: ChatOrder, code: string, text: string) => void) | undefined;
  /** Orders of an earlier run that were not answered. */
  readonly outbox?: readonly OutboxItem[] | undefined;
}

type Page = Pick<ChatHistory, "messages" | "n" | "thread" | "seq"> & Partial<Pick<ChatHistory, "followed">>;

/** @returns a client that is not connected yet */
export const createChatClient = (deps: ChatClientDeps): ChatClient => new ChatClient(deps);

export class ChatClient {
  readonly #deps: ChatClientDeps;
  readonly #outbox: Outbox;
  readonly #rooms = new Map<string, KeptRoom>();
  readonly #presences = new Map<string, ChatPresence>();
  readonly #threads = new FollowedThreads();
  readonly #listeners = new Set<() => void>();
  #uid = "";
  #phase: "closed" | "signingIn" | "open" = "closed";
  #isIdle = false;

  constructor(deps: ChatClientDeps) {
    this.#deps = deps;
    this.#outbox = createOutbox({
      ...deps,
      earlier: deps.outbox ?? [],
      post: (request, order) => deps.send({ type: "order", request, order }),
      changed: () => this.#changed(),
    });
  }

  get uid(): string {
    return this.#uid;
  }
  get isOpen(): boolean {
    return this.#phase === "open";
  }
  /** @returns unsubscribes */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The socket is open; `token` is that of POST chats/auth. */
  opened(token: string): void {
    this.#phase = "signingIn";
    this.#deps.send({ type: "signin", token });
  }
  /** The socket is closed: what was sent and not answered is sent again with the next one. */
  closed(): void {
    this.#phase = "closed";
    for (const kept of this.#rooms.values()) {
      kept.isAsking = false;
      kept.waiting.clear();
    }
    this.#outbox.closed();
    this.#changed();
  }

  roomIds(): readonly string[] {
    return [...this.#rooms.keys()];
  }
  room(id: string): ClientRoom | undefined {
    const kept = this.#rooms.get(id);
    return kept && (kept.shown ??= show(kept));
  }
  /** The unbroken stretch of known messages, by place; up to the last one if `isLive`, apart from those that are about to come. */
  messages(id: string): readonly ChatMessage[] {
    return this.#rooms.get(id)?.window.messages ?? [];
  }
  isLive(id: string): boolean {
    const kept = this.#rooms.get(id);
    if (kept === undefined) return false;
    return kept.window.to === kept.n || (kept.isOpen && !kept.isAsking && kept.window.to === kept.end);
  }
  message(id: string, message: number): ChatMessage | undefined {
    return this.#rooms.get(id)?.window.get(message);
  }
  /** The known answers in a thread. */
  thread(id: string, root: number): readonly ChatMessage[] {
    return this.#rooms.get(id)?.window.thread(root) ?? [];
  }
  /** Unread answers in a followed thread. */
  unreadThread(id: string, root: number): number {
    return this.#threads.unread(id, root);
  }
  /** Followed threads with unread answers. */
  unreadThreads(): number {
    return this.#threads.countUnread();
  }
  /** Undefined until a page of the thread, or an answer in it, contained it. */
  followsThread(id: string, root: number): boolean | undefined {
    return this.#threads.isFollowed(id, root);
  }
  /** Of a person who is not offline, once presences were subscribed. */
  presence(person: string): ChatPresence | undefined {
    return this.#presences.get(person);
  }

  /** The room is on screen. */
  openRoom(id: string): void {
    const kept = this.#rooms.get(id);
    if (kept === undefined) return;
    kept.isOpen = true;
    this.#ask(id, kept);
  }
  closeRoom(id: string): void {
    const kept = this.#rooms.get(id);
    if (kept === undefined) return;
    kept.isOpen = false;
    kept.isAsking = false;
    kept.waiting.clear();
    if (this.isOpen) this.#deps.send({ type: "close", room: id });
  }
  /** A page of GET chats/rooms/{room_id}/messages. */
  addPage(id: string, { messages, n, thread, seq, followed = null }: Page): void {
    const kept = this.#rooms.get(id);
    if (kept === undefined) return;
    if (thread !== null && followed !== null) this.#threads.tell(id, thread, followed);
    kept.window.addPage(messages);
    // Changes since the page was read may have been sent before it came: then they are requested again.
    if (kept.seq !== undefined && seq < kept.seq) {
      kept.seq = seq;
      if (kept.isOpen) this.#ask(id, kept, "again");
    }
    const isLonger = thread === null && n > kept.n;
    if (isLonger) kept.n = n;
    this.#changed(isLonger ? kept : undefined);
  }
  /** The answer of GET chats/threads, asked for after each `rooms`: nothing else is followed. */
  addThreads(list: readonly ChatThread[]): void {
    this.#threads.addAll(list);
    this.#changed();
  }

  /** @returns the `client_id` of the message */
  write(
    room: string,
    text: string,
    more: { readonly thread?: number; readonly files?: readonly string[] } = {},
  ): string {
    const client_id = this.#deps.newId();
    const { thread, files = [] } = more;
    const answers = thread === undefined ? {} : { thread };
    this.#outbox.add({ order: "send", room, client_id, text, ...answers, files: [...files] });
    return client_id;
  }
  /** Anything but a new message. */
  order(order: Exclude<ChatOrder, { order: "send" }>): void {
    if (order.order === "readThread") this.#threads.follow(order.room, order.thread, { n: order.n, read: order.n });
    if (order.order === "follow") this.#threads.tell(order.room, order.thread, order.on);
    if (order.order === "read") readHere(this.#rooms.get(order.room), order.n);
    this.#outbox.add(order);
    this.#changed();
  }
  typing(room: string, thread?: number): void {
    if (this.isOpen) this.#deps.send({ type: "typing", room, ...(thread !== undefined && { thread }) });
  }
  /** This device is not used. */
  get isIdle(): boolean {
    return this.#isIdle;
  }
  idle(idle: boolean): void {
    this.#isIdle = idle;
    if (this.isOpen) this.#deps.send({ type: "idle", idle });
  }
  /** Orders that are not answered, in the order in which they were given. */
  outbox(): readonly OutboxItem[] {
    return this.#outbox.items();
  }
  /** Sends again what the server could not take at the moment, and what was refused if it is named. */
  retry(request?: string): void {
    this.#outbox.retry(request);
  }
  /** Forgets a refused or waiting order. */
  dismiss(request: string): void {
    this.#outbox.dismiss(request);
  }

  /** Takes a frame of the server. */
  receive(frame: ChatServerFrame): void {
    switch (frame.type) {
      case "hello":
        this.#uid = frame.uid;
        this.#phase = "open";
        this.#begin();
        return this.#changed();
      case "ping":
        return this.#deps.send({ type: "pong" });
      case "rooms":
        return this.#takeRooms(frame.rooms);
      case "room":
        return frame.own ? this.#takeRoom(frame.room) : this.#takeShared(frame.room);
      case "gone":
        this.#drop(frame.room);
        return this.#changed();
      case "subscription":
        return this.#takeSubscription(frame.room, frame.subscription);
      case "activity":
        return this.#takeActivity(frame);
      case "change":
        return this.#takeChange(frame.room, frame.seq, frame.message);
      case "changes":
        return this.#takeChanges(frame);
      case "seen": {
        const kept = this.#rooms.get(frame.room);
        if (kept === undefined || frame.n <= (kept.seen.get(frame.uid) ?? 0)) return undefined;
        kept.seen.set(frame.uid, frame.n);
        return this.#changed(kept);
      }
      case "thread":
        this.#threads.tell(frame.room, frame.root, frame.followed);
        if (frame.followed) this.#threads.follow(frame.room, frame.root, frame);
        return this.#changed();
      case "presences":
        if (frame.all) this.#presences.clear();
        for (const presence of frame.presences) this.#presences.set(presence.userId, presence);
        this.#deps.onPresences?.(frame.all ? undefined : frame.presences.map(({ userId }) => userId));
        return this.#changed();
      case "missed":
        return this.#begin();
      case "done":
        if (frame.message !== undefined) this.#takeAnswer(frame.message);
        return this.#outbox.done(frame.request);
      case "refused":
        if (frame.request !== undefined) this.#outbox.refused(frame.request, frame.code, frame.error_description);
        return undefined;
      // Of interest to screens alone.
      case "typing":
      case "draft":
        return undefined;
    }
  }

  #changed(kept?: KeptRoom): void {
    if (kept !== undefined) kept.shown = undefined;
    for (const listener of this.#listeners) listener();
  }
  #begin(): void {
    this.#threads.cut();
    this.#deps.send({ type: "subscribe", topics: [...this.#deps.topics] });
    for (const [id, kept] of this.#rooms) {
      kept.isAsking = false;
      if (kept.isOpen) this.#ask(id, kept);
    }
  }
  #ask(id: string, kept: KeptRoom, how: "once" | "again" = "once"): void {
    if (!this.isOpen || (kept.isAsking && how === "once")) return;
    kept.isAsking = true;
    this.#deps.send({ type: "open", room: id, ...(kept.seq !== undefined && { since: kept.seq }) });
  }
  #drop(id: string): void {
    this.#rooms.delete(id);
    this.#threads.forget(id);
    this.#outbox.roomGone(id);
  }
  #takeRooms(rooms: readonly AnyRoom[]): void {
    const own = new Set(rooms.map(({ id }) => id));
    for (const id of this.roomIds()) if (!own.has(id)) this.#drop(id);
    for (const room of rooms) this.#takeRoom(room);
    // Only now: what is to be sent to a room that is gone stays here, for its text.
    this.#outbox.opened();
    this.#changed();
  }
  /** A whole view: of what changes often the greater number wins. */
  #takeRoom(room: AnyRoom): void {
    const kept = this.#rooms.get(room.id) ?? newRoom(room);
    this.#rooms.set(room.id, kept);
    const before = kept.room;
    const own = laterOf(before.subscription, room.subscription);
    const shared = room.rev >= before.rev ? room : before;
    const last = (before.lastMessage?.n ?? 0) > (room.lastMessage?.n ?? 0) ? before.lastMessage : room.lastMessage;
    kept.room = withOwn({ ...shared, lastMessage: last, updatedAt: Math.max(before.updatedAt, room.updatedAt) }, own);
    kept.n = Math.max(kept.n, room.n);
    if (own === room.subscription) kept.mentions = new Set(own?.mentions);
    this.#forgetBefore(kept, room);
    this.#changed(kept);
  }
  #takeShared(room: AnyRoom): void {
    const kept = this.#rooms.get(room.id);
    if (kept === undefined || room.rev < kept.room.rev || room.type === "d") return;
    const { lastMessage, updatedAt, unread, subscription, n, seq } = kept.room;
    kept.room = { ...room, lastMessage, updatedAt, unread, subscription, n, seq };
    this.#forgetBefore(kept, room);
    this.#changed(kept);
  }
  /** CHAT-82 */
  #forgetBefore(kept: KeptRoom, { id, first, first_id: firstId }: AnyRoom): void {
    const hadMessages = !kept.window.isEmpty;
    kept.window.forgetBefore({ n: first, id: firstId });
    // A page of old history that is gone altogether: the last messages are shown in its place.
    if (hadMessages && kept.window.isEmpty && kept.window.to < kept.n) {
      kept.seq = undefined;
      if (kept.isOpen) this.#ask(id, kept, "again");
    }
    for (const n of kept.mentions) if (n < first) kept.mentions.delete(n);
    this.#threads.forget(id, firstId);
    if ((kept.room.lastMessage?.n ?? first) < first) kept.room = { ...kept.room, lastMessage: null };
  }
  #takeSubscription(id: string, subscription: Subscription): void {
    const kept = this.#rooms.get(id);
    if (kept === undefined || laterOf(kept.room.subscription, subscription) !== subscription) return;
    kept.room = withOwn(kept.room, subscription);
    kept.mentions = new Set(subscription.mentions);
    this.#changed(kept);
  }
  #takeActivity(activity: ChatActivity): void {
    const kept = this.#rooms.get(activity.room);
    if (kept === undefined) return;
    const { thread, n, at, from, preview, deleted, call } = activity;
    const isFirst = activity.isNew && kept.told.add(activity.id);
    const isOwn = from.uid === this.#uid;
    if (thread === null) {
      const names = !deleted && !isOwn && (activity.all || activity.mentions.includes(this.#uid));
      if (names) kept.mentions.add(n);
      else kept.mentions.delete(n);
      kept.n = Math.max(kept.n, n);
      if (n >= (kept.room.lastMessage?.n ?? 0))
        kept.room = { ...kept.room, lastMessage: { n, at, from, preview, ...(call && { call }) }, updatedAt: at };
    } else if (activity.followers.includes(this.#uid)) {
      this.#threads.follow(activity.room, thread, { n, read: isOwn ? n : 0 });
      this.#threads.tell(activity.room, thread, true);
    }
    this.#changed(kept);
    if (isFirst && !deleted && !isOwn && call === undefined && isNoticed(activity, kept.room, this.#uid))
      this.#deps.onNotice?.(activity, kept.room);
  }
  /** CHAT-39: in order; after a missed one everything is asked for again. */
  #takeChange(id: string, seq: number, message: ChatMessage): void {
    this.#outbox.arrived(message, this.#uid);
    const kept = this.#rooms.get(id);
    if (kept?.isOpen !== true || kept.seq === undefined || seq <= kept.seq) return;
    kept.waiting.set(seq, message);
    if (kept.isAsking) return;
    advance(kept);
    if (kept.waiting.size > 0) this.#ask(id, kept);
    this.#changed(kept);
  }
  /** CHAT-38: an own message is there with its answer; the change that tells it may come later. */
  #takeAnswer(message: ChatMessage): void {
    const kept = this.#rooms.get(message.room);
    if (kept?.isOpen === true && kept.seq !== undefined && message.seq > kept.seq) {
      kept.waiting.set(message.seq, message);
      if (!kept.isAsking) advance(kept);
      this.#changed(kept);
    }
    // Only now: it is in the log before it leaves the outbox.
    this.#outbox.arrived(message, this.#uid);
  }
  #takeChanges({ room, since, seq, n, messages }: Extract<ChatServerFrame, { type: "changes" }>): void {
    const kept = this.#rooms.get(room);
    if (kept === undefined) return;
    const { n: end, window } = kept;
    const before = window.messages;
    kept.isAsking = false;
    for (const message of messages) this.#outbox.arrived(message, this.#uid);
    if (since === null) window.replace(messages, n);
    else window.merge(messages);
    // An answer to a later question than the last one leaves what was asked since then open.
    if (since === null || since <= (kept.seq ?? 0)) kept.seq = since === null ? seq : Math.max(kept.seq ?? 0, seq);
    kept.end = since === null ? n : Math.max(kept.end, n);
    kept.n = Math.max(kept.n, n);
    advance(kept);
    if (kept.waiting.size > 0 && kept.isOpen) this.#ask(room, kept);
    // A room to which the user returns is mostly as it was: then nothing is drawn again.
    if (kept.n !== end) this.#changed(kept);
    else if (messages.length > 0 || window.messages !== before) this.#changed();
  }
}

/** CHAT-52 */
function isNoticed(activity: ChatActivity, room: AnyRoom, uid: string): boolean {
  const level = room.subscription?.notify ?? "nothing";
  return makesNotice(level, noticedOf(activity, room.type === "d", uid));
}
