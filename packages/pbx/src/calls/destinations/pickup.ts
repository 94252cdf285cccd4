/** Directed pickup, `**` and an extension: takes a call that rings there (rules CALL-60 and CALL-61). */
import type { Directory, Party } from "../../ports.ts";
import type { Arrival } from "../arrival.ts";
import type { CallRegister } from "../call-register.ts";
import type { Call } from "../call.port.ts";
import type { LegIndex } from "../leg-index.ts";
import { partyOf, type Leg } from "../leg.ts";
import type { LegReason } from "../leg.model.ts";
import { refusalOf } from "../refusal.ts";
import type { ReachFeature } from "./feature.port.ts";

export interface PickupDeps {
  readonly realm: string;
  readonly directory: Directory;
  readonly index: LegIndex<Leg>;
  readonly register: CallRegister;
}

const NOBODY_RINGS: LegReason = { status: 480, text: "No call rings there" };

export function createPickup({ realm, directory, index, register }: PickupDeps): ReachFeature {
  /** The call that has rung longest; nobody picks up themselves. */
  const ringingFor = (userId: number, { user }: Leg): Call | undefined => {
    for (const leg of index.ofUser(userId)) {
      const call = register.callOf(leg);
      if (call?.rings(leg) === true && call.caller.user.id !== user.id) return call;
    }
    return undefined;
  };

  const take = async ({ call: own, caller, by }: Arrival, userId: number, named: Party): Promise<void> => {
    const { leg } = caller;
    const ringing = ringingFor(userId, leg);
    if (ringing === undefined) return own.refuse(named, NOBODY_RINGS);
    const { codecs } = ringing;
    // Whoever leaves the choice to this system is given the best that the caller speaks.
    const fitted = await caller.fit(caller.codecs === undefined ? [codecs?.[0] ?? "opus"] : codecs);
    if (!own.live) return;
    if (ringingFor(userId, leg) !== ringing) return own.refuse(named, NOBODY_RINGS);
    const { codec, direction } = fitted;
    if (codec === undefined) return own.refuse(named, refusalOf(488));
    own.rename(named);
    own.part(leg);
    caller.connectedTo(ringing.caller.party);
    register.claim(leg, ringing);
    register.occupy(by.id, ringing);
    if (userId !== by.id) register.vacate(userId, ringing);
    ringing.pickUp(partyOf(by), { leg, fit: () => Promise.resolve({ codec, direction }) });
  };

  return async (arrival, { number, target }) => {
    const entry = await directory.lookup(realm, target);
    const named = { number, name: entry?.kind === "user" ? entry.user.displayName : "" };
    if (!arrival.call.live) return;
    if (entry?.kind !== "user") return arrival.call.refuse(named, refusalOf(404));
    await take(arrival, entry.user.id, named);
  };
}
