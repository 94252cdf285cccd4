/** The rooms that sockets of this server follow, and what is sent to them (docs/spec/chat.md, CHAT-30 and following). */
import type { ChatActivity, ChatMessage, ChatPresence } from "@callpanel/contract";
import type { Bus } from "../../../kernel/bus/bus.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { createKeyedQueue } from "../../../kernel/concurrency/keyed-queue.ts";
import type { Log } from "../../../kernel/log.ts";
import {
  draftChanged,
  messageChanged,
  personTypes,
  presenceChanged,
  roomChanged,
  roomRemoved,
  subscriptionChanged,
  threadChanged,
  type WrittenMessage,
} from "../chat.facts.ts";
import type { ChatStore } from "../chat.store.ts";
import { presentForMembers, presentSubscription, previewOfMessage } from "../rooms/room.view.ts";

/** One connection, as the hub knows it. */
export interface Follower {
  readonly userId: number;
  readonly realmId: number;
  /** `text`: the frame, made once for all. */
  activity(roomId: number, text: string): void;
  change(roomId: number, text: string): void;
  /** The room for all of its members, without what is a person's own. */
  room(roomId: number, text: string): void;
  /** The person may have become a member, or be one no longer. */
  membershipChanged(roomId: number): void;
  roomGone(roomId: number): void;
  /** The person's own part of a room. */
  subscription(text: string): void;
  /** Somebody in a direct conversation has read. */
  seen(roomId: number, people: readonly number[]): void;
  /** How far the person has read a thread, and whether they follow it. */
  thread(text: string): void;
  draftChanged(roomId: number, thread: number): void;
  typing(fact: {
    readonly roomId: number;
    readonly thread: number;
    readonly userId: number;
    readonly name: string;
  }): void;
  presences(text: string): void;
  /** Something may have been missed. */
  missed(): void;
}

interface FollowedRoom {
  readonly followers: Set<Follower>;
  /** Every follower was a member at this revision. */
  membersRev: number;
  /** The last change that was sent. */
  seq: number;
}

export interface ChatHub {
  /** A message that this server has just written. */
  written(message: WrittenMessage): void;
  /** @returns leaves, with all rooms */
  connect(follower: Follower): () => void;
  /** As the room was when the person was seen to be a member. */
  follow(follower: Follower, room: { readonly id: number; readonly membersRev: number; readonly seq: number }): void;
  unfollow(follower: Follower, roomId: number): void;
  /** Runs while nothing of the room is sent. */
  whileQuiet<T>(roomId: number, run: () => Promise<T>): Promise<T>;
  stop(): void;
}

/** No person: what is read for them is the same for all. */
const NOBODY = 0;
/** More are not read one by one: the clients ask for what they missed. */
const MOST_CHANGES = 100;

export interface ChatHubDeps {
  readonly bus: Pick<Bus, "subscribe" | "onGap">;
  readonly store: Pick<
    ChatStore,
    "changedSince" | "heads" | "membersAmong" | "followers" | "followed" | "room" | "subscription"
  >;
  readonly presencesOf: (realmId: number, people: readonly number[]) => Promise<readonly ChatPresence[]>;
  readonly clock: Clock;
  readonly log: Log;
}

/** CHAT-72: changes of presence are sent together, so that the arrival of a whole company in the morning is no flood. */
const PRESENCE_EVERY_MS = 500;

