import { dropOrder, isOrdered, switchPrepared, undoSwitch } from "../../../adapters/backup/index.ts";
import { areaLog, createLogger } from "../../log.ts";
import type { ServerConfig } from "../../server-config.ts";
import { databasePlaceOf } from "./backups.ts";
import { lockDataDir } from "../storage.ts";

/**
 * BACKUP-14: before anything is opened, switches to the back-up that waits next to the data, if that was ordered. What
 * cannot be switched stays as it was.
 *
 * @returns puts back what was replaced; undefined: nothing was
 */
export async function switchToRestored(
  config: Pick<ServerConfig, "dataDir" | "databaseUrl" | "logger" | "logLevel">,
): Promise<{ readonly undo: (reason: unknown) => Promise<void> } | undefined> {
  const { dataDir, databaseUrl, logger = createLogger(config.logLevel) } = config;
  const log = areaLog(logger, "back-up");
  const database = databasePlaceOf(config);
  // Not only of other databases: servers of one PostgreSQL may share the folder.
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    const release = lockDataDir({ dataDir, databaseUrl: undefined });
    try {
      return await work();
    } finally {
      release();
    }
  };
  try {
    if (databaseUrl !== undefined && !(await isOrdered(dataDir))) return undefined;
    const switched = await alone(() => switchPrepared(dataDir, database));
    if (switched === undefined) return undefined;
    log.warn("a back-up is restored; what it replaced is kept", { ...switched });
    return {
      undo: async (reason) => {
        log.error("the server did not start on the restored back-up: it goes back to what was there", { err: reason });
        await alone(() => undoSwitch(dataDir, database, switched));
      },
    };
  } catch (error) {
    // The file of a data folder is moved by renames, which the next start goes on with.
    if (databaseUrl === undefined) throw error;
    log.error("the back-up was not restored, nothing is replaced: order it again", { err: error });
    await dropOrder(dataDir);
    return undefined;
  }
}
