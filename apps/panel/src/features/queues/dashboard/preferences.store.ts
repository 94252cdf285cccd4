import { QUEUE_AGENT_STATES } from "@callpanel/contract";
import type { AgentState } from "../../../shared/live/liveQueues.ts";
import { createStore } from "../../../shared/store.ts";
import type { Store } from "../../../shared/store.ts";
import type { TextStorage } from "../../../shared/storage.ts";

export const SORTS = ["name", "waiting", "longestWait", "serviceLevel"] as const;
export type QueueSort = (typeof SORTS)[number];

/** What the dashboard shows, stored in the browser. */
export interface DashboardPreferences {
  readonly sort: QueueSort;
  /** Agents in other states are not listed. */
  readonly states: readonly AgentState[];
}

const KEYS = { sort: "callpanel_queues_sort", states: "callpanel_queues_states" } as const;

/** QDASH-6 */
export function createDashboardPreferences(
  storage: TextStorage,
): Store<DashboardPreferences, Partial<DashboardPreferences>> {
  const stored = (storage.get(KEYS.states) ?? "").split(",");
  const states = QUEUE_AGENT_STATES.filter((state) => stored.includes(state));
  return createStore<DashboardPreferences, Partial<DashboardPreferences>>(
    {
      sort: SORTS.find((one) => one === storage.get(KEYS.sort)) ?? "name",
      states: states.length === 0 ? QUEUE_AGENT_STATES : states,
    },
    (before, change) => {
      const next = { ...before, ...change };
      storage.set(KEYS.sort, next.sort);
      storage.set(KEYS.states, next.states.join(","));
      return next;
    },
  );
}
