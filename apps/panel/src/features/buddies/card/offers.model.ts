import type { BuddyCall } from "@callpanel/contract";

/** What others can do with a colleague's calls: pick up a ringing one, listen in to an answered one. */
export const offersOf = (calls: readonly BuddyCall[]): { readonly pickUp: boolean; readonly listen: boolean } => ({
  pickUp: calls.some(({ state, direction }) => state === "early" && direction === "in"),
  listen: calls.some(({ state }) => state === "answered"),
});
