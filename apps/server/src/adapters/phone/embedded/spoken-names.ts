import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SpokenNames } from "@callpanel/phone-port";
import type { Clock } from "../../../kernel/clock.ts";
import type { Log } from "../../../kernel/log.ts";

const OWNER_ONLY = 0o700;
/** No call lasts longer: what is older was left by a crash, of this server or of another one with the same folder. */
const LONGEST_CALL_MS = 86_400_000;

export interface SpokenNamesDeps {
  /** Created if it does not exist. */
  readonly folder: string;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

/** CONF-33: names that callers say at the door of a conference, as files. */
export async function openSpokenNames({ folder, clock, log }: SpokenNamesDeps): Promise<SpokenNames> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < clock.now() - LONGEST_CALL_MS) await rm(path, { force: true });
  }
  return {
    begin: () => join(folder, `${randomUUID()}.opus`),
    remove: (path) => {
      rm(path, { force: true }).catch((error: unknown) =>
        log.error("a spoken name could not be deleted", { path, err: error }),
      );
    },
  };
}
