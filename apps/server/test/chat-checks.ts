/** What must be true of clients of chat when everything has arrived, and what must never happen on the way. */
import type { AnyRoom, ChatMessage, ChatServerFrame } from "@callpanel/contract";
import type { ChatClient } from "@callpanel/contract/chat-client";
import { expect, vi } from "vitest";
import type { Stores } from "../src/app/services/storage.ts";
import { presentRoom } from "../src/modules/chat/rooms/room.view.ts";
import { WAIT } from "./wait.ts";

/** CHAT-35: people who were removed, and up to which change they may know the room. */
export function watchRemoved() {
  const known = new Map<string, number>();
  const keyOf = (userId: number, room: string): string => `${userId} ${room}`;
  return {
    removed: (userId: number, room: string, seq: number): void => void known.set(keyOf(userId, room), seq),
    back: (userId: number, room: string): void => void known.delete(keyOf(userId, room)),
    /** What a server sends at this moment. */
    look: (userId: number, frame: ChatServerFrame): void => {
      if (frame.type !== "change" && frame.type !== "activity" && frame.type !== "changes") return;
      const seq = known.get(keyOf(userId, frame.room));
      if (seq !== undefined && frame.seq > seq)
        throw new Error(`${userId} was removed from ${frame.room} and gets change ${frame.seq}`);
    },
  };
}

/** A message that a device wrote. */
export interface Written {
  readonly room: string;
  /** Of an answer. */
  readonly thread: number | undefined;
}

/**
 * Every message that was written is stored once, whatever was sent again, unless it was refused or is no longer kept (`gone`: by `client_id`).
 * A message that was removed before its sender heard of it may be stored again.
 */
export async function checkWritten(
  { chat }: Pick<Stores, "chat">,
  rooms: readonly string[],
  devices: readonly { readonly written: ReadonlyMap<string, Written>; readonly client: ChatClient }[],
  gone: ReadonlySet<string>,
): Promise<void> {
  const stored = new Set<string>();
  const twice: string[] = [];
  const ids = new Map<string, number>();
  const firsts = new Map<string, number>();
  for (const room of rooms) {
    firsts.set(room, (await chat.room(Number(room), 0))?.room.first.id ?? 1);
    for (const { client_id: clientId, id } of await chat.changedSince(Number(room), 0, 100_000)) {
      if (stored.has(clientId)) twice.push(clientId);
      stored.add(clientId);
      ids.set(clientId, id);
    }
  }
  // What a device writes in a room stays in its order, whatever was sent again.
  for (const { written: own } of devices) {
    const last = new Map<string, number>();
    for (const [clientId, { room }] of own) {
      const id = ids.get(clientId);
      if (id === undefined || gone.has(clientId)) continue;
      expect(id, `${clientId} in room ${room}`).toBeGreaterThan(last.get(room) ?? 0);
      last.set(room, id);
    }
  }
  const written = new Map(devices.flatMap((device) => [...device.written]));
  const refused = new Set(
    devices.flatMap(({ client }) =>
      client.outbox().flatMap(({ order }) => (order.order === "send" ? [order.client_id] : [])),
    ),
  );
  const isKept = ({ room, thread }: Written): boolean => thread === undefined || thread >= (firsts.get(room) ?? 1);
  const missing = [...written].filter(
    ([id, one]) => !stored.has(id) && !refused.has(id) && !gone.has(id) && isKept(one),
  );
  expect({ twice, missing, unknown: [...stored].filter((id) => !written.has(id)) }).toEqual({
    twice: [],
    missing: [],
    unknown: [],
  });
}

