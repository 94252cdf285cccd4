/** Directed pickup (`**` and an extension): takes a call that rings there (rules CALL-60 and CALL-61). */
import type { Directory, DirectoryUser, Party } from "@callpanel/phone-port";
import type { Arrival } from "../call/arrival.ts";
import type { CallRegister } from "../call/call-register.ts";
import type { Call } from "../call/call.port.ts";
import type { LegIndex } from "../leg/leg-index.ts";
import { partyOf } from "../leg/leg.ts";
import type { Leg } from "../leg/leg.port.ts";
import type { LegReason } from "../leg/leg.model.ts";
import { refusalOf } from "../leg/refusal.ts";
import type { ReachFeature } from "./feature.port.ts";

export interface PickupDeps {
  readonly realm: string;
  readonly directory: Directory;
  readonly index: LegIndex<Leg>;
  readonly register: CallRegister;
}

const NOT_ALLOWED: LegReason = { status: 403, text: "Taking this call is not allowed" };
const NOBODY_RINGS: LegReason = { status: 480, text: "No call rings there" };

export function createPickup({ realm, directory, index, register }: PickupDeps): ReachFeature {
  /** The call that has rung longest. A person cannot pick up their own call. */
  const ringingFor = (userId: number, { user }: Leg): Call | undefined => {
    for (const leg of index.ofUser(userId)) {
      const call = register.callOf(leg);
      if (call?.rings(leg) === true && call.caller.user.id !== user.id) return call;
    }
    const awaiting = register.awaiting(userId);
    return awaiting?.caller.user.id === user.id ? undefined : awaiting;
  };

  const take = async ({ call: own, caller, by }: Arrival, owner: DirectoryUser, named: Party): Promise<void> => {
    const userId = owner.id;
    const { leg } = caller;
    const ringing = ringingFor(userId, leg);
    if (ringing === undefined) return own.refuse(named, NOBODY_RINGS);
    const { codecs } = ringing;
    // A phone that made no offer gets the caller's preferred codec.
    const fitted = await caller.fit(caller.codecs === undefined ? [codecs?.[0] ?? "opus"] : codecs);
    if (!own.live) return;
    if (ringingFor(userId, leg) !== ringing) return own.refuse(named, NOBODY_RINGS);
    const { codec, direction } = fitted;
    if (codec === undefined) return own.refuse(named, refusalOf(488));
    own.rename(named);
    own.part(leg);
    register.claim(leg, ringing);
    register.occupy(by.id, ringing);
    if (userId !== by.id) register.vacate(userId, ringing);
    ringing.cameBy({ how: "pickedUp", by: partyOf(owner) });
    ringing.pickUp(partyOf(by), { leg, fit: () => Promise.resolve({ codec, direction }) });
  };

  return async (arrival, { number, target }) => {
    const entry = await directory.lookup(realm, target);
    const named: Party = { number, name: entry?.kind === "user" ? entry.user.displayName : "", kind: "service" };
    if (!arrival.call.live) return;
    if (entry?.kind !== "user") return arrival.call.refuse(named, refusalOf(404));
    if (directory.mayDo?.(arrival.by, { kind: "pickUp", userId: entry.user.id }) !== true)
      return arrival.call.refuse(named, NOT_ALLOWED);
    await take(arrival, entry.user, named);
  };
}
