/** Intercom (*80) and silent intercom (*81): a phone that allows it answers automatically (rules CALL-62 to CALL-64). */
import type { Directory } from "@callpanel/phone-port";
import type { Bindings } from "../../registrar/bindings.ts";
import type { CallRegister } from "../call/call-register.ts";
import { phoneKindOf } from "../../signalling/phone-kind.ts";
import { partyOf } from "../leg/leg.ts";
import { BLOCKED, refusalOf } from "../leg/refusal.ts";
import type { Opening } from "../call/sound/sound.ts";
import type { LegReason } from "../leg/leg.model.ts";
import type { ReachFeature } from "./feature.port.ts";
import type { OwnPhones } from "../ringing/own-phones.ts";

export interface IntercomDeps {
  readonly realm: string;
  readonly directory: Directory;
  readonly register: CallRegister;
  readonly bindings: Bindings;
  readonly ownPhones: OwnPhones;
}

const NOT_ALLOWED: LegReason = { status: 403, text: "Silent intercom is not allowed" };

export function createIntercom(
  { realm, directory, register, bindings, ownPhones }: IntercomDeps,
  opening: Opening,
): ReachFeature {
  return async (arrival, { number, target }) => {
    const entry = await directory.lookup(realm, target);
    const { call } = arrival;
    if (!call.live) return;
    if (entry?.kind !== "user") return call.refuse({ number, name: "" }, refusalOf(404));
    const { user } = entry;
    const isSilent = opening === "silent";
    if (isSilent && directory.mayDo?.(arrival.by, { kind: "hearIntercom", userId: user.id }) !== true)
      return call.refuse(partyOf(user), NOT_ALLOWED);
    // A person who is on a call is not interrupted.
    const phones =
      register.callCountOf(user.id) > 0
        ? []
        : bindings.ofUser(user.id).filter(({ userAgent }) => user.allowsIntercom?.[phoneKindOf(userAgent)] ?? true);
    if ((await directory.isBlocked?.(user, arrival.caller.leg.party.number)) === true)
      return call.refuse(partyOf(user), BLOCKED);
    if (!call.live) return;
    return ownPhones.reach(arrival, user, phones.length === 0 ? undefined : { opening, phones });
  };
}
