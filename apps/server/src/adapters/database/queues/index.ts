import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { createQueueSettings } from "./queue-settings.migration.ts";
import { createQueueWalls } from "./queue-wall.migration.ts";
import { createQueueWallStore } from "./queue-wall.store.ts";
import { createQueueStore } from "./queue.store.ts";

/** Settings of queues, and who watches them. */
export const queuesDatabase = {
  migrations: { "0210_queue_settings": createQueueSettings, "0227_queue_walls": createQueueWalls },
  stores: (db: Kysely<Tables>) => ({ queues: createQueueStore(db), queueWalls: createQueueWallStore(db) }),
} satisfies DatabaseArea;
