/** A queue: a caller who dials it, or is sent there, joins its line (docs/spec/queues.md). */
import type { Destination } from "../../dialplan/resolve.ts";
import { MOST_FORWARDS, type Arrival } from "../call/arrival.ts";
import type { LegReason } from "../leg/leg.model.ts";
import { companyAt } from "../queueing/company.ts";
import type { Queues } from "../queueing/queues.ts";

export interface QueueDeps {
  /** Absent: this system has no queues. */
  readonly queues?: Queues | undefined;
}

const NONE: LegReason = { status: 480, text: "No queue service yet" };
const FULL: LegReason = { status: 486, text: "Queue is full" };
const EMPTY: LegReason = { status: 480, text: "No agent is available" };

export function createReachQueue(
  { queues }: QueueDeps,
  route: (arrival: Arrival, dialled: string) => void | Promise<void>,
) {
  return (arrival: Arrival, { number, place }: Destination & { kind: "queue" }): void | Promise<void> => {
    const { call, diversions = [] } = arrival;
    const party = { number, name: place.name, kind: "queue" } as const;
    const settings = queues?.settingsOf(place.id);
    if (queues === undefined || settings === undefined) return call.refuse(party, NONE);
    const why = queues.admission(place.id);
    if (why === undefined)
      return call.put(party, queues.serviceOf(arrival, { settings, party, priority: place.priority }));
    const chain = [...diversions, party];
    // QUE-2
    if (settings.overflowTo === undefined || chain.length > MOST_FORWARDS)
      return call.refuse(party, why === "full" ? FULL : EMPTY);
    return route({ ...arrival, by: companyAt(party), diversions: chain }, settings.overflowTo);
  };
}
