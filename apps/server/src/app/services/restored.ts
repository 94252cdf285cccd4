import { switchPrepared, undoSwitch } from "../../adapters/backup/index.ts";
import { areaLog, createLogger } from "../log.ts";
import type { ServerConfig } from "../server-config.ts";
import { lockDataDir } from "./storage.ts";

/**
 * BACKUP-14: before anything is opened, switches to the back-up that waits beside the data, if that was ordered.
 *
 * @returns puts back what was replaced; undefined: nothing was
 */
export async function switchToRestored(
  config: Pick<ServerConfig, "dataDir" | "databaseUrl" | "logger" | "logLevel">,
): Promise<{ readonly undo: (reason: unknown) => Promise<void> } | undefined> {
  const { dataDir, databaseUrl, logger = createLogger(config.logLevel) } = config;
  if (databaseUrl !== undefined) return undefined;
  const log = areaLog(logger, "back-up");
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    const release = lockDataDir(config);
    try {
      return await work();
    } finally {
      release();
    }
  };
  const switched = await alone(() => switchPrepared(dataDir));
  if (switched === undefined) return undefined;
  log.warn("a back-up is restored; what it replaced is kept", { ...switched });
  return {
    undo: async (reason) => {
      log.error("the server did not start on the restored back-up: it goes back to what was there", { err: reason });
      await alone(() => undoSwitch(dataDir, switched));
    },
  };
}
