import { PAGE_SIZE } from "@callpanel/contract";

export interface BuddyPage {
  /** Zero-based. */
  readonly page: number;
  readonly search: string;
}

export interface BuddyRange {
  readonly from: number;
  readonly to: number;
  readonly pageCount: number;
}

/** BUDDIES-1: pages of 18. */
export const startOf = ({ page }: BuddyPage): number => page * PAGE_SIZE.buddies;

export function rangeOf({ page }: BuddyPage, total: number): BuddyRange {
  const from = Math.min(page * PAGE_SIZE.buddies + 1, total);
  return { from, to: Math.min(from + PAGE_SIZE.buddies - 1, total), pageCount: Math.ceil(total / PAGE_SIZE.buddies) };
}
