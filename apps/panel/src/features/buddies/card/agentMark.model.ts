/** What a card shows of a person as an agent of queues. Pure. */
import type { Membership } from "../../../shared/live/liveQueues.ts";

/** `queues`: the numbers of those that it is about. */
export interface AgentMark {
  readonly kind: "paused" | "wrapup" | "takesCalls";
  readonly queues: readonly string[];
}

/** BUDDIES-35: paused in some queue, else in wrap-up, else ready; null for a person who is not logged in to any. */
export function agentMarkOf(memberships: readonly Membership[]): AgentMark | null {
  const inQueues = memberships.filter(({ agent }) => agent.state !== "offline");
  const of = (kind: AgentMark["kind"], some: readonly Membership[]): AgentMark | null =>
    some.length === 0 ? null : { kind, queues: some.map(({ queue }) => queue) };
  return (
    of(
      "paused",
      inQueues.filter(({ agent }) => agent.paused),
    ) ??
    of(
      "wrapup",
      inQueues.filter(({ agent }) => agent.state === "wrapup"),
    ) ??
    of("takesCalls", inQueues)
  );
}
