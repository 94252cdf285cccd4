import { canRead, peopleEventSchema, type PeopleEvent } from "@callpanel/contract";
import type { Bus } from "../../kernel/bus/bus.ts";
import { topic } from "../../kernel/bus/topic.ts";
import type { Clock } from "../../kernel/clock.ts";
import { createEventSource, type EventSource } from "./event-source.ts";
import type { Receiving } from "./receiving.ts";

/** Colleagues were changed, by any process; each server finds out by the revision. */
export const peopleChanged = topic("people.changed", peopleEventSchema);

interface PeopleSight {
  readonly key: string;
  readonly realm: string;
  readonly reads: boolean;
}

/** As `listBuddies`. */
function peopleSightOf(realm: string, { rights }: Receiving): PeopleSight {
  const reads = canRead(rights, "panel_buddies");
  return { key: reads ? "people" : "", realm, reads };
}

/** RT-60 */
const peopleEvents = (event: PeopleEvent, { realm, reads }: PeopleSight): readonly PeopleEvent[] =>
  reads && event.realm === realm ? [event] : [];

/** A panel loads its list of colleagues at most this long before it connects, unless its first connections fail. */
const RECENT_MS = 60_000;
/** After more changes than these, receivers load their lists again. */
const RECENT_AT_MOST = 20;

/** RT-60 and, for receivers who join, RT-63. */
export function createPeopleFeed({ subscribe }: Pick<Bus, "subscribe">, clock: Clock): EventSource {
  let recent: ReadonlyArray<{ readonly until: number; readonly event: PeopleEvent }> = [];
  const current = () => recent.filter(({ until }) => until > clock.now());
  subscribe(peopleChanged, (event) => {
    recent = [...current(), { until: clock.now() + RECENT_MS, event }].slice(-RECENT_AT_MOST - 1);
  });
  return createEventSource({
    name: "people",
    subscribe: (listener) => subscribe(peopleChanged, listener),
    visibleTo: peopleSightOf,
    events: peopleEvents,
    recent: (sight) => {
      const kept = current().map(({ event }) => event);
      const many: PeopleEvent = { action: "PEOPLE", realm: sight.realm, changed: [], removed: [] };
      return (kept.length > RECENT_AT_MOST ? [many] : kept).flatMap((event) => peopleEvents(event, sight));
    },
  });
}
