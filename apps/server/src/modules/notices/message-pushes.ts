/** Notifications of messages for people without an open page (docs/spec/chat-notices.md, CHATN-10 and following). */
import {
  BUDDY_PICTURE_PX,
  noticedOf,
  noticeTag,
  noticeWays,
  TO_ONESELF,
  type ChatNotices,
  type Locale,
  type Noticed,
  type NotifyLevel,
  type PushMessage,
} from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import { createFairGate } from "../../kernel/concurrency/fair-gate.ts";
import { createKeyedQueue } from "../../kernel/concurrency/keyed-queue.ts";
import type { Log } from "../../kernel/log.ts";
import type { ChatStore, ChatWork, OwnChange, WrittenMessage } from "../chat/index.ts";
import { pictureUrl } from "../pictures/index.ts";
import type { PushService } from "../push/index.ts";
import type { SmsNotices } from "../sms/index.ts";
import type { Among, NoticeStore, PushedNotice } from "./notice.store.ts";
import { roomNotice, smsNotice, type Reader, type Shown } from "./room-notice.ts";

export interface MessagePushDeps {
  readonly store: NoticeStore;
  readonly chat: Pick<ChatStore, "room" | "subscription" | "roomsOf">;
  readonly pushes: Pick<PushService, "tell">;
  /** The settings of the people who may be disturbed at all. */
  readonly choicesOf: (userIds: readonly number[]) => Promise<ReadonlyMap<number, Choices>>;
  /** The name of a number among the contacts that a person may read. */
  readonly contactName: (userId: number, number: string) => Promise<string | undefined>;
  /** Short text from a tag, used as the push service's topic. */
  readonly topicOf: (tag: string) => string;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

/** A person's notification settings, and whether they want no disturbance now. */
export interface Choices {
  readonly settings: ChatNotices;
  readonly doNotDisturb: boolean;
  readonly isBusy: boolean;
}

/** An unread message is of interest for a day. */
const TTL_SECONDS = 86_400;
/** Notifications that are sent at the same time, and that wait. */
const AT_ONCE = 20;
const MOST_WAITING = 10_000;
/** No person: what is read for them is the same for all. */
const NOBODY = 0;

interface Target {
  readonly userId: number;
  readonly among: Among;
  readonly choices: Choices;
}

export interface MessagePushes extends ChatWork, SmsNotices {
  /** CHATN-12: a device was given up; what was sent to it since it was last heard may not have arrived. */
  lost(userId: number, heardAt: number): void;
  /** Sends no more. Resolves when what is on its way has been sent. */
  stop(): Promise<void>;
}

export function createMessagePushes(deps: MessagePushDeps): MessagePushes {
  const { store, chat, log } = deps;
  const deliver = createDelivery(deps);
  const inTurn = createKeyedQueue<string>();
  const running = new Set<Promise<unknown>>();
  const run = (key: string, work: () => Promise<void>): void => {
    const one = inTurn(key, work)
      .catch((error: unknown) => log.warn("a message could not be notified", { err: error }))
      .finally(() => running.delete(one));
    running.add(one);
  };

  const tellRoom = async ({ message, followers, only, isMentioned }: RoomNews): Promise<void> => {
    const among = { roomId: Number(message.room) };
    const found = await store.absent({ among, ...(only !== undefined && { only }), now: deps.clock.now() });
    const people = found.filter(({ userId }) => String(userId) !== message.from.uid);
    const listed = people.length === 0 ? undefined : await chat.room(among.roomId, NOBODY);
    if (listed === undefined) return;
    const activity = { ...message, followers: followers.map(String) };
    const noticed = (userId: number) => {
      const own = noticedOf(activity, listed.room.type === "d", String(userId));
      return { ...own, isMentioned: own.isMentioned || isMentioned === true };
    };
    const targets = await deliver.wanted(people, { among, noticed });
    if (targets.length === 0) return;
    const sender = Number(message.from.uid);
    const icon = pictureUrl(Number.isFinite(sender) ? await store.picture(sender) : null, BUDDY_PICTURE_PX);
    const of = { tag: noticeTag("chat", message.room), message: message.id, n: message.n, thread: message.thread ?? 0 };
    await deliver.toAll(targets, of, (reader) => roomNotice(listed, { message, icon }, reader));
  };
  const written = async ({ roomId, message, followers }: WrittenMessage): Promise<void> => {
    if (message.deleted) return deliver.withdraw(await store.pushedOf(noticeTag("chat", roomId), message.id));
    await tellRoom({ message, followers });
  };
  /** CHATN-13 */
  const changedOwn = async (userId: number, { roomId, thread }: OwnChange): Promise<void> => {
    const pushed = await store.pushed(userId, noticeTag("chat", roomId));
    if (pushed === undefined || pushed.thread !== thread) return;
    const read = thread === 0 ? (await chat.subscription(roomId, userId))?.member.read : Infinity;
    if (read === undefined || read >= pushed.n) await deliver.withdraw([pushed]);
  };
  const lost = async (userId: number, heardAt: number): Promise<void> => {
    for (const { last, member, mentions } of await chat.roomsOf(userId)) {
      if (last === undefined || member === undefined || last.at < heardAt || last.n <= member.read) continue;
      if (last.call !== undefined) continue;
      await tellRoom({ message: last, followers: [], only: userId, isMentioned: mentions.includes(last.n) });
    }
  };
  const textMessage = async ({ realmId, people, ...sms }: Parameters<SmsNotices["textMessage"]>[0]): Promise<void> => {
    const noticed = () => TO_ONESELF;
    const among = { realmId, userIds: people };
    const found = await store.absent({ among, now: deps.clock.now() });
    const targets = await deliver.wanted(found, { among, noticed });
    const of = { tag: noticeTag("sms", sms.conversationId), message: sms.n, n: sms.n, thread: 0 };
    const names = new Map<number, string | undefined>();
    for (const { userId } of targets) names.set(userId, await deps.contactName(userId, sms.sender));
    await deliver.toAll(targets, of, (reader) =>
      smsNotice({ ...sms, sender: names.get(reader.userId) ?? sms.sender }, reader),
    );
  };
  return {
    written: (one) => {
      const { message } = one;
      // `id` is the sequence number with which it was sent: with another one it was changed.
      // CHAT-75: calls and voicemail have notifications of their own.
      if (message.call !== undefined) return;
      if (message.seq === message.id || message.deleted) run(`room ${one.roomId}`, () => written(one));
    },
    changedOwn: (change) => {
      for (const userId of change.people) run(`room ${change.roomId}`, () => changedOwn(userId, change));
    },
    lost: (userId, heardAt) => run(`person ${userId}`, () => lost(userId, heardAt)),
    textMessage: (sms) => run(`sms ${sms.conversationId}`, () => textMessage(sms)),
    textRead: (userId, conversationId, n) =>
      run(`sms ${conversationId}`, async () => {
        const pushed = await store.pushed(userId, noticeTag("sms", conversationId));
        if (pushed !== undefined && pushed.n <= n) await deliver.withdraw([pushed]);
      }),
    stop: async () => {
      const sent = deliver.stop();
      while (running.size > 0) await Promise.all(running);
      await sent;
    },
  };
}

interface RoomNews extends Pick<WrittenMessage, "message" | "followers"> {
  /** To this person alone. */
  readonly only?: number;
  /** It mentions that person, or everybody. */
  readonly isMentioned?: boolean;
}

/** Sends to people one after the other, and what is each person's in its order. */
function createDelivery(deps: MessagePushDeps) {
  const { store, pushes, choicesOf, topicOf, clock, log } = deps;
  const inTurn = createKeyedQueue<number>();
  const busy = () => new Error("too many notifications are waiting");
  const gate = createFairGate({ atOnce: AT_ONCE, mostInLane: MOST_WAITING, mostInAll: MOST_WAITING, busy });
  const running = new Set<Promise<unknown>>();
  let isStopped = false;
  const send = (userId: number, work: () => Promise<void>): void => {
    const one = inTurn(userId, () => gate.run(String(userId), async () => (isStopped ? undefined : work())))
      .catch((error: unknown) => log.warn("a notification of a message was not sent", { userId, err: error }))
      .finally(() => running.delete(one));
    running.add(one);
  };
  const push = (userId: number, tag: string, messageIn: (locale: Locale) => PushMessage) =>
    pushes.tell(userId, { messageIn, ttlSeconds: TTL_SECONDS, topic: topicOf(tag) });

  return {
    /** The people who want a notification. */
    wanted: async (
      people: ReadonlyArray<{ readonly userId: number; readonly level: NotifyLevel }>,
      { among, noticed }: { readonly among: Among; readonly noticed: (userId: number) => Noticed },
    ): Promise<readonly Target[]> => {
      const choices = await choicesOf(people.map(({ userId }) => userId));
      return people.flatMap(({ userId, level }) => {
        const own = choices.get(userId);
        if (own === undefined) return [];
        const concerns = { level, noticed: noticed(userId), isOnCall: false, now: clock.now() };
        const { push: isTold } = noticeWays({ ...own, ...concerns, place: "nowhere" });
        return isTold ? [{ userId, among, choices: own }] : [];
      });
    },
    toAll: async (
      targets: readonly Target[],
      of: Omit<PushedNotice, "userId">,
      content: (reader: Reader) => (locale: Locale) => Shown,
    ): Promise<void> => {
      const unread = await store.unread(targets.map(({ userId }) => userId));
      for (const { userId, among, choices } of targets)
        send(userId, async () => {
          // CHATN-11: looked at again, because it may have waited.
          const still = await store.absent({ among, only: userId, now: clock.now() });
          if (still.length === 0) return;
          await store.keepPushed({ ...of, userId });
          const { show_text: showsText, sound } = choices.settings;
          await push(userId, of.tag, content({ userId, showsText, sound, unread: unread.get(userId) ?? 0 }));
        });
    },
    withdraw: async (pushed: readonly PushedNotice[]): Promise<void> => {
      const counts = await store.unread(pushed.map(({ userId }) => userId));
      for (const one of pushed)
        send(one.userId, async () => {
          if (!(await store.forgetPushed(one))) return;
          const unread = counts.get(one.userId) ?? 0;
          await push(one.userId, one.tag, () => ({ kind: "close", tag: one.tag, unread }));
        });
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      while (running.size > 0) await Promise.all(running);
    },
  };
}
