/** Menus: said again to somebody who presses nothing, three times in all. Pure. */
import type { IvrEvent } from "./ivr.port.ts";

const TIMES = 3;
/** For a choice, after the menu. */
export const CHOICE_MS = 5_000;

/** What comes of a menu that has been said `times`, of which this time is one; undefined: the event is not the menu's. */
export function stepMenu(times: number, event: IvrEvent<unknown>): "wait" | "again" | "over" | undefined {
  if (event.kind === "said") return "wait";
  if (event.kind !== "waited") return undefined;
  return times < TIMES ? "again" : "over";
}
