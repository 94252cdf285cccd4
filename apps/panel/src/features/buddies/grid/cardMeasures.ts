import type { BuddyView } from "../preferences.store.ts";
import type { CardMeasure } from "./window.model.ts";

/** BUDDIES-10: cards of a view have the same height, so that their places are known without rendering them. */
export const MEASURES: Readonly<Record<BuddyView, CardMeasure>> = {
  cards: { heightPx: 96, minWidthPx: 252, gapPx: 12 },
  compact: { heightPx: 60, minWidthPx: 228, gapPx: 8 },
  light: { heightPx: 38, minWidthPx: 210, gapPx: 4 },
};
