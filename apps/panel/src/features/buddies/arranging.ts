import type { Buddy } from "@callpanel/contract";

/** How many places an entry of the menu or a key moves a card; `top`: to the beginning. */
export type Shift = number | "top";

/** Makes a card draggable and a place to drop others beside. @returns how to leave */
export type JoinDrag = (card: HTMLElement, buddy: Buddy) => () => void;

/** What a grid can do whose order is the person's own. */
export interface Arranging {
  readonly shift: (buddy: Buddy, by: Shift) => void;
  readonly isFirst: (buddy: Buddy) => boolean;
  readonly isLast: (buddy: Buddy) => boolean;
  readonly joinDrag: JoinDrag;
}
