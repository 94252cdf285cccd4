import { AppError, FIRST_RUN_STEPS, type FirstRunStep } from "@callpanel/contract";
import * as z from "zod/mini";

const ms = z.number();
const kept = z.object({ digest: z.string(), expiresAt: ms });

/** The stored data of the first run: of its link and of the browser's token only the digests. */
export const firstRunProgressSchema = z.object({
  /** The server's address when it last started; the link of the command line begins with it. */
  address: z.string(),
  link: z.nullable(z.extend(kept, { isUsed: z.boolean() })),
  /** Digests of earlier links, the latest first. */
  earlier: z.array(z.string()),
  /** The browser that used the link. */
  visit: z.nullable(kept),
  done: z.array(z.enum(FIRST_RUN_STEPS)),
  skipped: z.array(z.enum(FIRST_RUN_STEPS)),
  /** Username. */
  administrator: z.nullable(z.string()),
  isFinished: z.boolean(),
});
export type FirstRunProgress = z.infer<typeof firstRunProgressSchema>;

export const LINK_MS = 3_600_000;
/** Long enough to go on the next morning. */
export const VISIT_MS = 86_400_000;
const MOST_EARLIER = 20;

export const NOTHING_YET: FirstRunProgress = {
  address: "",
  link: null,
  earlier: [],
  visit: null,
  done: [],
  skipped: [],
  administrator: null,
  isFinished: false,
};

/** FIRST-4: whether the company may still be set up by the guide: it is empty, or the guide has made its administrator. */
export const isOpen = ({ isFinished, administrator }: FirstRunProgress, people: number): boolean =>
  !isFinished && (people === 0 || administrator !== null);

/** FIRST-6: links and their tokens are for a company without people. @throws AppError firstRun.finished, .signIn */
export function checkTakesLinks(progress: FirstRunProgress, people: number): void {
  if (!isOpen(progress, people)) throw new AppError("firstRun.finished");
  if (people > 0) throw new AppError("firstRun.signIn");
}

/** FIRST-6: the company has its administrator: the link and the token of the browser end. */
export const withAdministrator = (before: FirstRunProgress, username: string): FirstRunProgress => ({
  ...withStep(before, "administrator", "done"),
  administrator: username,
  link: null,
  visit: null,
});

/** A new link; the one before is no longer valid. */
export function withLink(before: FirstRunProgress, digest: string, now: number): FirstRunProgress {
  const { link, earlier } = before;
  return {
    ...before,
    link: { digest, expiresAt: now + LINK_MS, isUsed: false },
    earlier: link === null ? earlier : [link.digest, ...earlier].slice(0, MOST_EARLIER),
  };
}

/** Uses a link for a browser. @throws AppError firstRun.used, .old, .foreign */
export function withVisit(
  before: FirstRunProgress,
  { link: asked, visit }: { readonly link: string; readonly visit: string },
  now: number,
): FirstRunProgress {
  const { link, earlier } = before;
  if (link === null || link.digest !== asked)
    throw new AppError(earlier.includes(asked) ? "firstRun.old" : "firstRun.foreign");
  if (link.isUsed) throw new AppError("firstRun.used");
  if (link.expiresAt <= now) throw new AppError("firstRun.old");
  return { ...before, link: { ...link, isUsed: true }, visit: { digest: visit, expiresAt: now + VISIT_MS } };
}

export const isVisit = ({ visit }: FirstRunProgress, digest: string, now: number): boolean =>
  visit !== null && visit.digest === digest && visit.expiresAt > now;

export function withStep(before: FirstRunProgress, step: FirstRunStep, how: "done" | "skipped"): FirstRunProgress {
  const rest = (steps: readonly FirstRunStep[]) => steps.filter((one) => one !== step);
  // A step that was done is not undone by skipping it later.
  if (how === "skipped" && before.done.includes(step)) return before;
  const { done, skipped } = { done: rest(before.done), skipped: rest(before.skipped) };
  return how === "done"
    ? { ...before, done: [...done, step], skipped }
    : { ...before, done, skipped: [...skipped, step] };
}
