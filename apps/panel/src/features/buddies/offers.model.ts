import type { BuddyCall } from "@callpanel/contract";

/** What a colleague's calls offer to others: to be taken while one rings, to be listened to while they talk. */
export const offersOf = (calls: readonly BuddyCall[]): { readonly pickUp: boolean; readonly listen: boolean } => ({
  pickUp: calls.some(({ state, direction }) => state === "early" && direction === "in"),
  listen: calls.some(({ state }) => state === "answered"),
});
