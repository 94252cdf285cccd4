import { CHAT_LIMITS, listChatThreads } from "@callpanel/contract";
import type { ChatServerFrame } from "@callpanel/contract";
import { createChatClient } from "@callpanel/contract/chat-client";
import type { OutboxItem } from "@callpanel/contract/chat-client";
import type { Api } from "../../../shared/api/api.ts";
import type { Clock } from "../../../shared/clock.ts";
import { badgeOf } from "../../../shared/chat/useChat.ts";
import type { Chat, ChatBegun, ChatNotice, Typing } from "../../../shared/live/chat.ts";
import { createKeyListeners } from "../../../shared/live/keyListeners.ts";
import type { OpenChatLine } from "../../../shared/live/chatLine.ts";
import type { TextStorage } from "../../../shared/storage.ts";
import { createStore } from "../../../shared/store.ts";
import type { Idle } from "../presence/idle.store.ts";
import { createDrafts } from "./drafts.store.ts";
import { createKeptOutbox } from "./outbox.storage.ts";
import { createShownRoom } from "./shownRoom.ts";

export interface ChatServiceDeps {
  readonly api: Api;
  readonly clock: Clock;
  readonly storage: TextStorage;
  readonly openChatLine: OpenChatLine;
  readonly newId: () => string;
  /** When the person came to this page, by the clock of this computer. */
  readonly cameAt: number;
  /** Whether nobody is at this browser. */
  readonly idle: Idle;
  /** An order that the server refused for good: its text. */
  readonly onRefused: (code: string, text: string) => void;
}

/** What the server could not take at the moment is sent again after this. */
const RETRY_MS = 2_000;

export interface ChatRun extends Chat {
  /** @returns a stop function */
  start(userId: number): () => void;
  retry(): void;
}

/** Chat from sign-in to sign-out: the client of the contract with a socket, a clock and a store. */
export function createChat(deps: ChatServiceDeps): ChatRun {
  const { api, clock, storage } = deps;
  const outbox = createKeptOutbox(storage);
  const version = createStore<number, null>(0, (at) => at + 1);
  const typing = createTyping(clock);
  const presences = createKeyListeners();
  const listeners = new Set<(notice: ChatNotice) => void>();
  const deleted = new Set<(room: string) => void>();
  const drafts = createDrafts({ api, clock, storage });
  const create = (earlier: readonly OutboxItem[]) =>
    createChatClient({
      send: (frame) => line.send(frame),
      newId: deps.newId,
      topics: ["unread", "notifications", "presence"],
      onNotice: (activity, room) => {
        for (const listener of listeners) listener({ activity, room });
      },
      onPresences: (uids) => void presences.run(uids ?? presences.keys()),
      onRefused: (_order, code, text) => deps.onRefused(code, text),
      outbox: earlier,
    });
  // Until somebody is signed in there is nothing to send.
  let client = create([]);
  let began: ChatBegun | null = null;
  let cancelRetry: (() => void) | null = null;
  const screen = createShownRoom(clock, () => client);
  const retryPaused = () => {
    const isPaused =
      client.isOpen && client.outbox().some(({ state, code }) => state === "waiting" && code !== undefined);
    if (!isPaused || cancelRetry !== null) return;
    cancelRetry = clock.setTimeout(() => {
      cancelRetry = null;
      client.retry();
    }, RETRY_MS);
  };
  const changed = () => {
    screen.open();
    outbox.keep(client.outbox());
    retryPaused();
    version.dispatch(null);
  };
  const received = (frame: ChatServerFrame) => {
    if (frame.type === "typing") typing.heard(frame);
    if (frame.type === "activity") typing.sent(frame.room, frame.from.uid);
    if (frame.type === "activity" && frame.deleted) for (const listener of deleted) listener(frame.room);
    if (frame.type === "draft") drafts.arrived(frame.draft);
    client.receive(frame);
    // The server takes a new connection for one that is used.
    if (frame.type === "hello") {
      began ??= { connected: frame.at, came: frame.at - (clock.now() - deps.cameAt) };
      if (deps.idle.get()) client.idle(true);
    }
    // Not before: from now on every message makes its notice.
    if (frame.type === "rooms") {
      drafts.reload();
      loadThreads(api, client);
    }
  };
  const line = deps.openChatLine({
    opened: (token) => client.opened(token),
    received,
    closed: () => client.closed(),
  });
  const told = new Map<string, number>();
  return {
    get client() {
      return client;
    },
    get began() {
      return began;
    },
    version,
    line: line.state,
    unread: { subscribe: version.subscribe, get: () => unreadOf(client) },
    typing: typing.store,
    presence: (uid) => ({ get: () => client.presence(uid), subscribe: (listener) => presences.on(uid, listener) }),
    drafts,
    show: screen.show,
    shown: screen.shown,
    prepare: screen.prepare,
    writes(room, thread) {
      const key = `${room}/${thread ?? ""}`;
      if (clock.now() - (told.get(key) ?? -Infinity) < CHAT_LIMITS.typingEveryMs) return;
      told.set(key, clock.now());
      client.typing(room, thread);
    },
    onNotice(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onDeleted(listener) {
      deleted.add(listener);
      return () => deleted.delete(listener);
    },
    retry: line.retry,
    start(userId) {
      client = create(outbox.begin(userId));
      const leave = client.subscribe(changed);
      drafts.begin(userId);
      const { idle } = deps;
      const stops = [idle.subscribe(() => client.idle(idle.get())), idle.start(), line.start(), leave];
      return () => {
        for (const stop of stops) stop();
        cancelRetry?.();
        typing.stop();
        drafts.stop();
      };
    },
  };
}

/** Without them nothing is counted as unread until the next answer. */
function loadThreads(api: Api, client: Chat["client"]): void {
  api.call(listChatThreads, {}).then(
    ({ data }) => client.addThreads(data),
    () => undefined,
  );
}

function unreadOf(client: Chat["client"]): number {
  let sum = 0;
  for (const id of client.roomIds()) {
    const known = client.room(id);
    if (known !== undefined && known.room.subscription?.open === true)
      sum += badgeOf(known.unread, known.mentions.length, known.room.subscription.notify);
  }
  return sum;
}

/** The people who are typing, by room; over when it was not reported again in time, or when their message is there. */
function createTyping(clock: Clock) {
  const store = createStore<readonly Typing[], readonly Typing[]>([], (_, next) => next);
  const cancels = new Map<string, () => void>();
  const keyOf = ({ room, thread, from }: Typing) => `${room}/${thread ?? ""}/${from.uid}`;
  const drop = (key: string) => {
    cancels.get(key)?.();
    cancels.delete(key);
    store.dispatch(store.get().filter((one) => keyOf(one) !== key));
  };
  return {
    store,
    heard({ room, thread, from }: Typing) {
      const one = { room, thread, from };
      const key = keyOf(one);
      cancels.get(key)?.();
      cancels.set(
        key,
        clock.setTimeout(() => drop(key), CHAT_LIMITS.typingLastsMs),
      );
      if (!store.get().some((other) => keyOf(other) === key)) store.dispatch([...store.get(), one]);
    },
    sent: (room: string, uid: string) => {
      for (const one of store.get()) if (one.room === room && one.from.uid === uid) drop(keyOf(one));
    },
    stop() {
      for (const cancel of cancels.values()) cancel();
      cancels.clear();
      store.dispatch([]);
    },
  };
}
