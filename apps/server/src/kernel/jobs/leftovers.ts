import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { repeat, type Clock } from "../clock.ts";
import { EARLIER_VERSION, type InstanceStore, type Lease } from "./lease.ts";
import type { Log } from "../log.ts";

/** Adopts what an ended instance left. May be called again after a failure or a crash, so it must be idempotent. */
export type Adopt = (owner: string) => Promise<void>;

/** Unfinished rows and files of ended instances. */
export interface Leftovers {
  /** Adopts files: called on a server with the data folder of the ended instance. */
  inFolder(adopt: Adopt): void;
  /** Adopts rows: called on any server of the database, after its own folder was handled. */
  inDatabase(adopt: Adopt): void;
  /** Adopts what exists, and then looks every 10 s. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Marks in the data folder, one for each instance that wrote there. The kernel holds a process's mark until it ends. */
export interface FolderMarks {
  ids(): readonly string[];
  /** @returns releases the mark; undefined while another process holds it */
  hold(id: string): (() => void) | undefined;
  remove(id: string): void;
}

export interface LeftoversDeps {
  readonly store: Pick<InstanceStore, "live" | "claim" | "forget">;
  readonly lease: Pick<Lease, "id" | "own">;
  readonly marks: FolderMarks;
  readonly clock: Clock;
  readonly log: Log;
}

const LOOK_EVERY_MS = 10_000;

/**
 * OWN-2 to OWN-4: rows are adopted by the server that claims them. Files also need the folder's mark, which a running
 * process keeps.
 */
export function createLeftovers({ store, lease, marks, clock, log }: LeftoversDeps): Leftovers {
  const folderSteps: Adopt[] = [];
  const databaseSteps: Adopt[] = [];
  let stopped = false;
  let looking = Promise.resolve();
  let stopLooking = (): void => undefined;

  const adopt = async (owner: string, steps: readonly Adopt[], done: () => unknown): Promise<void> => {
    try {
      for (const step of steps) await step(owner);
      await done();
    } catch (error) {
      log.error("the leftovers of an ended server could not be adopted yet", { owner, err: error });
    }
  };
  const adoptFiles = async (owner: string): Promise<void> => {
    // Another server may have adopted it since it was listed. Instances without a mark are handled only at the start.
    if (owner !== EARLIER_VERSION && !marks.ids().includes(owner)) return;
    const giveBack = marks.hold(owner);
    if (giveBack === undefined) return;
    try {
      await adopt(owner, folderSteps, () => marks.remove(owner));
    } finally {
      giveBack();
    }
  };
  const look = async (more: readonly string[] = []): Promise<void> => {
    const live = await store.live();
    const isOver = (id: string): boolean => !live.has(id) && !lease.own.includes(id);
    for (const id of new Set([...more, ...marks.ids()])) if (!stopped && isOver(id)) await adoptFiles(id);
    for (const id of stopped ? [] : await store.claim(lease.id, lease.own))
      await adopt(id, databaseSteps, () => store.forget(id));
  };
  const lookLater = (): void => {
    looking = looking
      .then(() => look())
      .catch((error: unknown) => log.warn("leftovers of ended servers could not be checked", { err: error }));
  };

  return {
    inFolder: (step) => void folderSteps.push(step),
    inDatabase: (step) => void databaseSteps.push(step),
    start: async () => {
      await look([EARLIER_VERSION]);
      stopLooking = repeat(clock, LOOK_EVERY_MS, lookLater);
    },
    stop: async () => {
      stopped = true;
      stopLooking();
      await looking;
    },
  };
}

/** Removes `folder/<owner>`. For a version without leases: the files directly in `folder`. */
export async function removeFolderOf(folder: string, owner: string): Promise<void> {
  if (owner !== EARLIER_VERSION) return rm(join(folder, owner), { recursive: true, force: true });
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile()) await rm(join(folder, entry.name), { force: true });
}
