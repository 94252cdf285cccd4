import type { Clock } from "../../kernel/clock.ts";
import { startLease, type Lease, type Servers } from "../../kernel/jobs/lease.ts";
import { createLeftovers, type FolderMarks, type Leftovers } from "../../kernel/jobs/leftovers.ts";
import type { Log } from "../../kernel/log.ts";
import type { RandomBytes } from "../../kernel/secrets/secrets.ts";
import type { Shutdown } from "../../kernel/shutdown.ts";
import { openFolderMarks } from "../../adapters/sqlite/index.ts";
import { bindDataDir, type Stores } from "./storage.ts";

/** Owner of this server's unfinished rows, and adoption of those that ended servers left (docs/adr/0017-ownership.md). */
export interface Ownership {
  /** SQLite: no other server uses the database. */
  readonly alone: boolean;
  readonly lease: Lease;
  readonly leftovers: Leftovers;
  readonly servers: Servers;
}

export async function openOwnership({
  dataDir,
  databaseUrl,
  stores,
  clock,
  random,
  log,
  shutdown,
}: {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly stores: Pick<Stores, "instances" | "serverKeys">;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
  readonly shutdown: Shutdown;
}): Promise<Ownership> {
  const alone = databaseUrl === undefined;
  if (!alone) shutdown.add(await bindDataDir(dataDir, stores.serverKeys));
  const marks = openFolderMarks(dataDir);
  const mark = (id: string): void => shutdown.add(holdMark(marks, id));
  const lease = await startLease({ store: stores.instances, alone, mark, clock, random, log });
  shutdown.add(lease.stop);
  const leftovers = createLeftovers({ store: stores.instances, lease, marks, clock, log });
  shutdown.add(leftovers.stop);
  const servers: Servers = {
    get id() {
      return lease.id;
    },
    live: () => stores.instances.live(),
  };
  return { alone, lease, leftovers, servers };
}

function holdMark(marks: FolderMarks, id: string): () => void {
  const giveBack = marks.hold(id);
  if (giveBack === undefined) throw new Error("another process holds the mark of this one");
  return giveBack;
}
