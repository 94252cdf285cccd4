import { createKeyedQueue } from "../../../kernel/concurrency/keyed-queue.ts";
import { checkRows } from "./check-rows.ts";
import type { ContactFile } from "./contact-file.ts";
import type { ImportPieces } from "./import-pieces.ts";
import type { ImportState } from "./import-state.ts";
import type { CheckedRow, ImportJob, ImportPlan } from "./import.model.ts";

/** An import with the version of it that was read. */
export interface ShelvedImport extends ImportJob {
  readonly revision: number;
}

/** The part of an import that is in this server's memory: the file as it was read, and its rows as they were checked. */
interface Loaded {
  readonly file: ContactFile;
  readonly check: string;
  readonly rows: readonly CheckedRow[];
}

/** Puts imports together from their states, and from files and rows in memory, or from their pieces. */
export function createImportAssembly(pieces: ImportPieces) {
  const loaded = new Map<string, Loaded>();
  const inTurn = createKeyedQueue();

  /** The rows of a check by another server: their contents follow from the file, their duplicates are stored. */
  const rowsOf = async (state: ImportState, plan: ImportPlan, file: ContactFile) => {
    if (state.check === "") return [];
    const duplicates = await pieces.duplicatesOf(state);
    const rows = await checkRows({ file, plan }, { holdersOf: async () => [] });
    return duplicates && rows.map((one) => ({ ...one, duplicate: duplicates.get(one.row) ?? null }));
  };
  const load = (state: ImportState, plan: ImportPlan): Promise<Loaded | undefined> =>
    inTurn(state.id, async () => {
      const before = loaded.get(state.id);
      if (before?.check === state.check) return before;
      const file = before?.file ?? (await pieces.fileOf(state));
      const rows = file && (await rowsOf(state, plan, file));
      if (file === undefined || rows === undefined) return undefined;
      const now = { file, check: state.check, rows };
      loaded.set(state.id, now);
      return now;
    });

  return {
    put: (id: string, one: Loaded): void => void loaded.set(id, one),
    drop: (id: string): void => void loaded.delete(id),
    dropOthers: (ids: ReadonlySet<string>): void => {
      for (const id of loaded.keys()) if (!ids.has(id)) loaded.delete(id);
    },
    /** Undefined: the file is still being read, or a piece is missing. */
    assemble: async (userId: number, state: ImportState | undefined): Promise<ShelvedImport | undefined> => {
      if (state === undefined || state.plan === null) return undefined;
      const plan = { ...state.plan, choices: new Map(state.plan.choices) };
      const mine = await load(state, plan);
      if (mine === undefined) return undefined;
      const { id, realm, phase, progress, usedAt, revision } = state;
      const { file, rows } = mine;
      // A server that ended could not say which rows it had left.
      const unwritten =
        phase === "failed" && state.unwritten.length === 0
          ? rows.slice(progress?.done ?? 0).map(({ row }) => row)
          : state.unwritten;
      return { id, userId, realm, file, plan, phase, rows, progress, unwritten: new Set(unwritten), usedAt, revision };
    },
  };
}
