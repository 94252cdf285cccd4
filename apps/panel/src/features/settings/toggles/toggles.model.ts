import type { ToggleDestination } from "@callpanel/contract";

/** What stands behind an option, else where it leads. */
export function nameOf({ optA, optB }: ToggleDestination, option: "A" | "B"): string {
  const { name, target } = option === "A" ? optA : optB;
  return name || target;
}
