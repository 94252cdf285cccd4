import { keptDays } from "@callpanel/contract";
import { yieldLoop } from "../../../kernel/concurrency/yield-loop.ts";
import type { SoundStore } from "../../../kernel/files/sound-store.port.ts";
import type { RetentionRule } from "../../../kernel/jobs/retention.ts";
import type { CompanyLimits } from "../../realm-settings/index.ts";
import type { ChatFacts } from "../chat.facts.ts";
import type { ChatStore } from "../chat.store.ts";
import type { ChatKeepingStore } from "./keeping.store.ts";
import type { SweepTurn } from "./sweep-turn.ts";

export interface ChatRetentionDeps {
  readonly keeping: ChatKeepingStore;
  readonly store: Pick<ChatStore, "room" | "readMarks">;
  readonly limits: CompanyLimits;
  /** CHAT-84: one server sweeps at a time. */
  readonly turn: SweepTurn;
  readonly facts: Pick<ChatFacts, "room" | "subscription">;
  readonly sounds: Pick<SoundStore, "release">;
}

const DAY_MS = 86_400_000;
const ROOMS_AT_ONCE = 500;
/** Messages, and answers, of one transaction: it takes some tens of milliseconds, in which people who write wait. */
export const MOST_AT_ONCE = 200;
/** Then the clients are notified, and a server that is about to stop does so. */
const PARTS_AT_ONCE = 20;

/** CHAT-80 to CHAT-84: removes messages that are older than the limit of their room, a small part at a time. */
export function chatRetention(deps: ChatRetentionDeps): RetentionRule {
  /** Rooms that this round has not checked yet. */
  let round: AsyncIterator<ExpiredRoom> | undefined;
  let current: ExpiredRoom | undefined;
  return {
    name: "messages of chat",
    days: 0,
    removeBefore: async (now) => {
      for (;;) {
        if (!(await deps.turn.hold())) break;
        round ??= expiredRooms(deps, now);
        current ??= (await round.next()).value;
        if (current === undefined) break;
        const removed = await sweep(deps, current);
        if (removed > 0) return removed;
        current = undefined;
      }
      [round, current] = [undefined, undefined];
      await deps.turn.end();
      return 0;
    },
  };
}

interface ExpiredRoom {
  readonly id: number;
  /** Messages from before this time are removed. */
  readonly before: number;
}

async function* expiredRooms(
  { keeping, limits }: ChatRetentionDeps,
  now: number,
): AsyncGenerator<ExpiredRoom, undefined> {
  for (const { realmId, limits: of } of await limits()) {
    for (let after = 0; ;) {
      const rooms = await keeping.rooms(realmId, after, ROOMS_AT_ONCE);
      for (const { id, own, oldest } of rooms) {
        const days = keptDays({ company: of.chatDays, allowed: of.rooms, own });
        const before = now - (days ?? 0) * DAY_MS;
        if (days !== null && oldest !== null && oldest < before) yield { id, before };
        after = id;
      }
      if (rooms.length < ROOMS_AT_ONCE) break;
    }
  }
  return undefined;
}

/** @returns how many messages were removed */
async function sweep(deps: ChatRetentionDeps, { id, before }: ExpiredRoom): Promise<number> {
  const { keeping, store, facts } = deps;
  const people = new Set<number>();
  let total = 0;
  for (let parts = 0; parts < PARTS_AT_ONCE; parts += 1) {
    const part = await keeping.expired(id, before, MOST_AT_ONCE);
    if (part === undefined) break;
    // The bytes first: a server that ends here leaves rows, which are found again, and no file that nobody knows.
    await releaseAll(deps, part.files);
    const done = await keeping.remove(id, part);
    if (done === undefined) break;
    await releaseAll(deps, done.files);
    total += done.removed;
    for (const userId of done.people) people.add(userId);
    await yieldLoop();
  }
  if (total === 0) return 0;
  const room = await store.room(id, 0);
  // A direct conversation is shown to each of its people in another way.
  const all = room?.room.type === "d" ? (await store.readMarks(id)).map(({ userId }) => userId) : [];
  facts.room(id, all);
  if (people.size > 0) facts.subscription(id, [...people]);
  return total;
}

async function releaseAll({ sounds }: Pick<ChatRetentionDeps, "sounds">, files: readonly string[]): Promise<void> {
  for (const id of files) await sounds.release({ kind: "chat", id });
}
