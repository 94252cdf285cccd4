import { PAGE_SIZE } from "@callpanel/contract";
import type { Presence } from "@callpanel/contract";
import type { SoftphoneButton } from "../../shared/softphone.ts";

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

/** BUDDIES-5: what one's own card shows is what one's own phone does; the list only knows how it was when it was loaded. */
export function ownPresence(listed: Presence, { status, call }: SoftphoneButton): Presence {
  if (call === "ringing") return "ringing";
  if (call !== "idle") return "oncall";
  // Not registered here says nothing of a desk phone: the list stands.
  return listed === "offline" && status === "registered" ? "online" : listed;
}