export function createChatHub(deps: ChatHubDeps): ChatHub {
  const { bus, store, presencesOf, clock, log } = deps;
  const registry = createRegistry();
  const { rooms, of } = registry;
  const { tell, sendLater, whileQuiet, isBusy } = createSending(deps, registry);

  const presences = createPresenceRounds({
    clock,
    log,
    tell: async (realmId, changed) => {
      const text = JSON.stringify({ type: "presences", all: false, presences: await presencesOf(realmId, changed) });
      for (const follower of registry.all()) if (follower.realmId === realmId) follower.presences(text);
    },
  });
  const sendSubscriptions = async (roomId: number, people: readonly number[]): Promise<void> => {
    for (const userId of people) {
      const found = await store.subscription(roomId, userId);
      if (found === undefined) continue;
      const subscription = presentSubscription(found.member, found.mentions);
      const text = JSON.stringify({ type: "subscription", room: String(roomId), subscription });
      for (const follower of of([userId])) follower.subscription(text);
    }
  };
  const followersOf = (roomId: number): readonly Follower[] => [...(rooms.get(roomId)?.followers ?? [])];

  const stops = [
    presences.stop,
    bus.subscribe(messageChanged, sendLater.message),
    bus.subscribe(roomChanged, ({ roomId, people }) => {
      for (const follower of of(people)) follower.membershipChanged(roomId);
      sendLater.run(roomId, async () => {
        const listed = await store.room(roomId, NOBODY);
        if (listed === undefined || listed.room.type === "d") return;
        const text = JSON.stringify({ type: "room", own: false, room: presentForMembers(listed) });
        for (const follower of followersOf(roomId)) follower.room(roomId, text);
      });
    }),
    bus.subscribe(roomRemoved, ({ roomId }) => {
      for (const follower of followersOf(roomId)) registry.remove(follower, roomId);
    }),
    bus.subscribe(subscriptionChanged, ({ roomId, people }) => {
      const here = people.filter((userId) => of([userId]).length > 0);
      // Read once for all devices of a person, while nothing of the room is sent: later messages come after it.
      if (here.length > 0) sendLater.run(roomId, () => sendSubscriptions(roomId, here));
      for (const follower of followersOf(roomId)) follower.seen(roomId, people);
    }),
    bus.subscribe(threadChanged, ({ userId, roomId, thread: root }) => {
      if (of([userId]).length === 0) return;
      sendLater.run(roomId, async () => {
        const found = await store.followed(roomId, root, userId);
        const place = found ?? { n: 0, read: 0 };
        const text = JSON.stringify({
          type: "thread",
          room: String(roomId),
          root,
          followed: found !== undefined,
          ...place,
        });
        for (const follower of of([userId])) follower.thread(text);
      });
    }),
    bus.subscribe(draftChanged, ({ userId, roomId, thread }) => {
      for (const follower of of([userId])) follower.draftChanged(roomId, thread);
    }),
    bus.subscribe(personTypes, (fact) => {
      for (const follower of followersOf(fact.roomId)) follower.typing(fact);
    }),
    bus.subscribe(presenceChanged, ({ realmId, people }) => presences.add(realmId, people)),
    // The next fact of a room reads from the last change that was sent; until then the clients ask.
    bus.onGap(() => {
      for (const follower of registry.all()) follower.missed();
    }),
  ];

  return {
    written: ({ roomId, membersRev, message, followers }) => {
      const room = rooms.get(roomId);
      if (room === undefined) return;
      const isNext = message.seq === room.seq + 1;
      // Otherwise the fact, which comes at once, has everything read in order.
      if (isNext && !isBusy(roomId) && membersRev === room.membersRev) tell(room, message, followers);
    },
    connect: registry.connect,
    follow: registry.follow,
    unfollow: registry.unfollow,
    whileQuiet,
    stop: () => stops.forEach((stop) => stop()),
  };
}

type Registry = ReturnType<typeof createRegistry>;

/** The connected devices, and the rooms they follow. */
function createRegistry() {
  const people = new Map<number, Set<Follower>>();
  const followed = new Map<Follower, Set<number>>();
  const rooms = new Map<number, FollowedRoom>();
  const unfollow = (follower: Follower, roomId: number): void => {
    const room = rooms.get(roomId);
    room?.followers.delete(follower);
    followed.get(follower)?.delete(roomId);
    if (room?.followers.size === 0) rooms.delete(roomId);
  };
  return {
    rooms,
    all: (): readonly Follower[] => [...followed.keys()],
    of: (userIds: readonly number[]): readonly Follower[] =>
      userIds.flatMap((userId) => [...(people.get(userId) ?? [])]),
    unfollow,
    /** The person is no member any more. */
    remove: (follower: Follower, roomId: number): void => {
      unfollow(follower, roomId);
      follower.roomGone(roomId);
    },
    connect: (follower: Follower): (() => void) => {
      const { userId } = follower;
      const own = people.get(userId) ?? new Set();
      people.set(userId, own.add(follower));
      followed.set(follower, new Set());
      return () => {
        own.delete(follower);
        if (own.size === 0 && people.get(userId) === own) people.delete(userId);
        for (const roomId of followed.get(follower) ?? []) unfollow(follower, roomId);
        followed.delete(follower);
      };
    },
    follow: (follower: Follower, { id, membersRev, seq }: Parameters<ChatHub["follow"]>[1]): void => {
      const own = followed.get(follower);
      // It has left in the meantime.
      if (own === undefined) return;
      own.add(id);
      const room = rooms.get(id);
      if (room === undefined) {
        rooms.set(id, { followers: new Set([follower]), membersRev, seq });
        return;
      }
      room.followers.add(follower);
      // With a smaller revision the next message has all of them looked up again.
      room.membersRev = Math.min(room.membersRev, membersRev);
    },
  };
}

