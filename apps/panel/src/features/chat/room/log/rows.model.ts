import type { ChatMessage, ChatPerson } from "@callpanel/contract";
import type { OutboxItem } from "@callpanel/contract/chat-client";

/** A message as it is drawn: one of the room, or one that waits in the outbox. */
export interface Row {
  /** The same before and after the server has it. */
  readonly key: string;
  readonly message: ChatMessage;
  readonly state: "sending" | "sent" | "failed" | "read";
  /** Of a message in the outbox. */
  readonly waiting: OutboxItem | null;
  /** The first of a day. */
  readonly isNewDay: boolean;
  /** The first that one had not read when the room was opened. */
  readonly isFirstNew: boolean;
  /** Without picture and name: it continues the one before. */
  readonly continues: boolean;
}

export interface RowsWanted {
  /** By place. */
  readonly messages: readonly ChatMessage[];
  readonly outbox: readonly OutboxItem[];
  readonly room: string;
  readonly thread: number | null;
  readonly own: ChatPerson;
  /** Everything up to this place is read by all others. */
  readonly seen: number;
  /** The user's read mark when the room was opened; null: nothing was new. */
  readonly readAt: number | null;
  readonly now: number;
}

/** Messages of one author within this time stand together. */
const TOGETHER_MS = 5 * 60_000;

/**
 * CHATUI-7, CHATUI-8: the messages of one log, and behind them those that wait; with days, the line of new messages, and
 * messages of one author together. A row that is as it was is the same object: only what has changed is drawn again.
 */
export function createRows(): (wanted: RowsWanted) => readonly Row[] {
  const sent = new WeakMap<ChatMessage, Row>();
  const unsent = new WeakMap<OutboxItem, Row>();
  const dayOf = createDays();
  return ({ messages, outbox, room, thread, own, seen, readAt, now }) => {
    let before: ChatMessage | undefined;
    let hasLine = false;
    const place = (message: ChatMessage, isSent: boolean) => {
      const isNewDay = before === undefined || dayOf(before.at) !== dayOf(message.at);
      const isFirstNew = !hasLine && isSent && readAt !== null && message.n > readAt && message.from.uid !== own.uid;
      hasLine ||= isFirstNew;
      const isClose = before?.from.uid === message.from.uid && message.at - before.at < TOGETHER_MS;
      before = message;
      return { isNewDay, isFirstNew, continues: isClose && !isNewDay && !isFirstNew };
    };
    const there = messages.map((message): Row => {
      const state = message.from.uid === own.uid && message.n <= seen ? "read" : "sent";
      const known = sent.get(message);
      const placed = place(message, true);
      if (known !== undefined && known.state === state && isPlacedSo(known, placed)) return known;
      const row = { key: keyOf(message), message, state, waiting: null, ...placed } as const;
      sent.set(message, row);
      return row;
    });
    const waiting = outbox.flatMap((item): readonly Row[] => {
      const { order } = item;
      if (order.order !== "send" || order.room !== room || (order.thread ?? null) !== thread) return [];
      const isThere = messages.findLast((one) => one.client_id === order.client_id && one.from.uid === own.uid);
      if (isThere !== undefined) return [];
      const known = unsent.get(item);
      const message = known?.message ?? waitingMessage(order, own, now);
      const placed = place(message, false);
      if (known !== undefined && isPlacedSo(known, placed)) return [known];
      const state = item.state === "refused" ? "failed" : "sending";
      const row = { key: keyOf(message), message, state, waiting: item, ...placed } as const;
      unsent.set(item, row);
      return [row];
    });
    return [...there, ...waiting];
  };
}

const keyOf = ({ from, client_id }: ChatMessage): string => `${from.uid}/${client_id}`;

const isPlacedSo = (row: Row, placed: Pick<Row, "isNewDay" | "isFirstNew" | "continues">): boolean =>
  row.isNewDay === placed.isNewDay && row.isFirstNew === placed.isFirstNew && row.continues === placed.continues;

type Sending = Extract<OutboxItem["order"], { readonly order: "send" }>;

const waitingMessage = ({ room, client_id, text, thread }: Sending, own: ChatPerson, now: number): ChatMessage => ({
  id: 0,
  room,
  seq: 0,
  n: 0,
  thread: thread ?? null,
  from: own,
  client_id,
  at: now,
  edited_at: null,
  deleted: false,
  text,
  mentions: [],
  all: false,
  files: [],
  reactions: [],
  pinned_by: null,
  replies: null,
});

/** Days of every zone begin at a quarter of an hour of UTC. */
const QUARTER_MS = 15 * 60_000;

/** Local days of times; asking the browser for each of thousands of messages would take longer than drawing. */
function createDays(): (at: number) => string {
  const known = new Map<number, string>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS);
    const day = known.get(quarter) ?? new Date(at).toDateString();
    known.set(quarter, day);
    return day;
  };
}
