import type { AnyRoom, ChatMessage, RoomType, SmsConversation } from "@callpanel/contract";
import type { ClientRoom, OutboxItem } from "@callpanel/contract/chat-client";

export const roomPath = ({ type, id }: Pick<AnyRoom, "type" | "id">, message?: number): string =>
  `/chat/${type}/${encodeURIComponent(id)}${message === undefined ? "" : `/${message}`}`;

/** An SMS conversation is a direct one (spec 1 §3): its address has that type, and `sms` in place of a room (SMSUI-1). */
export const SMS_PLACE = "sms";
export const smsPath = (id?: string): string => `/chat/d/${SMS_PLACE}${id === undefined ? "" : `/${id}`}`;
export const conversationPath = (room: AnyRoom | SmsConversation): string =>
  "type" in room ? roomPath(room) : smsPath(room.id);

/** The name on the list: of a direct conversation that of the others. */
export const roomName = (room: AnyRoom, uid: string): string => {
  if (room.type !== "d") return room.name;
  const others = room.users.filter((person) => person.uid !== uid);
  return others.length === 0 ? room.to_user.name : others.map(({ name }) => name).join(", ");
};

/** The one other person of a direct conversation; undefined: several, or nobody. */
export const peerOf = (room: AnyRoom, uid: string): string | undefined => {
  if (room.type !== "d") return undefined;
  const others = room.users.filter((person) => person.uid !== uid);
  return others.length === 1 ? others[0]?.uid : others.length === 0 ? room.to_user.uid : undefined;
};

export const CHAT_SORTS = ["recent_activity", "asc", "desc"] as const;
export type ChatSort = (typeof CHAT_SORTS)[number];

export interface ListView {
  readonly type: RoomType;
  readonly sort: ChatSort;
  /** Closed rooms too. */
  readonly closed: boolean;
  readonly archived: boolean;
}

/** CHATUI-4: one's own rooms of a type, in the order of the list. */
export function listOf(rooms: readonly ClientRoom[], { type, sort, closed, archived }: ListView, uid: string) {
  const fits = ({ room }: ClientRoom) =>
    room.type === type && (archived || !room.archived) && (closed || room.subscription?.open !== false);
  const names = new Intl.Collator(undefined, { sensitivity: "base", numeric: true });
  const byName = (one: ClientRoom, other: ClientRoom) =>
    names.compare(roomName(one.room, uid), roomName(other.room, uid));
  const order = {
    recent_activity: (one: ClientRoom, other: ClientRoom) =>
      other.room.updatedAt - one.room.updatedAt || byName(one, other),
    asc: byName,
    desc: (one: ClientRoom, other: ClientRoom) => byName(other, one),
  }[sort];
  return rooms.filter(fits).toSorted(order);
}

/** What the viewer may do in a room (docs/spec/chat.md, Rights). */
export interface RoomRights {
  readonly isMember: boolean;
  readonly owns: boolean;
  readonly writes: boolean;
  readonly reacts: boolean;
  readonly invites: boolean;
}
export function roomRights(room: AnyRoom, mayWrite: boolean): RoomRights {
  const isMember = room.subscription !== null;
  const owns = room.subscription?.roles.includes("owner") === true;
  const acts = mayWrite && isMember && !room.archived;
  const isReadOnly = room.type !== "d" && room.ro;
  return {
    isMember,
    owns: owns && mayWrite,
    writes: acts && (owns || !isReadOnly),
    reacts: acts,
    invites: acts && room.type !== "d",
  };
}

/** A message as it is drawn: one of the room, or one that waits in the outbox. */
export interface DrawnMessage {
  /** The same before and after the server has it. */
  readonly key: string;
  readonly message: ChatMessage;
  readonly state: "sending" | "sent" | "failed" | "read";
  /** Of a message in the outbox. */
  readonly waiting: OutboxItem | null;
}

interface Drawing {
  readonly messages: readonly ChatMessage[];
  readonly outbox: readonly OutboxItem[];
  readonly room: string;
  readonly thread: number | null;
  readonly own: { readonly uid: string; readonly name: string };
  /** Everything up to this place is read by another person. */
  readonly seen: number;
  readonly now: number;
}

/** CHATUI-7: the messages, and behind them those that wait. */
export function drawnMessages(drawing: Drawing): readonly DrawnMessage[] {
  const { messages, outbox, room, thread, own, seen, now } = drawing;
  const there = messages.map((message): DrawnMessage => {
    const isRead = message.from.uid === own.uid && message.n <= seen;
    return { key: `${message.from.uid}/${message.client_id}`, message, state: isRead ? "read" : "sent", waiting: null };
  });
  const known = new Set(there.map(({ key }) => key));
  const waiting = outbox.flatMap((item): readonly DrawnMessage[] => {
    const { order } = item;
    if (order.order !== "send" || order.room !== room || (order.thread ?? null) !== thread) return [];
    const key = `${own.uid}/${order.client_id}`;
    if (known.has(key)) return [];
    const message: ChatMessage = {
      id: 0,
      room,
      seq: 0,
      n: 0,
      thread,
      from: own,
      client_id: order.client_id,
      at: now,
      edited_at: null,
      deleted: false,
      text: order.text,
      mentions: [],
      all: false,
      files: [],
      reactions: [],
      pinned_by: null,
      replies: null,
    };
    return [{ key, message, state: item.state === "refused" ? "failed" : "sending", waiting: item }];
  });
  return [...there, ...waiting];
}

/** Messages of one author within this time stand together. */
const TOGETHER_MS = 5 * 60_000;

export interface Row extends DrawnMessage {
  /** The first of a day. */
  readonly isNewDay: boolean;
  /** The first that one had not read when the room was opened. */
  readonly isFirstNew: boolean;
  /** Without picture and name: it continues the one before. */
  readonly continues: boolean;
}

const dayOf = (at: number): string => new Date(at).toDateString();

/** CHATUI-8: days, the line of new messages, and messages of one author together. */
export function rowsOf(drawn: readonly DrawnMessage[], readAt: number | null, uid: string): readonly Row[] {
  let hasLine = false;
  return drawn.map((one, at) => {
    const { message } = one;
    const before = drawn[at - 1]?.message;
    const isNewDay = before === undefined || dayOf(before.at) !== dayOf(message.at);
    const isFirstNew =
      !hasLine && readAt !== null && message.n > readAt && message.from.uid !== uid && one.waiting === null;
    hasLine ||= isFirstNew;
    const isClose = before?.from.uid === message.from.uid && message.at - before.at < TOGETHER_MS;
    return { ...one, isNewDay, isFirstNew, continues: isClose && !isNewDay && !isFirstNew };
  });
}