/** Sends messages to followers, those of each room in their order. */
function createSending({ store, log }: Pick<ChatHubDeps, "store" | "log">, { rooms, remove }: Registry) {
  const inTurn = createKeyedQueue<number>();
  const busy = new Map<number, number>();
  const whileQuiet = async <T>(roomId: number, run: () => Promise<T>): Promise<T> => {
    busy.set(roomId, (busy.get(roomId) ?? 0) + 1);
    try {
      return await inTurn(roomId, run);
    } finally {
      const left = (busy.get(roomId) ?? 1) - 1;
      if (left > 0) busy.set(roomId, left);
      else busy.delete(roomId);
    }
  };
  const run = (roomId: number, work: () => Promise<void>): void => {
    if (!rooms.has(roomId)) return;
    whileQuiet(roomId, work).catch((error: unknown) => {
      log.error("a change of a room could not be told", { roomId, err: error });
      for (const follower of rooms.get(roomId)?.followers ?? []) follower.missed();
    });
  };
  const tell = (room: FollowedRoom, message: ChatMessage, followers: readonly number[]): void => {
    const roomId = Number(message.room);
    const isNew = message.id > room.seq;
    const change = JSON.stringify({ type: "change", room: message.room, seq: message.seq, message });
    // Reactions and pins change no list and no badge.
    const activity =
      isNew || message.deleted || message.edited_at !== null
        ? JSON.stringify(activityOf(message, { isNew, followers }))
        : undefined;
    for (const follower of room.followers) {
      if (activity !== undefined) follower.activity(roomId, activity);
      follower.change(roomId, change);
    }
    room.seq = Math.max(room.seq, message.seq);
  };
  /** CHAT-35: looked at after the messages were read, so that people who were removed before one of them are found. */
  const checkMembers = async (roomId: number, room: FollowedRoom): Promise<void> => {
    const { membersRev } = await store.heads(roomId);
    if (membersRev === room.membersRev) return;
    const followers = [...room.followers];
    const { rev, userIds } = await store.membersAmong(roomId, [...new Set(followers.map(({ userId }) => userId))]);
    for (const follower of followers) if (!userIds.has(follower.userId)) remove(follower, roomId);
    room.membersRev = rev;
  };
  const readAndSend = async (roomId: number, seq: number): Promise<void> => {
    const room = rooms.get(roomId);
    if (room === undefined || seq <= room.seq) return;
    const changes = await store.changedSince(roomId, room.seq, MOST_CHANGES + 1);
    const followers = new Map<number, readonly number[]>();
    for (const { id, thread } of changes) if (thread !== null) followers.set(id, await store.followers(roomId, thread));
    await checkMembers(roomId, room);
    if (changes.length <= MOST_CHANGES)
      for (const message of changes) tell(room, message, followers.get(message.id) ?? []);
    else {
      room.seq = seq;
      for (const follower of room.followers) follower.missed();
    }
  };
  const message = ({ roomId, seq }: { readonly roomId: number; readonly seq: number }): void => {
    if (seq > (rooms.get(roomId)?.seq ?? seq)) run(roomId, () => readAndSend(roomId, seq));
  };
  return { tell, whileQuiet, isBusy: (roomId: number) => busy.has(roomId), sendLater: { run, message } };
}

function activityOf(
  message: ChatMessage,
  { isNew, followers }: { readonly isNew: boolean; readonly followers: readonly number[] },
): ChatActivity {
  const { room, seq, id, n, thread, at, from, deleted, mentions, all } = message;
  const preview = deleted ? "" : previewOfMessage(message);
  const told = { seq, id, n, thread, at, from, deleted, isNew, preview, mentions, all };
  const line = message.call === undefined ? {} : { call: message.call };
  return { type: "activity", room, ...told, followers: followers.map(String), ...line };
}

/** Collects people, and reports them together, once in a while. */
function createPresenceRounds({
  clock,
  log,
  tell,
}: {
  readonly clock: Clock;
  readonly log: Log;
  readonly tell: (realmId: number, people: readonly number[]) => Promise<void>;
}) {
  const waiting = new Map<number, Set<number>>();
  let cancel: (() => void) | undefined;
  const run = (): void => {
    cancel = undefined;
    const round = [...waiting];
    waiting.clear();
    for (const [realmId, people] of round)
      tell(realmId, [...people]).catch((error: unknown) => log.warn("presence could not be told", { err: error }));
  };
  return {
    add: (realmId: number, people: readonly number[]): void => {
      const own = waiting.get(realmId) ?? new Set();
      waiting.set(realmId, own);
      for (const userId of people) own.add(userId);
      cancel ??= clock.setTimeout(run, PRESENCE_EVERY_MS);
    },
    stop: (): void => cancel?.(),
  };
}
