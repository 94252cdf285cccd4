import type { Kysely } from "kysely";
import { createTableShortLived, shortLivedRetention, type Tables } from "../../adapters/database/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { startRetention } from "../../kernel/jobs/retention.ts";
import type { SecretBox } from "../../kernel/secrets/secret-box.ts";
import type { ShortLived } from "../../kernel/short-lived/short-lived.ts";
import { createMemoryShortLived } from "../../kernel/short-lived/short-lived-memory.ts";
import type { Shutdown } from "../../kernel/shutdown.ts";

export interface ShortLivedDeps {
  readonly databaseUrl: string | undefined;
  readonly db: Kysely<Tables>;
  readonly box: SecretBox;
  readonly clock: Clock;
  readonly log: Log;
  readonly shutdown: Shutdown;
}

/** OWN-10: in memory with SQLite, where the server is alone; in the database with PostgreSQL. */
export function openShortLived({ databaseUrl, db, box, clock, log, shutdown }: ShortLivedDeps): ShortLived {
  if (databaseUrl === undefined) return createMemoryShortLived(clock);
  shutdown.add(startRetention({ clock, rules: [shortLivedRetention(db)], log }));
  return createTableShortLived({ db, box, clock });
}
