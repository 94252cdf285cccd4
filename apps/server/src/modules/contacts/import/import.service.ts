import {
  AppError,
  type BodyOf,
  type checkContactImport,
  type ContactImport,
  type ImportProgress,
  type RealtimeEvent,
} from "@callpanel/contract";
import type { Caller } from "../../../kernel/caller.ts";
import { repeat, type Clock } from "../../../kernel/clock.ts";
import type { Log } from "../../../kernel/log.ts";
import { newId, type RandomBytes } from "../../../kernel/secrets.ts";
import { bookOf, demandWriting, writesBook } from "../contacts.policy.ts";
import type { ContactsChanged } from "../contacts.service.ts";
import type { ContactStore, ContactTagStore } from "../contacts.store.ts";
import { checkRows } from "./check-rows.ts";
import { guessByCells, guessMapping, hasHeader, type Mapping } from "./columns.ts";
import { readContactFile, type ContactFile } from "./contact-file.ts";
import { IMPORT_KEPT_MS, presentImport, type ImportJob, type ImportPlan } from "./import.model.ts";
import { writeRows } from "./write-rows.ts";

export interface ImportDeps {
  readonly store: ContactStore;
  readonly tags: ContactTagStore;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
  readonly changed: ContactsChanged;
  /** Sends an event to a person's own panels. */
  readonly tell: (userId: number, event: RealtimeEvent) => void;
}

export type ImportChange = BodyOf<typeof checkContactImport>;

/** Limit of files in memory, over all people. */
const OPEN_AT_ONCE = 12;
const PRUNE_EVERY_MS = 60_000;
/** Shortest interval of progress events. */
const TELL_EVERY_MS = 250;

