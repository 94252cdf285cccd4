import { canRead, peopleEventSchema, type PeopleEvent } from "@callpanel/contract";
import { topic } from "../../kernel/bus/topic.ts";
import type { Receiving } from "./receiving.ts";

/** Colleagues were changed, by any process; each server finds out by the revision. */
export const peopleChanged = topic("people.changed", peopleEventSchema);

export interface PeopleSight {
  readonly key: string;
  readonly realm: string;
  readonly reads: boolean;
}

/** As `listBuddies`. */
export function peopleSightOf(realm: string, { rights }: Receiving): PeopleSight {
  const reads = canRead(rights, "panel_buddies");
  return { key: reads ? "people" : "", realm, reads };
}

/** RT-60 */
export const peopleEvents = (event: PeopleEvent, { realm, reads }: PeopleSight): readonly PeopleEvent[] =>
  reads && event.realm === realm ? [event] : [];
