/** What a client knows of one of its rooms, and how that changes. */
import type { AnyRoom, ChatMessage, Subscription } from "../chat-state.ts";
import { MessageWindow } from "./message-window.ts";
import { SentIds } from "./sent-ids.ts";

/** A room as it is shown; another object after each change. */
export interface ClientRoom {
  readonly room: AnyRoom;
  /** Place of the last message of the room. */
  readonly n: number;
  readonly unread: number;
  /** Unread places that mention this person. */
  readonly mentions: readonly number[];
  /** Of others, in direct conversations and small groups: how far they have read. */
  readonly seen: ReadonlyMap<string, number>;
}

/** The same object as long as the room is there. */
export interface KeptRoom {
  room: AnyRoom;
  readonly window: MessageWindow;
  n: number;
  mentions: Set<number>;
  readonly seen: Map<string, number>;
  /** Messages that were reported as new: each makes one notice, also when a page or an answer brought it before. */
  readonly told: SentIds;
  /** Every change up to this one is known; undefined: the messages were never asked for. */
  seq: number | undefined;
  /** Place of the last message up to `seq`: `n` may be told before the message comes. */
  end: number;
  isOpen: boolean;
  /** `open` was sent and not answered. */
  isAsking: boolean;
  /** Changes after one that was missed, or that came while the answer is awaited. */
  readonly waiting: Map<number, ChatMessage>;
  shown: ClientRoom | undefined;
}

export const newRoom = (room: AnyRoom): KeptRoom => ({
  room,
  window: new MessageWindow(),
  n: room.n,
  mentions: new Set(room.subscription?.mentions),
  seen: new Map(),
  told: new SentIds(room.seq),
  seq: undefined,
  end: 0,
  isOpen: false,
  isAsking: false,
  waiting: new Map(),
  shown: undefined,
});

/** Applies waiting changes as far as they follow each other. */
export function advance(kept: KeptRoom): void {
  for (const seq of kept.waiting.keys()) if (seq <= (kept.seq ?? 0)) kept.waiting.delete(seq);
  for (;;) {
    const next: number = (kept.seq ?? 0) + 1;
    const message = kept.waiting.get(next);
    if (message === undefined) return;
    kept.waiting.delete(next);
    kept.seq = next;
    kept.window.merge([message]);
    if (message.thread !== null) continue;
    kept.end = Math.max(kept.end, message.n);
    kept.n = Math.max(kept.n, message.n);
  }
}

/** What was read is shown as read at once. */
export function readHere(kept: KeptRoom | undefined, n: number): void {
  const subscription = kept?.room.subscription;
  if (kept === undefined || subscription === null || subscription === undefined) return;
  kept.room = withOwn(kept.room, { ...subscription, read: Math.max(subscription.read, Math.min(n, kept.n)) });
  kept.shown = undefined;
}

/** Of equal numbers the one that came later. */
export const laterOf = (before: Subscription | null, after: Subscription | null): Subscription | null =>
  before !== null && after !== null && before.rev > after.rev ? before : after;

export const withOwn = (room: AnyRoom, subscription: Subscription | null): AnyRoom =>
  room.type === "d" ? { ...room, subscription, open: subscription?.open ?? false } : { ...room, subscription };

/** How it is shown now. */
export function show({ room, n, mentions, seen }: KeptRoom): ClientRoom {
  const read = room.subscription?.read ?? n;
  const unread = Math.max(0, n - read);
  const places = [...mentions].filter((place) => place > read).toSorted((one, other) => one - other);
  return { room, n, unread, mentions: places, seen };
}
