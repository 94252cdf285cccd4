import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { repeat, type Clock } from "./clock.ts";
import { EARLIER_VERSION, type InstanceStore, type Lease } from "./lease.ts";
import type { Log } from "./log.ts";

/** Deals with what an ended instance left. It may be asked again after a failure or a crash: twice is as once. */
export type Adopt = (owner: string) => Promise<void>;

/** What ended instances left, by where it lies. */
export interface Leftovers {
  /** Of files: asked on a server that has the data folder of the ended one. */
  inFolder(adopt: Adopt): void;
  /** Of rows: asked on any server of the database, after its own folder was looked at. */
  inDatabase(adopt: Adopt): void;
  /** Adopts what is there, and from then on looks every 10 s. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Which instances have begun something in the data folder. A mark is held by its process until the kernel ends it. */
export interface FolderMarks {
  ids(): readonly string[];
  /** @returns how to give it back; undefined while another process holds it */
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

/** OWN-2 to OWN-4: rows are adopted by whoever claims them; files need the folder's mark too, which a process that runs never gives up. */
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
      log.error("what an ended server left could not be adopted yet", { owner, err: error });
    }
  };
  const adoptFiles = async (owner: string): Promise<void> => {
    // Another one may have adopted it since it was listed; what has no mark is asked for at the start only.
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
      .catch((error: unknown) => log.warn("leftovers of other servers could not be looked for", { err: error }));
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

/** Removes `folder/<owner>`. Of a version without leases: the files that lie in `folder` itself. */
export async function removeFolderOf(folder: string, owner: string): Promise<void> {
  if (owner !== EARLIER_VERSION) return rm(join(folder, owner), { recursive: true, force: true });
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile()) await rm(join(folder, entry.name), { force: true });
}
