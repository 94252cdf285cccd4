import { KEEP_FOR_EVER, keptDays, mayKeep } from "@callpanel/contract";
import type { CompanyKeeping, RoomKeeping } from "@callpanel/contract";

const DAY_MS = 86_400_000;
/** What most companies choose; any other limit that is set is offered too. */
const USUAL_DAYS = [30, 90, 365] as const;

/** Limits that owners may set for a room, shortest first; null: the company's own, which is the first. */
export function roomChoices(keeping: RoomKeeping): ReadonlyArray<number | null> {
  const { own } = keeping;
  const days = new Set<number>([...USUAL_DAYS, ...(own === null || own === KEEP_FOR_EVER ? [] : [own])]);
  const limits = [null, ...[...days].toSorted((one, other) => one - other), KEEP_FOR_EVER];
  return limits.filter((one) => mayKeep({ ...keeping, own: one }));
}

/** Limits of a company, shortest first; null: for ever. */
export function companyChoices(now: number | null): ReadonlyArray<number | null> {
  const days = new Set<number>([...USUAL_DAYS, 730, ...(now === null ? [] : [now])]);
  return [...[...days].toSorted((one, other) => one - other), null];
}

/** Whether messages that are kept under one limit are removed under the other; in days, null: for ever. */
const isShorter = (next: number | null, before: number | null): boolean =>
  next !== null && (before === null || next < before);

/** CHATUI-50: the time before which messages are removed by this choice; null: none is removed that was kept until now. */
export function removedBefore(keeping: RoomKeeping, own: number | null, now: number): number | null {
  const next = keptDays({ ...keeping, own });
  return next !== null && isShorter(next, keptDays(keeping)) ? now - next * DAY_MS : null;
}

/** CHATUI-51: whether a choice for the company removes messages somewhere: another rule for rooms may make their own limits hold again. */
export const removesSome = (next: CompanyKeeping, before: CompanyKeeping): boolean =>
  isShorter(next.days, before.days) || next.rooms !== before.rooms;
