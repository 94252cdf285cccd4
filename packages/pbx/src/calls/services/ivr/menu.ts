/** Menus: repeated for a caller who presses nothing, three times in all. Pure. */
import type { IvrEvent } from "./ivr.port.ts";

const TIMES = 3;
/** Time for a choice after the menu. */
export const CHOICE_MS = 5_000;

/** The result of a menu that has been played `times`, including this time; undefined: the event is not for the menu. */
export function stepMenu(times: number, event: IvrEvent<unknown>): "wait" | "again" | "over" | undefined {
  if (event.kind === "said") return "wait";
  if (event.kind !== "waited") return undefined;
  return times < TIMES ? "again" : "over";
}
