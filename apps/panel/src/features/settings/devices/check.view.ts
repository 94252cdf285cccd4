import type { CheckSnapshot, CheckStep } from "@callpanel/webphone";

/** In the order of execution. */
export const STEPS = ["microphone", "registration", "network", "sound"] as const satisfies readonly CheckStep[];

export type StepState = "waiting" | "running" | "done" | "failed";

/** The state of a step of the check. */
export function stateOf(check: CheckSnapshot, step: CheckStep): StepState {
  if (check.phase === "good" || check.phase === "poor") return "done";
  const reached = STEPS.indexOf(check.step);
  const at = STEPS.indexOf(step);
  if (at < reached) return "done";
  if (at > reached) return "waiting";
  return check.phase === "failed" ? "failed" : "running";
}
