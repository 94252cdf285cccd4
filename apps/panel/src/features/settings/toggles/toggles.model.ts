import type { ToggleDestination } from "@callpanel/contract";

/** The label of an option, else its destination. */
export function nameOf({ optA, optB }: ToggleDestination, option: "A" | "B"): string {
  const { name, target } = option === "A" ? optA : optB;
  return name || target;
}
