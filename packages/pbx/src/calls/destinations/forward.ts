/**
 * Unconditional forward: the call goes to any number that its owner may dial, at most five times (rules REACH-10 to
 * REACH-13).
 */
import type { DirectoryUser, Party } from "@callpanel/phone-port";
import { MOST_FORWARDS, type Arrival } from "../call/arrival.ts";
import { partyOf } from "../leg/leg.ts";
import type { LegReason } from "../leg/leg.model.ts";

export interface Forward {
  (arrival: Arrival, user: DirectoryUser, number: string): void | Promise<void>;
  /** Whether the call was at this person before. */
  turnsInCircles(arrival: Arrival, user: DirectoryUser): boolean;
  refuse(arrival: Arrival, user: DirectoryUser): void;
}

const CIRCLE: LegReason = { status: 480, text: "Forwarded in a circle" };
const TOO_OFTEN: LegReason = { status: 480, text: "Forwarded too often" };
const TOO_MANY_HOPS: LegReason = { status: 483, text: "Too Many Hops" };

export function createForward(route: (arrival: Arrival, dialled: string) => Promise<void>): Forward {
  const refusalFor = (chain: readonly Party[], hops: number): LegReason | undefined => {
    if (chain.length > MOST_FORWARDS) return TOO_OFTEN;
    return hops <= 0 ? TOO_MANY_HOPS : undefined;
  };

  const forward = (arrival: Arrival, user: DirectoryUser, number: string): void | Promise<void> => {
    const { call, diversions = [] } = arrival;
    const party = partyOf(user);
    const chain = [...diversions, party];
    const hops = arrival.hops - 1;
    call.divertedFrom({ party, why: "forward", to: number });
    const refused = refusalFor(chain, hops);
    if (refused !== undefined) return call.refuse(party, refused);
    call.forwardedBy(party);
    return route({ ...arrival, by: user, hops, diversions: chain }, number);
  };

  return Object.assign(forward, {
    turnsInCircles: ({ caller, diversions = [] }: Arrival, { id }: DirectoryUser) =>
      diversions.length > 0 && (caller.leg.user.id === id || diversions.some(({ userId }) => userId === id)),
    refuse: ({ call }: Arrival, user: DirectoryUser) => call.refuse(partyOf(user), CIRCLE),
  });
}
