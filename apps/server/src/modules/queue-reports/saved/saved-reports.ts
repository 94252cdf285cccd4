import { AppError, isEmailAddress, meets, SAVED_REPORTS_MAX, type SavedQueueReportDraft } from "@callpanel/contract";
import * as z from "zod/mini";
import type { Clock } from "../../../kernel/clock.ts";
import type { NewJob } from "../../../kernel/jobs/job-store.port.ts";
import { jobOf, type JobKind, type JobOutcome } from "../../../kernel/jobs/job.model.ts";
import type { Jobs } from "../../../kernel/jobs/jobs.ts";
import { searchWords } from "../../../kernel/text/search-text.ts";
import { openTimeZone } from "../../../kernel/text/time-zone.ts";
import type { Mailer } from "../../mail/index.ts";
import { rightsOf, type User, type UserStore } from "../../users/index.ts";
import { scopeOf } from "../queue-reports.policy.ts";
import type { QueueReports, ReportReader } from "../queue-reports.service.ts";
import { reportMail } from "./report-mail.ts";
import { daysOf, nextDue, type SavedReport } from "./saved-report.ts";
import type { SavedReportStore } from "./saved-report.store.ts";

export interface SavedReportsDeps {
  readonly store: SavedReportStore;
  readonly reports: QueueReports;
  readonly users: Pick<UserStore, "byId" | "byExtension" | "permissionsOf" | "search">;
  readonly jobs: Pick<Jobs, "work" | "wake">;
  readonly mailer: Mailer;
  readonly clock: Pick<Clock, "now">;
  /** The panel's address; undefined: mails have no link. */
  readonly publicUrl: string | undefined;
}

/** The time of a report has come. */
const DUE: JobKind<{ report: number; dueAt: number }> = {
  name: "queueReports.due",
  payload: z.object({ report: z.int(), dueAt: z.int() }),
};
/** One recipient gets it. */
const SEND: JobKind<{ report: number; dueAt: number; userId: number }> = {
  name: "queueReports.send",
  payload: z.object({ report: z.int(), dueAt: z.int(), userId: z.int() }),
};

export type SavedReports = ReturnType<typeof createSavedReports>;

/** Reports by mail (docs/spec/saved-queue-reports.md). */
export function createSavedReports(deps: SavedReportsDeps) {
  const { store, users, jobs, clock } = deps;

  /** QMAIL-2: a person of the company who may read the report now, with the rights that they have now. */
  const readerOf = async (
    userId: number,
    { queues }: Pick<SavedReport, "queues">,
  ): Promise<(ReportReader & { readonly user: User }) | undefined> => {
    const user = await users.byId(userId);
    if (user?.mayUsePanel !== true) return undefined;
    const rights = await rightsOf(users, userId);
    return maySee({ rights }, queues) ? { user, realm: user.realm, rights } : undefined;
  };

  const contentOf = async (realmId: number, draft: SavedQueueReportDraft) => {
    if (openTimeZone(draft.timezone) === undefined) throw new AppError("cdrs.timeZone", { zone: draft.timezone });
    const recipients: number[] = [];
    for (const extension of new Set(draft.recipients)) {
      const user = await users.byExtension(realmId, extension);
      const reader = user === undefined ? undefined : await readerOf(user.id, draft);
      if (reader === undefined || !isEmailAddress(reader.user.email))
        throw new AppError("queueReports.saved.recipient", { extension });
      recipients.push(reader.user.id);
    }
    return { ...draft, recipients, nextAt: nextDue(draft, clock.now()) };
  };

  const due = async ({ report: id, dueAt }: { report: number; dueAt: number }): Promise<JobOutcome> => {
    const report = await store.byId(id);
    if (report === undefined || report.nextAt !== dueAt) return;
    const now = clock.now();
    // After a stop of days there is one mail, not one for each day.
    const nextAt = nextDue(report, Math.max(dueAt, now));
    const maySend = (await readerOf(report.ownerId, report)) !== undefined;
    const mails = maySend ? report.recipients.map((userId) => jobOf(SEND, { report: id, dueAt, userId }, now)) : [];
    const next = jobOf(DUE, { report: id, dueAt: nextAt }, nextAt);
    const sentAt = maySend ? now : report.lastSentAt;
    if (await store.advance({ id, dueAt, nextAt, sentAt }, [...mails, next])) jobs.wake();
  };

  const send = async (mail: { report: number; dueAt: number; userId: number }): Promise<JobOutcome> => {
    const report = await store.byId(mail.report);
    if (report === undefined) return;
    const [owner, reader] = await Promise.all([readerOf(report.ownerId, report), readerOf(mail.userId, report)]);
    if (owner === undefined || reader === undefined || owner.realm.id !== reader.realm.id) return;
    if (!isEmailAddress(reader.user.email)) return;
    const { reports, publicUrl } = deps;
    const about = { owner: owner.user, reader, days: daysOf(report, mail.dueAt), publicUrl };
    try {
      await deps.mailer.send(await reportMail(reports, report, about));
    } catch (error) {
      // Its agent was removed: there is no report to send.
      if (error instanceof AppError && error.code.startsWith("queueReports.")) return { never: error.code };
      throw error;
    }
  };

  return {
    of: (ownerId: number) => store.ofOwner(ownerId),

    create: async (owner: Owner, draft: SavedQueueReportDraft): Promise<SavedReport> => {
      scopeOf(owner.rights, draft.queues.join(","));
      const content = await contentOf(owner.realm.id, draft);
      const { nextAt } = content;
      const job = (id: number): NewJob => jobOf(DUE, { report: id, dueAt: nextAt }, nextAt);
      const report = await store.add(owner.userId, content, { most: SAVED_REPORTS_MAX, job });
      if (report === undefined) throw new AppError("queueReports.saved.tooMany", { limit: SAVED_REPORTS_MAX });
      jobs.wake();
      return report;
    },

    change: async (owner: Owner, id: number, draft: SavedQueueReportDraft): Promise<SavedReport> => {
      scopeOf(owner.rights, draft.queues.join(","));
      const content = await contentOf(owner.realm.id, draft);
      const job = jobOf(DUE, { report: id, dueAt: content.nextAt }, content.nextAt);
      const report = await store.change({ id, ownerId: owner.userId }, content, job);
      if (report === undefined) throw new AppError("queueReports.saved.gone");
      jobs.wake();
      return report;
    },

    remove: async ({ userId: ownerId }: Pick<Owner, "userId">, id: number): Promise<void> => {
      if (!(await store.remove({ id, ownerId }))) throw new AppError("queueReports.saved.gone");
    },

    /** People of the company who may read reports and have an address. */
    recipients: async (realmId: number, search: string): Promise<readonly User[]> => {
      const found = await users.search({ realmId, words: searchWords(search), start: 0, limit: SEARCHED_PEOPLE });
      const readers = await Promise.all(
        found.users.map(async (user) => ((await readerOf(user.id, { queues: [] })) === undefined ? [] : [user])),
      );
      return readers.flat().filter(({ email }) => isEmailAddress(email));
    },

    /** From now on, until `jobs` stops. */
    start: (): void => {
      jobs.work(DUE, due);
      jobs.work(SEND, send);
    },
  };
}

type Owner = ReportReader & { readonly userId: number };

const SEARCHED_PEOPLE = 200;

function maySee({ rights }: Pick<ReportReader, "rights">, queues: readonly string[]): boolean {
  if (!meets(rights, { kind: "read", module: "queue_reports" })) return false;
  try {
    scopeOf(rights, queues.join(","));
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
