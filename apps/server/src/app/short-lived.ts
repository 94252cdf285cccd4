import type { Kysely } from "kysely";
import { createTableShortLived, shortLivedRetention, type Tables } from "../adapters/database/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { startRetention } from "../kernel/retention.ts";
import type { SecretBox } from "../kernel/secret-box.ts";
import type { ShortLived } from "../kernel/short-lived.ts";
import { createMemoryShortLived } from "../kernel/short-lived-memory.ts";
import type { StopList } from "../kernel/stop-list.ts";

export interface ShortLivedDeps {
  readonly databaseUrl: string | undefined;
  readonly db: Kysely<Tables>;
  readonly box: SecretBox;
  readonly clock: Clock;
  readonly log: Log;
  readonly stopList: StopList;
}

/** OWN-10: in memory with SQLite, where the server is alone; in the database with PostgreSQL. */
export function openShortLived({ databaseUrl, db, box, clock, log, stopList }: ShortLivedDeps): ShortLived {
  if (databaseUrl === undefined) return createMemoryShortLived(clock);
  stopList.add(startRetention({ clock, rules: [shortLivedRetention(db)], log }));
  return createTableShortLived({ db, box, clock });
}
