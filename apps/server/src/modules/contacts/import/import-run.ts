import type { ImportProgress, RealtimeEvent } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { Log } from "../../../kernel/log.ts";
import type { ContactsChanged } from "../contacts.service.ts";
import type { ContactStore, ContactTagStore } from "../contacts.store.ts";
import type { ShelvedImport } from "./import-assembly.ts";
import type { ImportShelf } from "./import-shelf.ts";
import type { ImportJob } from "./import.model.ts";
import { writeRows } from "./write-rows.ts";

export interface ImportRunDeps {
  readonly store: ContactStore;
  readonly tags: ContactTagStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly changed: ContactsChanged;
  /** Sends an event to a person's own panels. */
  readonly tell: (userId: number, event: RealtimeEvent) => void;
}

/** Shortest interval of progress events. */
const REPORT_EVERY_MS = 250;

/** An import whose rows are being written. */
export interface Run {
  isCancelled: boolean;
  progress: ImportProgress;
  ended: Promise<void>;
}

/** Writes the rows of an import, and reports its progress and its end. */
export function createImportRun(shelf: Pick<ImportShelf, "note" | "end">, deps: ImportRunDeps) {
  const { store, tags, clock, log, changed } = deps;

  const sendProgress = (
    { userId, realm, id }: ImportJob,
    phase: ImportJob["phase"],
    progress: ImportProgress,
  ): void => {
    if (phase === "mapping" || phase === "ready") return;
    deps.tell(userId, { action: "CONTACTIMPORT", realm, id, phase, ...progress });
  };

  return async (job: ShelvedImport, run: Run): Promise<void> => {
    const { userId, plan, rows, realm } = job;
    let told = clock.now();
    let noting = Promise.resolve();
    const onProgress = (progress: ImportProgress): void => {
      run.progress = progress;
      if (clock.now() - told < REPORT_EVERY_MS) return;
      told = clock.now();
      sendProgress(job, "running", progress);
      noting = noting
        .then(async () => {
          if (!(await shelf.note(job, progress))) run.isCancelled = true;
        })
        .catch((error: unknown) => log.warn("the progress of an import could not be stored", { userId, err: error }));
    };
    let phase: ImportJob["phase"] = "done";
    const dealtWith = new Set<number>();
    try {
      const isCancelled = () => run.isCancelled;
      await writeRows({ rows, plan }, { store, tags, dealtWith, isCancelled, onProgress });
      if (run.isCancelled) phase = "cancelled";
    } catch (error) {
      phase = "failed";
      log.error("an import of contacts could not be written", { userId, err: error });
    }
    await noting;
    const { progress } = run;
    const unwritten = rows.map(({ row }) => row).filter((row) => !dealtWith.has(row));
    await shelf
      .end(job, { phase, progress, unwritten })
      .catch((error: unknown) => log.warn("the end of an import could not be stored", { userId, err: error }));
    sendProgress(job, phase, progress);
    changed({ realm, ownerId: plan.book.ownerId, ids: [] });
    log.info("contacts were imported", { userId, phase, ...progress });
  };
}
