import { AppError } from "@callpanel/contract";
import { repeat, type Clock } from "../../../kernel/clock.ts";
import type { Servers } from "../../../kernel/jobs/lease.ts";
import type { Log } from "../../../kernel/log.ts";
import { newId, type RandomBytes } from "../../../kernel/secrets/secrets.ts";
import type { Kept, ShortLived } from "../../../kernel/short-lived/short-lived.ts";
import type { ContactFile } from "./contact-file.ts";
import { createImportAssembly, type ShelvedImport } from "./import-assembly.ts";
import { createImportPieces } from "./import-pieces.ts";
import { importStateSchema, readingState, storedPlan, type ImportState } from "./import-state.ts";
import { IMPORT_KEPT_MS, type ImportJob, type ImportPlan } from "./import.model.ts";

export interface ShelfDeps {
  readonly shortLived: ShortLived;
  readonly servers: Servers;
  readonly log: Log;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

/** Imports open at the same time, of all people. */
const OPEN_AT_ONCE = 12;
/** A file that takes longer to arrive was abandoned. */
const READING_MS = 120_000;
const PRUNE_EVERY_MS = 60_000;

const STATE = { name: "contact import", schema: importStateSchema, most: 4 * OPEN_AT_ONCE, maxChars: 2_000_000 };
/** What of an import changes by a step of the person. */
export type ImportStep = Partial<Pick<ImportJob, "plan" | "phase" | "progress" | "rows">>;

const isOver = ({ phase }: ImportState): boolean => phase === "done" || phase === "cancelled" || phase === "failed";

export type ImportShelf = ReturnType<typeof createImportShelf>;

/**
 * IMPORT-1: the imports of all people, known to all servers of a database. Files and rows stay in this server's memory; with several
 * servers the file and the duplicates that were found are stored too, and another server reads them again.
 */
export function createImportShelf(
  { shortLived, servers, log, clock, random }: ShelfDeps,
  isWriting: (id: string) => boolean,
) {
  const states = shortLived.open(STATE);
  const pieces = createImportPieces(shortLived, clock);
  const assembly = createImportAssembly(pieces);
  const { assemble } = assembly;

  const kept = (value: ImportState): Kept<ImportState> => ({ value, expiresAt: value.usedAt + IMPORT_KEPT_MS });

  const removePieces = async (state: ImportState): Promise<void> => {
    assembly.drop(state.id);
    await pieces.remove(state);
  };

  /** OWN-14: the server that wrote the rows has ended. */
  const endAbandoned = async (userId: number, state: ImportState): Promise<ImportState | undefined> => {
    if (state.phase !== "running" || isWriting(state.id)) return state;
    if (state.owner !== servers.id && (await servers.live()).has(state.owner)) return state;
    const failed: ImportState = { ...state, phase: "failed" };
    await states.change(String(userId), (now) =>
      now?.value.id === state.id && now.value.phase === "running" ? kept(failed) : now,
    );
    return states.find(String(userId));
  };
  const stateOf = async (userId: number): Promise<ImportState | undefined> => {
    const state = await states.find(String(userId));
    return state === undefined ? undefined : endAbandoned(userId, state);
  };

  const change = async (
    userId: number,
    id: string,
    step: (state: ImportState) => ImportState | undefined,
  ): Promise<ImportState | undefined> => {
    const after: { state?: ImportState } = {};
    await states.change(String(userId), (before) => {
      delete after.state;
      const next = before?.value.id === id ? step(before.value) : undefined;
      if (next === undefined) return before;
      after.state = { ...next, usedAt: clock.now() };
      return kept(after.state);
    });
    return after.state;
  };

  /** IMPORT-10: counted with the new one, so that two at the same moment are both counted. */
  const makeRoom = async (): Promise<boolean> => {
    const all = await states.all();
    if (all.length <= OPEN_AT_ONCE) return true;
    const [oldest] = all
      .filter(([, state]) => isOver(state))
      .toSorted(([, one], [, other]) => one.usedAt - other.usedAt);
    if (oldest === undefined) return false;
    const [key, over] = oldest;
    await states.change(key, (now) => (now?.value.id === over.id ? undefined : now));
    await removePieces(over);
    return true;
  };
  const prune = async (): Promise<void> => {
    assembly.dropOthers(new Set((await states.all()).map(([, { id }]) => id)));
  };
  const stopPruning = repeat(clock, PRUNE_EVERY_MS, () => {
    prune().catch((error: unknown) => log.warn("imports of contacts could not be looked through", { err: error }));
  });

  return {
    stop: stopPruning,

    /**
     * IMPORT-10: a place for an import whose file is about to be read; what is over makes room for it.
     * @returns its id
     * @throws AppError contacts.import.running, contacts.import.busy
     */
    reserve: async (userId: number, realm: string): Promise<string> => {
      await stateOf(userId);
      const id = newId(random);
      const reading = readingState({ id, realm, owner: servers.id, usedAt: clock.now() });
      const before: { state?: ImportState | undefined; isRunning: boolean } = { isRunning: false };
      await states.change(String(userId), (now) => {
        before.state = now?.value;
        before.isRunning = now !== undefined && (now.value.plan === null || now.value.phase === "running");
        return before.isRunning ? now : { value: reading, expiresAt: clock.now() + READING_MS };
      });
      if (before.isRunning) throw new AppError("contacts.import.running");
      if (before.state !== undefined) await removePieces(before.state);
      if (await makeRoom()) return id;
      await states.take(String(userId));
      throw new AppError("contacts.import.busy");
    },
    /** The file could not be read. */
    giveBack: async (userId: number, id: string): Promise<void> => {
      await states.change(String(userId), (now) => (now?.value.id === id && now.value.plan === null ? undefined : now));
    },
    /** @throws AppError contacts.import.gone */
    add: async (
      userId: number,
      {
        id,
        bytes,
        file,
        plan,
      }: { readonly id: string; readonly bytes: Uint8Array; readonly file: ContactFile; readonly plan: ImportPlan },
    ): Promise<ShelvedImport> => {
      assembly.put(id, { file, check: "", rows: [] });
      const filePieces = await pieces.storeFile(id, bytes);
      const state = await change(userId, id, (before) => ({ ...before, plan: storedPlan(plan), filePieces }));
      const job = await assemble(userId, state);
      if (job === undefined) throw new AppError("contacts.import.gone");
      return job;
    },
    own: async (userId: number): Promise<ShelvedImport | undefined> => assemble(userId, await stateOf(userId)),
    /**
     * Saves a step of the person, if the import is still as it was read.
     * @throws AppError contacts.import.phase, contacts.import.gone
     */
    save: async (job: ShelvedImport, { rows, plan, ...step }: ImportStep): Promise<ShelvedImport> => {
      const { id, userId, revision } = job;
      const before = await stateOf(userId);
      const check = newId(random);
      const checked =
        rows === undefined ? undefined : { check, duplicatePieces: await pieces.storeDuplicates(id, check, rows) };
      const state = await change(userId, id, (now) =>
        now.revision === revision
          ? {
              ...now,
              ...step,
              ...checked,
              plan: plan ? storedPlan(plan) : now.plan,
              revision: revision + 1,
              owner: servers.id,
            }
          : undefined,
      );
      if (state === undefined) {
        if (checked !== undefined) await pieces.removeDuplicates({ id, ...checked });
        const isThere = (await states.find(String(userId)))?.id === id;
        throw new AppError(isThere ? "contacts.import.phase" : "contacts.import.gone");
      }
      if (rows !== undefined) {
        assembly.put(id, { file: job.file, check, rows });
        if (before !== undefined) await pieces.removeDuplicates(before);
      }
      const saved = await assemble(userId, state);
      if (saved === undefined) throw new AppError("contacts.import.gone");
      return saved;
    },
    /** Notes how far the rows are written. @returns whether to go on */
    note: async ({ userId, id }: ImportJob, progress: ImportJob["progress"]): Promise<boolean> => {
      const state = await change(userId, id, (now) => (now.phase === "running" ? { ...now, progress } : undefined));
      return state !== undefined && !state.isCancelled;
    },
    end: async (
      { userId, id }: ImportJob,
      { phase, progress, unwritten }: Pick<ImportJob, "phase" | "progress"> & { readonly unwritten: readonly number[] },
    ): Promise<void> => {
      await change(userId, id, (now) => ({ ...now, phase, progress, unwritten: [...unwritten] }));
    },
    /** Asks the server that writes the rows to stop. */
    cancel: async ({ userId, id }: ImportJob): Promise<void> => {
      await change(userId, id, (now) => ({ ...now, isCancelled: true }));
    },
    remove: async ({ userId, id, revision }: ShelvedImport): Promise<void> => {
      const removed: { state?: ImportState } = {};
      await states.change(String(userId), (now) => {
        delete removed.state;
        if (now?.value.id !== id || now.value.revision !== revision) return now;
        removed.state = now.value;
        return undefined;
      });
      if (removed.state === undefined) throw new AppError("contacts.import.phase");
      await removePieces(removed.state);
    },
  };
}
