import { AppError, type BodyOf, type checkContactImport, type ContactImport } from "@callpanel/contract";
import type { Caller } from "../../../kernel/http/caller.ts";
import { bookOf, demandWriting, writesBook } from "../contacts.policy.ts";
import { checkRows } from "./check-rows.ts";
import { guessByCells, guessMapping, hasHeader, type Mapping } from "./columns.ts";
import { readContactFile, type ContactFile } from "./contact-file.ts";
import type { ShelvedImport } from "./import-assembly.ts";
import { createImportRun, type ImportRunDeps, type Run } from "./import-run.ts";
import { createImportShelf, type ShelfDeps } from "./import-shelf.ts";
import { presentImport, type ImportJob, type ImportPlan } from "./import.model.ts";

export type ImportDeps = ShelfDeps & ImportRunDeps;

export type ImportChange = BodyOf<typeof checkContactImport>;

const LOOK_EVERY_MS = 100;
/** Rows by which columns without headers are guessed. */
const GUESSED_ROWS = 50;

/** IMPORT-1: one import a person. It does not outlive the server that writes its rows; what was written stays. */
export function createImportService(deps: ImportDeps) {
  const { store, clock } = deps;
  /** Those whose rows this server writes. */
  const running = new Map<string, Run>();
  const shelf = createImportShelf(deps, (id) => running.has(id));

  const find = async (caller: Caller, id: string): Promise<ShelvedImport> => {
    const job = await own(caller);
    if (job?.id !== id) throw new AppError("contacts.import.gone");
    return job;
  };
  const own = async (caller: Caller): Promise<ShelvedImport | undefined> => {
    const job = await shelf.own(caller.userId);
    const run = job && running.get(job.id);
    return run === undefined || job === undefined ? job : { ...job, progress: run.progress };
  };

  const write = createImportRun(shelf, deps);

  /** Waits for the server that writes the rows. */
  const over = async (caller: Caller, id: string): Promise<ShelvedImport> => {
    for (;;) {
      const job = await find(caller, id);
      if (job.phase !== "running") return job;
      await new Promise<void>((resolve) => clock.setTimeout(resolve, LOOK_EVERY_MS));
    }
  };

  return {
    /** `read` is called only when there is room for the file. */
    open: async (caller: Caller, read: () => Promise<Uint8Array>): Promise<ContactImport> => {
      const book = bookOf(caller, writesBook(caller, { ownerId: null }) ? false : true);
      demandWriting(caller, book);
      const { userId, realm } = caller;
      const id = await shelf.reserve(userId, realm.name);
      try {
        const bytes = await read();
        const file = await readContactFile(bytes);
        const plan = { book, onDuplicate: "skip" as const, choices: new Map(), ...guessPlan(file, undefined) };
        return presentImport(await shelf.add(userId, { id, bytes, file, plan }));
      } catch (error) {
        await shelf.giveBack(userId, id);
        throw error;
      }
    },

    own,
    find,

    /** IMPORT-5: checks everything, writes nothing. */
    check: async (caller: Caller, id: string, change: ImportChange): Promise<ContactImport> => {
      const job = await find(caller, id);
      if (job.phase !== "mapping" && job.phase !== "ready") throw new AppError("contacts.import.phase");
      const plan = changedPlan(job, change, caller);
      demandWriting(caller, plan.book);
      const isSame = job.phase === "ready" && plan.mapping === job.plan.mapping && plan.book === job.plan.book;
      const rows = isSame ? {} : { rows: await checkRows({ file: job.file, plan }, store) };
      return presentImport(await shelf.save(job, { ...rows, plan, phase: "ready" }));
    },

    start: async (caller: Caller, id: string): Promise<ContactImport> => {
      const job = await find(caller, id);
      if (job.phase !== "ready") throw new AppError("contacts.import.phase");
      demandWriting(caller, job.plan.book);
      const nothing = { done: 0, created: 0, updated: 0, skipped: 0, refused: 0 };
      const progress = { ...nothing, total: job.rows.length };
      if (running.has(id)) throw new AppError("contacts.import.phase");
      const run: Run = { isCancelled: false, progress, ended: Promise.resolve() };
      running.set(id, run);
      try {
        const started = await shelf.save(job, { phase: "running", progress });
        run.ended = write(started, run).finally(() => running.delete(id));
        return presentImport(started);
      } catch (error) {
        running.delete(id);
        throw error;
      }
    },

    cancel: async (caller: Caller, id: string): Promise<ContactImport> => {
      const job = await find(caller, id);
      if (job.phase !== "running") {
        await shelf.remove(job);
        return presentImport({ ...job, phase: job.progress === null ? "cancelled" : job.phase });
      }
      const run = running.get(id);
      if (run === undefined) {
        await shelf.cancel(job);
        return presentImport(await over(caller, id));
      }
      run.isCancelled = true;
      await run.ended;
      return presentImport(await find(caller, id));
    },

    /** Ends a running import after its current transaction. */
    stop: async (): Promise<void> => {
      shelf.stop();
      for (const run of running.values()) run.isCancelled = true;
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

function guessPlan(file: ContactFile, named: boolean | undefined): Pick<ImportPlan, "hasHeader" | "mapping"> {
  const [first = [], ...others] = file.rows.slice(file.first, file.first + GUESSED_ROWS);
  const isNamed = named ?? hasHeader(first);
  return { hasHeader: isNamed, mapping: isNamed ? guessMapping(first) : guessByCells([first, ...others]) };
}

function changedPlan({ file, plan }: ImportJob, change: ImportChange, caller: Caller): ImportPlan {
  const isNamed = change.has_header ?? plan.hasHeader;
  const guessed = isNamed === plan.hasHeader ? plan : guessPlan(file, isNamed);
  const mapping = change.mapping === undefined ? guessed.mapping : checkedMapping(change.mapping, plan.mapping.length);
  const isSameBook = change.is_personal === undefined || change.is_personal === (plan.book.ownerId !== null);
  demandNames(mapping);
  const isSameMapping = isNamed === plan.hasHeader && JSON.stringify(mapping) === JSON.stringify(plan.mapping);
  return {
    book: isSameBook ? plan.book : bookOf(caller, change.is_personal),
    hasHeader: isNamed,
    mapping: isSameMapping ? plan.mapping : mapping,
    onDuplicate: change.on_duplicate ?? plan.onDuplicate,
    choices: new Map([
      ...(isSameMapping && isSameBook ? plan.choices : []),
      ...(change.choices ?? []).map(({ row, choice }) => [row, choice] as const),
    ]),
  };
}

function checkedMapping(mapping: Mapping, width: number): Mapping {
  const fields = mapping.filter((field) => field !== null);
  if (mapping.length !== width || new Set(fields).size !== fields.length) throw new AppError("contacts.import.mapping");
  return mapping;
}

/** Without these columns every row would be refused. */
function demandNames(mapping: Mapping): void {
  const hasNames = mapping.includes("full_name") || (mapping.includes("first_name") && mapping.includes("last_name"));
  const hasNumber = mapping.some((field) => field?.startsWith("phone_number_") === true);
  if (!hasNames || !hasNumber) throw new AppError("contacts.import.noNames");
}
