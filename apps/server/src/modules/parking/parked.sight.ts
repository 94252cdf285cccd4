import { canRead, type ParkedCall, type RealtimeEvent } from "@callpanel/contract";
import { callerIdSightOf } from "../presence/index.ts";
import type { Receiving, Visibility } from "../realtime/index.ts";
import type { ParkedChange, ParkedParty, ParkedPlace } from "./parked.model.ts";

/** What one class of receivers may see of parked calls. */
export interface ParkedSight extends Visibility {
  /** The place in its visible form; undefined if it is not visible. */
  readonly show: (place: ParkedPlace) => ParkedCall | undefined;
}

/** RT-30: parked calls need `parkings` read; numbers and names depend on `show_caller_id_info`. */
export function parkedSightOf(realm: string, receiving: Receiving): ParkedSight {
  const reads = canRead(receiving.rights, "parkings");
  const callerId = callerIdSightOf(receiving);
  const shown = ({ userId, number, name }: ParkedParty) =>
    callerId.shows(userId) ? { number, name } : { number: "", name: "" };
  return {
    key: reads ? callerId.key : "",
    show: (place) => {
      if (!reads || place.realm !== realm) return undefined;
      const { lot, exten, space, callid, channel, parkee, parker, startedAt, timeoutSeconds } = place;
      return {
        realm,
        lot,
        exten,
        space,
        parkee: { ...shown(parkee), channel, uniqueid: callid },
        parker: shown(parker),
        timeoutSeconds,
        startedAt,
      };
    },
  };
}

/** RT-30: the events that this class receives for a change. */
export function parkedEvents({ event, place }: ParkedChange, { show }: ParkedSight): readonly RealtimeEvent[] {
  const call = show(place);
  if (call === undefined) return [];
  return [{ action: "PARKING", event, ...call }];
}

/** RT-30: every occupied slot, by number. */
export function parkedCalls(places: Iterable<ParkedPlace>, { show }: ParkedSight): readonly ParkedCall[] {
  return [...places].flatMap((place) => show(place) ?? []).toSorted((a, b) => Number(a.space) - Number(b.space));
}
