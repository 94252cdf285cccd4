import type { Buddy } from "@callpanel/contract";

/** How many places an entry of the menu or a key moves a card; `top`: to the beginning. */
export type Shift = number | "top";

/** Makes a card draggable, and a target to drop other cards next to it. @returns a stop function */
export type JoinDrag = (card: HTMLElement, buddy: Buddy) => () => void;

/** The actions of a grid with the person's own order. */
export interface Arranging {
  readonly shift: (buddy: Buddy, by: Shift) => void;
  readonly isFirst: (buddy: Buddy) => boolean;
  readonly isLast: (buddy: Buddy) => boolean;
  readonly joinDrag: JoinDrag;
}
