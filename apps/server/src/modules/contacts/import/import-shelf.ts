import { AppError } from "@callpanel/contract";
import { repeat, type Clock } from "../../../kernel/clock.ts";
import type { Servers } from "../../../kernel/jobs/lease.ts";
import type { Log } from "../../../kernel/log.ts";
import { newId, type RandomBytes } from "../../../kernel/secrets/secrets.ts";
import type { ShortLived } from "../../../kernel/short-lived/short-lived.ts";
import type { ContactFile } from "./contact-file.ts";
import { createImportAssembly, type ShelvedImport } from "./import-assembly.ts";
import { createImportPieces } from "./import-pieces.ts";
import { storedPlan, type ImportState } from "./import-state.ts";
import { createImportStates } from "./import-states.ts";
import type { ImportJob, ImportPlan } from "./import.model.ts";

export interface ShelfDeps {
  readonly shortLived: ShortLived;
  readonly servers: Servers;
  readonly log: Log;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

const PRUNE_EVERY_MS = 60_000;

/** The parts of an import that a step of the person changes. */
export type ImportStep = Partial<Pick<ImportJob, "plan" | "phase" | "progress" | "rows">>;

export type ImportShelf = ReturnType<typeof createImportShelf>;

/**
 * IMPORT-1: the imports of all people, known to all servers of a database. Files and rows stay in this server's memory; with several
 * servers the file and the duplicates that were found are stored too, and another server reads them again.
 */
export function createImportShelf(deps: ShelfDeps, isWriting: (id: string) => boolean) {
  const { shortLived, servers, log, clock, random } = deps;
  const pieces = createImportPieces(shortLived, clock);
  const assembly = createImportAssembly(pieces);
  const removePieces = async (state: ImportState): Promise<void> => {
    assembly.drop(state.id);
    await pieces.remove(state);
  };
  const states = createImportStates({ ...deps, isWriting, onRemoved: removePieces });
  const prune = async (): Promise<void> => assembly.dropOthers(await states.ids());
  const stop = repeat(clock, PRUNE_EVERY_MS, () => {
    prune().catch((error: unknown) => log.warn("imports of contacts could not be looked through", { err: error }));
  });

  /** @throws AppError contacts.import.gone */
  const assembled = async (userId: number, state: ImportState | undefined): Promise<ShelvedImport> => {
    const job = await assembly.assemble(userId, state);
    if (job === undefined) throw new AppError("contacts.import.gone");
    return job;
  };

  return {
    stop,
    reserve: states.reserve,
    /** The file could not be read. */
    giveBack: async (userId: number, id: string): Promise<void> => {
      await states.remove(userId, (now) => now.id === id && now.plan === null);
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
      const state = await states.change(userId, id, (now) => ({ ...now, plan: storedPlan(plan), filePieces }));
      return assembled(userId, state);
    },
    own: async (userId: number): Promise<ShelvedImport | undefined> =>
      assembly.assemble(userId, await states.find(userId)),
    /**
     * Saves a step of the person, if the import is still as it was read.
     * @throws AppError contacts.import.phase, contacts.import.gone
     */
    save: async (job: ShelvedImport, { rows, plan, ...step }: ImportStep): Promise<ShelvedImport> => {
      const { id, userId, revision } = job;
      const before = await states.find(userId);
      const check = newId(random);
      const checked =
        rows === undefined ? undefined : { check, duplicatePieces: await pieces.storeDuplicates(id, check, rows) };
      const state = await states.change(userId, id, (now) =>
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
        const isThere = await states.exists(userId, id);
        throw new AppError(isThere ? "contacts.import.phase" : "contacts.import.gone");
      }
      if (rows !== undefined) {
        assembly.put(id, { file: job.file, check, rows });
        if (before !== undefined) await pieces.removeDuplicates(before);
      }
      return assembled(userId, state);
    },
    /** Notes how far the rows are written. @returns whether to go on */
    note: async ({ userId, id }: ImportJob, progress: ImportJob["progress"]): Promise<boolean> => {
      const state = await states.change(userId, id, (now) =>
        now.phase === "running" ? { ...now, progress } : undefined,
      );
      return state !== undefined && !state.isCancelled;
    },
    end: async (
      { userId, id }: ImportJob,
      { phase, progress, unwritten }: Pick<ImportJob, "phase" | "progress"> & { readonly unwritten: readonly number[] },
    ): Promise<void> => {
      await states.change(userId, id, (now) => ({ ...now, phase, progress, unwritten: [...unwritten] }));
    },
    /** Asks the server that writes the rows to stop. */
    cancel: async ({ userId, id }: ImportJob): Promise<void> => {
      await states.change(userId, id, (now) => ({ ...now, isCancelled: true }));
    },
    /** @throws AppError contacts.import.phase */
    remove: async ({ userId, id, revision }: ShelvedImport): Promise<void> => {
      const isRemoved = await states.remove(userId, (now) => now.id === id && now.revision === revision);
      if (!isRemoved) throw new AppError("contacts.import.phase");
    },
  };
}
