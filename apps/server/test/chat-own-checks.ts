/** What must be true for each device of a walk through chat, of what is its person's own. */
import type { ChatMessage, NotifyLevel } from "@callpanel/contract";
import { expect } from "vitest";
import type { Stores } from "../src/app/services/storage.ts";
import { draftPlace, type Device } from "./chat-device.ts";

/** @param since the last message of each room when everybody had been connected for good */
export async function compareOwn(stores: Stores, device: Device, since: ReadonlyMap<string, number>): Promise<void> {
  await compareDrafts(stores, device);
  await compareAnswers(stores, device);
  await compareSeen(stores, device);
  await compareNotices(stores, device, since);
}

/** A draft that the server keeps is the one that every device shows. */
async function compareDrafts({ chat }: Stores, { userId, drafts }: Device): Promise<void> {
  for (const { roomId, text, version } of await chat.drafts(userId)) {
    const place = draftPlace({ room: String(roomId), thread: null });
    expect(drafts.get(place), `draft of ${userId} in ${place}`).toMatchObject({ text, version });
  }
}

/** Answers that are known are known as they are. */
async function compareAnswers({ chat }: Stores, { client, shown }: Device): Promise<void> {
  for (const room of shown)
    for (const { id, replies } of client.messages(room)) {
      const answers = replies === null ? [] : client.thread(room, id);
      const [first] = answers;
      const last = answers.at(-1);
      if (first === undefined || last === undefined) continue;
      const known = new Set(answers.map((answer) => answer.id));
      const stored = await chat.history({ roomId: Number(room), thread: id, from: first.n, to: last.n });
      // A long thread that is no longer kept is removed in parts; nothing is sent of it before its root is removed.
      const kept = new Set(stored.map((answer) => answer.id));
      expect(
        answers.filter((answer) => kept.has(answer.id)),
        `answers to ${room}/${id}`,
      ).toEqual(stored.filter((answer) => known.has(answer.id)));
    }
}

/** CHAT-41: nobody has read less than is shown; "mark as unread" is not sent back. */
async function compareSeen({ chat }: Stores, { client, shown, userId }: Device): Promise<void> {
  for (const room of shown) {
    const known = client.room(room);
    if (known === undefined || known.room.type === "c") continue;
    for (const { userId: other, read } of await chat.readMarks(Number(room)))
      if (other !== userId)
        expect(known.seen.get(String(other)) ?? 0, `what ${other} has read in ${room}`).toBeGreaterThanOrEqual(read);
  }
}

/** CHAT-52: a message that was written while nobody was disconnected made one notice, or none; a user's own messages never did. */
async function compareNotices(
  { chat }: Stores,
  { client, userId, noticed }: Device,
  since: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [room, head] of since) {
    const own = await chat.subscription(Number(room), userId);
    if (own === undefined) continue;
    const isDirect = client.room(room)?.room.type === "d";
    for (const message of await chat.changedSince(Number(room), head, 100_000)) {
      const isNotice = noticed.has(`${room}/${message.id}`);
      const what = `notice of ${room}/${message.id} to ${userId}`;
      if (message.from.uid === String(userId) || own.member.notify === "nothing")
        // It may be from before.
        expect(isNotice && message.id > head, what).toBe(false);
      // An edited message may name other people now than when it was sent.
      else if (message.id > head && message.thread === null && !message.deleted && message.edited_at === null)
        expect(isNotice, what).toBe(wantsNotice(own.member.notify, isDirect, message, String(userId)));
    }
  }
}

function wantsNotice(level: NotifyLevel, isDirect: boolean, { mentions, all }: ChatMessage, uid: string): boolean {
  return isDirect || level === "all" || all || mentions.includes(uid);
}

/** What the person ordered last, and was not refused, is so: they have this device alone. */
export async function checkWanted({ chat }: Stores, { userId, wanted, left, client }: Device): Promise<void> {
  const uid = String(userId);
  const saved = await chat.saved(userId, { limit: 100_000, offset: 0 });
  const isSaved = new Set(saved.messages.map(({ room, id }) => `${room}/${id}`));
  const followed = new Set((await chat.threads(userId, 100_000)).map(({ message }) => `${message.room}/${message.id}`));
  for (const order of wanted.values()) {
    if (!("id" in order || "thread" in order) || client.room(order.room) === undefined) continue;
    const id = "id" in order ? order.id : order.thread;
    const key = `${order.room}/${id}`;
    const message = await chat.message(Number(order.room), id);
    // It is no longer kept, or has no content any more.
    if (message === undefined || message.deleted) continue;
    switch (order.order) {
      case "edit":
        expect(message.text, `edited ${key}`).toBe(order.text);
        break;
      case "delete":
        expect(message.deleted, `deleted ${key}`).toBe(true);
        break;
      case "react": {
        const by = message.reactions.find(({ emoji }) => emoji === order.emoji)?.by ?? [];
        expect(by.includes(uid), `${order.emoji} at ${key}`).toBe(order.on);
        break;
      }
      case "save":
        expect(isSaved.has(key), `saved ${key}`).toBe(order.on);
        break;
      case "follow":
        // A person who replies or is named later follows again.
        if (order.on || message.replies?.count === left.get(key))
          expect(followed.has(key), `followed ${key}`).toBe(order.on);
        break;
      default:
    }
  }
}
