import type { Arrival } from "../call/arrival.ts";
import type { LegReason } from "../leg/leg.model.ts";
import type { ReachFeature } from "./feature.port.ts";

const NUMBERS_ALONE: LegReason = { status: 404, text: "A number has to follow" };

/** *67 and a number (spec 2 §9): calls the number without showing the caller's number (rule REACH-5). */
export function createWithheld(route: (arrival: Arrival, dialled: string) => Promise<void>): ReachFeature {
  return (arrival, { number, target }) => {
    const { call } = arrival;
    // A code would act in the caller's name, or make a phone answer automatically.
    if (/^[*#]/.test(target)) return call.refuse({ number, name: "" }, NUMBERS_ALONE);
    call.withholdCaller();
    return route(arrival, target);
  };
}
