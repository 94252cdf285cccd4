/** What servers send each other about chat: ids and numbers only; the rest is in the database. */
import type { ChatMessage } from "@callpanel/contract";
import * as z from "zod/mini";
import type { Bus } from "../../kernel/bus/bus.ts";
import { topic } from "../../kernel/bus/topic.ts";

const id = z.number();

/** A message was sent or changed. `membersRev`: the revision of the members when it was written. */
export const messageChanged = topic(
  "chat-message",
  z.object({ roomId: id, seq: z.number(), message: id, membersRev: z.number() }),
);
/** A room was changed; `people`: those who became members, or are members no longer. */
export const roomChanged = topic("chat-room", z.object({ roomId: id, people: z.array(id) }));
export const roomRemoved = topic("chat-room-removed", z.object({ roomId: id }));
/** What is a person's own in a room: list, notices, read mark. */
export const subscriptionChanged = topic("chat-subscription", z.object({ roomId: id, people: z.array(id) }));
/** How far a person has read a thread, or whether they follow it. */
export const threadChanged = topic("chat-thread", z.object({ userId: id, roomId: id, thread: z.number() }));
export const draftChanged = topic("chat-draft", z.object({ userId: id, roomId: id, thread: z.number() }));
export const personTypes = topic(
  "chat-typing",
  z.object({ roomId: id, thread: z.number(), userId: id, name: z.string() }),
);
export const presenceChanged = topic("chat-presence", z.object({ realmId: id, people: z.array(id) }));

/** A message as it was just written, for the sockets of this server. */
export interface WrittenMessage {
  readonly roomId: number;
  readonly membersRev: number;
  readonly message: ChatMessage;
  /** Of an answer in a thread. */
  readonly followers: readonly number[];
}

/** A person has read in a room or thread, or changed something else that is their own there. */
export interface OwnChange {
  readonly roomId: number;
  readonly people: readonly number[];
  /** 0: of the room itself. */
  readonly thread: number;
}

/** The changes of this server, before others are notified. */
export interface ChatWork {
  readonly written: (message: WrittenMessage) => void;
  readonly changedOwn: (change: OwnChange) => void;
}

/** Notifies the sockets of this server and the other servers. */
export interface ChatFacts {
  message(written: WrittenMessage): void;
  room(roomId: number, people?: readonly number[]): void;
  roomRemoved(roomId: number): void;
  subscription(roomId: number, people: readonly number[]): void;
  thread(roomId: number, thread: number, userId: number): void;
  draft(userId: number, roomId: number, thread: number): void;
  typing(fact: {
    readonly roomId: number;
    readonly thread: number;
    readonly userId: number;
    readonly name: string;
  }): void;
  presence(realmId: number, people: readonly number[]): void;
}

/** NOTIFY carries 8,000 bytes: larger lists go in parts. */
const PEOPLE_AT_ONCE = 500;

/** `here` has a message at once, so that this server need not read it again. */
export function chatFactsOn(bus: Pick<Bus, "publish">, here: ChatWork): ChatFacts {
  const inParts = (people: readonly number[], publish: (part: number[]) => void): void => {
    for (let at = 0; at === 0 || at < people.length; at += PEOPLE_AT_ONCE)
      publish(people.slice(at, at + PEOPLE_AT_ONCE));
  };
  return {
    message: (written) => {
      here.written(written);
      const { roomId, membersRev, message } = written;
      bus.publish(messageChanged, { roomId, membersRev, seq: message.seq, message: message.id });
    },
    room: (roomId, people = []) => inParts(people, (part) => bus.publish(roomChanged, { roomId, people: part })),
    roomRemoved: (roomId) => bus.publish(roomRemoved, { roomId }),
    subscription: (roomId, people) => {
      inParts(people, (part) => bus.publish(subscriptionChanged, { roomId, people: part }));
      here.changedOwn({ roomId, people, thread: 0 });
    },
    thread: (roomId, thread, userId) => {
      bus.publish(threadChanged, { userId, roomId, thread });
      here.changedOwn({ roomId, people: [userId], thread });
    },
    draft: (userId, roomId, thread) => bus.publish(draftChanged, { userId, roomId, thread }),
    typing: (fact) => bus.publish(personTypes, fact),
    presence: (realmId, people) => inParts(people, (part) => bus.publish(presenceChanged, { realmId, people: part })),
  };
}