/** What is true of every message, whatever was done with it. */
export async function checkMessages({ chat }: Pick<Stores, "chat">, rooms: readonly string[]): Promise<void> {
  for (const room of rooms) {
    const messages = await chat.changedSince(Number(room), 0, 100_000);
    const places = messages.filter(({ thread }) => thread === null).map(({ n }) => n);
    const { first, last } = await chat.places(Number(room), 0);
    expect(
      places.toSorted((one, other) => one - other),
      `places of room ${room}`,
    ).toEqual(places.map((_, index) => first + index));
    expect(places.length === 0 ? last : first + places.length - 1).toBe(last);
    for (const { id, reactions, deleted, text, mentions, pinned_by: pinnedBy } of messages) {
      const emojis = reactions.map(({ emoji }) => emoji);
      const people = reactions.flatMap(({ emoji, by }) => by.map((uid) => `${uid} ${emoji}`));
      expect([new Set(emojis).size, new Set(people).size], `reactions of ${room}/${id}`).toEqual([
        emojis.length,
        people.length,
      ]);
      expect(reactions.every(({ by }) => by.length > 0)).toBe(true);
      if (deleted) expect({ text, mentions, reactions, pinnedBy }).toEqual(NOTHING);
    }
  }
}

/** The server lists the first ones. */
const MOST_MENTIONS = 100;
const NOTHING = { text: "", mentions: [], reactions: [], pinnedBy: null };

/** Followed threads: what is unread in them. */
async function compareThreads({ chat }: Stores, client: ChatClient): Promise<void> {
  const threads = await chat.threads(Number(client.uid), 1_000);
  expect(client.unreadThreads()).toBe(threads.filter(({ n, read }) => n > read).length);
  for (const { message, n, read } of threads)
    expect(client.unreadThread(message.room, message.id), `thread ${message.id} of room ${message.room}`).toBe(
      n - read,
    );
}

const byId = (one: { readonly id: string }, other: { readonly id: string }) => Number(one.id) - Number(other.id);
const facts = (room: AnyRoom) => {
  const { id, n: _n, seq: _seq, unread: _unread, lastMessage, ...rest } = room;
  return { ...rest, id, lastMessage: lastMessage && { ...lastMessage } };
};

/** @returns how many messages of rooms on screen the client knows */
export async function compareWithStore(
  stores: Stores,
  client: ChatClient,
  shown: ReadonlySet<string>,
): Promise<number> {
  let count = 0;
  const userId = Number(client.uid);
  const stored = (await stores.chat.roomsOf(userId)).map((listed) => presentRoom(listed, userId)).toSorted(byId);
  const known = client.roomIds().map((id) => client.room(id));
  const rooms = known.flatMap((one) => one?.room ?? []).toSorted(byId);
  await vi.waitFor(() => expect(rooms.map(({ id }) => id)).toEqual(stored.map(({ id }) => id)), WAIT);
  for (const truth of stored) {
    const own = client.room(truth.id);
    const mentions = truth.subscription?.mentions ?? [];
    expect(
      { unread: own?.unread, n: own?.n, mentions: own?.mentions.slice(0, MOST_MENTIONS) },
      `room ${truth.id} of ${userId}`,
    ).toEqual({
      unread: truth.unread,
      n: truth.n,
      mentions,
    });
    const { subscription: before, ...view } = facts(own?.room ?? truth);
    const { subscription: after, ...wanted } = facts(truth);
    expect(view).toEqual(wanted);
    expect({ ...before, mentions: [] }).toEqual({ ...after, mentions: [] });
    if (!shown.has(truth.id)) continue;
    const messages = client.messages(truth.id);
    const [first] = messages;
    const last = messages.at(-1);
    const range = { roomId: Number(truth.id), thread: 0, from: first?.n ?? 1, to: last?.n ?? 0 };
    const kept: readonly ChatMessage[] = await stores.chat.history(range);
    expect(messages).toEqual(kept);
    expect(messages.length > 0, "some messages are known").toBe(truth.n >= truth.first);
    if (client.isLive(truth.id)) expect(last?.n ?? truth.first - 1).toBe(truth.n);
    const ids = new Set(messages.map(({ client_id, from }) => `${from.uid} ${client_id}`));
    expect(ids.size).toBe(messages.length);
    count += messages.length;
  }
  await compareThreads(stores, client);
  return count;
}
