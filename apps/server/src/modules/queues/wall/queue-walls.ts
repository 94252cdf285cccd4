/** Wall links: rights to make and end them, and what they show (docs/spec/queue-wall.md). */
import {
  AppError,
  maySeeQueue,
  QUEUE_WALL_REFRESH_SECONDS,
  QUEUE_WALLS_MAX,
  type QueueWallFigures,
  type Rights,
  type WallQueue,
} from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import { createRates } from "../../../kernel/guard/rates.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { Log } from "../../../kernel/log.ts";
import { newToken, tokenDigest, type RandomBytes } from "../../../kernel/secrets/secrets.ts";
import { rightsOf, type UserStore } from "../../users/index.ts";
import type { QueueBoard } from "../board/queue.board.ts";
import type { LiveQueue } from "../board/queue.model.ts";
import { summaryOf } from "../board/queue.sight.ts";
import { noCallers } from "../board/queue-today.ts";
import type { QueueConfigurations } from "../configuration/queue-configuration.ts";
import type { QueueWallStore, StoredWall } from "./queue-wall.store.ts";

export interface QueueWallsDeps {
  readonly store: QueueWallStore;
  readonly users: Pick<UserStore, "byId" | "permissionsOf">;
  readonly configurations: Pick<QueueConfigurations, "of">;
  readonly board: Pick<QueueBoard, "find">;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
  readonly log: Log;
}

export interface QueueWalls {
  /** QWALL-2 */
  listed(caller: Caller): Promise<readonly StoredWall[]>;
  create(
    caller: Caller,
    wall: Pick<StoredWall, "name" | "queues">,
  ): Promise<{ readonly wall: StoredWall; readonly secret: string }>;
  remove(caller: Caller, id: number): Promise<void>;
  /** `network`: whose requests are counted together. */
  show(secret: string, network: string): Promise<QueueWallFigures>;
  /** QWALL-4, for links that no display has open. */
  endLost(): Promise<void>;
}

/** What a link may still show. */
interface AllowedWall {
  readonly realm: string;
  readonly queues: readonly string[];
}

/** QWALL-5: several displays may share one link, and one address. */
const OF_LINK = { perSecond: 2, burst: 20 };
const OF_NETWORK = { perSecond: 5, burst: 50 };
const USED_EVERY_MS = 600_000;

export function createQueueWalls(deps: QueueWallsDeps): QueueWalls {
  const { store, users, configurations, board, clock, random, log } = deps;
  const mayAsk = createRates(clock);

  /** None for a person who may not use the panel. */
  const makerOf = async (userId: number): Promise<{ readonly realm: string; readonly rights: Rights } | undefined> => {
    const user = await users.byId(userId);
    if (user?.mayUsePanel !== true) return undefined;
    return { realm: user.realm.name, rights: await rightsOf(users, userId) };
  };
  /** QWALL-4: what the maker no longer sees is off the link for good; a right that returns does not bring it back. */
  const allowed = async (wall: StoredWall): Promise<AllowedWall | undefined> => {
    const maker = await makerOf(wall.userId);
    const queues = wall.queues.filter((number) => maker && maySeeQueue(maker.rights, number));
    if (maker === undefined || queues.length === 0) {
      await store.remove(wall.id);
      log.info("a wall link was ended: the person who made it lost the right", { wallId: wall.id });
      return undefined;
    }
    if (queues.length < wall.queues.length) await store.keepQueues(wall.id, queues);
    return { realm: maker.realm, queues };
  };
  const mayEnd = ({ userId, rights }: Caller, wall: StoredWall): boolean =>
    wall.userId === userId || wall.queues.every((queue) => maySeeQueue(rights, queue));
  const listed = async (caller: Caller): Promise<readonly StoredWall[]> =>
    (await store.wallsOf(caller.realm.id)).filter((wall) => mayEnd(caller, wall));

  return {
    listed,
    create: async ({ userId, realm, rights }, { name, queues: wanted }) => {
      const queues = [...new Set(wanted)];
      const known = new Set(configurations.of(realm.name).map(({ number }) => number));
      const unknown = queues.find((number) => !known.has(number) || !maySeeQueue(rights, number));
      if (unknown !== undefined) throw new AppError("queues.wall.queue", { number: unknown });
      const secret = newToken(random);
      const wall = { realmId: realm.id, userId, name, queues, createdAt: clock.now() };
      const stored = await store.add(wall, tokenDigest(secret), QUEUE_WALLS_MAX);
      if (stored === undefined) throw new AppError("queues.wall.tooMany", { limit: QUEUE_WALLS_MAX });
      log.info("a wall link was created", { wallId: stored.id, userId, queues });
      return { wall: stored, secret };
    },
    remove: async (caller, id) => {
      const wall = (await listed(caller)).find((one) => one.id === id);
      if (wall === undefined) throw new AppError("queues.wall.gone");
      await store.remove(id);
      log.info("a wall link was ended", { wallId: id, userId: caller.userId });
    },
    show: async (secret, network) => {
      mayAsk(`network ${network}`, OF_NETWORK);
      const wall = await store.byDigest(tokenDigest(secret));
      if (wall === undefined) throw new AppError("queues.wall.gone");
      mayAsk(`link ${wall.id}`, OF_LINK);
      const { realm, queues: numbers } = (await allowed(wall)) ?? { realm: "", queues: [] };
      const shown = configurations.of(realm).filter(({ number }) => numbers.includes(number));
      if (shown.length === 0) throw new AppError("queues.wall.gone");
      const now = clock.now();
      if (now - (wall.usedAt ?? 0) >= USED_EVERY_MS) await store.used(wall.id, now);
      const queues = shown.map(({ number: id, name, configuration }) => {
        const closed = { realm, id, name, waiting: [], agents: [], today: noCallers(0) };
        const live = board.find(realm, id);
        return presentWallQueue(live ?? { ...closed, targetSeconds: configuration.serviceLevelSeconds }, now);
      });
      return { name: wall.name, at: now, refresh_seconds: QUEUE_WALL_REFRESH_SECONDS, queues };
    },
    endLost: async () => {
      for (const wall of await store.all()) await allowed(wall);
    },
  };
}

/** QWALL-3 */
function presentWallQueue(live: LiveQueue, now: number): WallQueue {
  const { id, name, waiting, agents } = live;
  const longestMs = Math.max(0, ...waiting.map(({ enteredAt }) => now - enteredAt));
  return {
    queue: id,
    name,
    waiting: waiting.length,
    longest_wait: Math.round(longestMs / 1_000),
    summary: summaryOf(live),
    agents: agents.map((agent) => ({ name: agent.name, state: agent.state, since: agent.since })),
  };
}
