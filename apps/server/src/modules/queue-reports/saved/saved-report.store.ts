import type { NewJob } from "../../../kernel/jobs/job-store.port.ts";
import type { SavedReport } from "./saved-report.ts";

export type SavedReportContent = Omit<SavedReport, "id" | "ownerId" | "lastSentAt">;

/** Reports that are sent by mail. Jobs are added in the same transaction. */
export interface SavedReportStore {
  /** By name. */
  ofOwner(ownerId: number): Promise<readonly SavedReport[]>;
  byId(id: number): Promise<SavedReport | undefined>;
  /** Undefined: the owner has `most` already. */
  add(
    ownerId: number,
    content: SavedReportContent,
    options: { readonly most: number; readonly job: (id: number) => NewJob },
  ): Promise<SavedReport | undefined>;
  /** Undefined: the owner has no such report. */
  change(
    of: { readonly id: number; readonly ownerId: number },
    content: SavedReportContent,
    job: NewJob,
  ): Promise<SavedReport | undefined>;
  /** False: the owner has no such report. */
  remove(of: { readonly id: number; readonly ownerId: number }): Promise<boolean>;
  /** The report is no longer due at `dueAt` but at `nextAt`. False: it was not due then, and nothing changes. */
  advance(
    report: { readonly id: number; readonly dueAt: number; readonly nextAt: number; readonly sentAt: number | null },
    jobs: readonly NewJob[],
  ): Promise<boolean>;
}