/** IMPORT-1: one import for each person, in memory: a restart loses it, but not the rows that it has written. */
export function createImportService(deps: ImportDeps) {
  const { store, tags, clock, random, log, changed } = deps;
  const jobs = new Map<number, ImportJob>();
  const reading = new Set<number>();
  const cancelled = new Set<string>();
  const running = new Map<string, Promise<void>>();

  const save = (job: ImportJob): ImportJob => {
    const used = { ...job, usedAt: clock.now() };
    jobs.set(job.userId, used);
    return used;
  };
  const find = (caller: Caller, id: string): ImportJob => {
    const job = jobs.get(caller.userId);
    if (job?.id !== id) throw new AppError("contacts.import.gone");
    return job;
  };
  const prune = (): void => {
    for (const job of jobs.values())
      if (job.phase !== "running" && clock.now() - job.usedAt >= IMPORT_KEPT_MS) jobs.delete(job.userId);
  };
  const stopPruning = repeat(clock, PRUNE_EVERY_MS, prune);

  /** IMPORT-10: removes finished imports to make room for a new one. */
  const makeRoom = (userId: number): void => {
    if (jobs.get(userId)?.phase === "running" || reading.has(userId)) throw new AppError("contacts.import.running");
    jobs.delete(userId);
    if (jobs.size + reading.size < OPEN_AT_ONCE) return;
    const over = [...jobs.values()]
      .filter(({ phase }) => phase === "done" || phase === "cancelled" || phase === "failed")
      .toSorted((one, other) => one.usedAt - other.usedAt)[0];
    if (over === undefined) throw new AppError("contacts.import.busy");
    jobs.delete(over.userId);
  };

  const tellProgress = ({ userId, realm, id, phase, progress }: ImportJob): void => {
    if (phase === "mapping" || phase === "ready" || progress === null) return;
    deps.tell(userId, { action: "CONTACTIMPORT", realm, id, phase, ...progress });
  };

  const run = async (started: ImportJob): Promise<void> => {
    const { id, userId, plan, rows, realm } = started;
    let told = clock.now();
    const current = (): ImportJob => jobs.get(userId) ?? started;
    const onProgress = (progress: ImportProgress): void => {
      const job = save({ ...current(), progress });
      if (clock.now() - told < TELL_EVERY_MS) return;
      told = clock.now();
      tellProgress(job);
    };
    let phase: ImportJob["phase"] = "done";
    let dealtWith: ReadonlySet<number> = new Set();
    try {
      const isCancelled = () => cancelled.has(id);
      dealtWith = await writeRows({ rows, plan }, { store, tags, isCancelled, onProgress });
      if (isCancelled()) phase = "cancelled";
    } catch (error) {
      phase = "failed";
      log.error("an import of contacts could not be written", { userId, err: error });
    }
    cancelled.delete(id);
    const unwritten = new Set(rows.map(({ row }) => row).filter((row) => !dealtWith.has(row)));
    tellProgress(save({ ...current(), phase, unwritten }));
    changed({ realm, ownerId: plan.book.ownerId, ids: [] });
    log.info("contacts were imported", { userId, phase, ...current().progress });
  };

  return {
    /** `read` is called only when there is room for the file. */
    open: async (caller: Caller, read: () => Promise<Uint8Array>): Promise<ContactImport> => {
      const book = bookOf(caller, writesBook(caller, { ownerId: null }) ? false : true);
      demandWriting(caller, book);
      makeRoom(caller.userId);
      reading.add(caller.userId);
      try {
        const file = await readContactFile(await read());
        const plan = { book, onDuplicate: "skip" as const, choices: new Map(), ...guessPlan(file, undefined) };
        const { userId, realm } = caller;
        const job = { id: newId(random), userId, realm: realm.name, file, plan, phase: "mapping" as const };
        return presentImport(save({ ...job, rows: [], progress: null, unwritten: new Set(), usedAt: 0 }));
      } finally {
        reading.delete(caller.userId);
      }
    },

    own: (caller: Caller): ImportJob | undefined => jobs.get(caller.userId),
    find,

    /** IMPORT-5: checks everything, writes nothing. */
    check: async (caller: Caller, id: string, change: ImportChange): Promise<ContactImport> => {
      const job = find(caller, id);
      if (job.phase !== "mapping" && job.phase !== "ready") throw new AppError("contacts.import.phase");
      const plan = changedPlan(job, change, caller);
      demandWriting(caller, plan.book);
      const isSame = job.phase === "ready" && plan.mapping === job.plan.mapping && plan.book === job.plan.book;
      const rows = isSame ? job.rows : await checkRows({ file: job.file, plan }, store);
      // In the meantime the import may have been started or removed.
      if (find(caller, id) !== job) throw new AppError("contacts.import.phase");
      return presentImport(save({ ...job, plan, rows, phase: "ready" }));
    },

    start: (caller: Caller, id: string): ContactImport => {
      const job = find(caller, id);
      if (job.phase !== "ready") throw new AppError("contacts.import.phase");
      demandWriting(caller, job.plan.book);
      const nothing = { done: 0, created: 0, updated: 0, skipped: 0, refused: 0 };
      const started = save({ ...job, phase: "running", progress: { ...nothing, total: job.rows.length } });
      running.set(
        id,
        run(started).finally(() => running.delete(id)),
      );
      return presentImport(started);
    },

    cancel: async (caller: Caller, id: string): Promise<ContactImport> => {
      const job = find(caller, id);
      if (job.phase !== "running") {
        jobs.delete(caller.userId);
        return presentImport({ ...job, phase: job.progress === null ? "cancelled" : job.phase });
      }
      cancelled.add(id);
      await running.get(id);
      return presentImport(find(caller, id));
    },

    /** Ends a running import after its current transaction. */
    stop: async (): Promise<void> => {
      stopPruning();
      for (const id of running.keys()) cancelled.add(id);
      await Promise.all(running.values());
    },
  };
}

function guessPlan(file: ContactFile, named: boolean | undefined): Pick<ImportPlan, "hasHeader" | "mapping"> {
  const [first = []] = file.rows;
  const isNamed = named ?? hasHeader(first);
  return { hasHeader: isNamed, mapping: isNamed ? guessMapping(first) : guessByCells(file.rows.slice(0, 50)) };
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
