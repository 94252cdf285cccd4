/** Asks the phone system by OPTIONS whether it is still there. */
import type { Clock } from "../ports/clock.port.ts";
import type { UserAgent } from "../ports/user-agent.port.ts";

interface OptionsProbe {
  readonly agent: UserAgent;
  readonly clock: Clock;
  /** No answer within this time is a failure. */
  readonly deadlineMs: number;
}

/** The outcome is reported once. */
export function probeByOptions(
  { agent, clock, deadlineMs }: OptionsProbe,
  done: (outcome: "answered" | "failed") => void,
): void {
  let settled = false;
  const settle = (outcome: "answered" | "failed"): void => {
    if (settled) return;
    settled = true;
    cancelDeadline();
    done(outcome);
  };
  const cancelDeadline = clock.setTimeout(() => settle("failed"), deadlineMs);
  agent.sendOptions(settle);
}
