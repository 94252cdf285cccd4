/**
 * When a person is busy: they cannot be rung because no phone is there, they are not to be disturbed, or they have calls already
 * (rules CALL-9 to CALL-11). What happens to the call then: their mailbox, if they have one (destinations/voicemail.ts).
 */
import type { DirectoryUser } from "@callpanel/phone-port";
import type { Bindings } from "../../registrar/bindings.ts";
import type { CallRegister } from "../call/call-register.ts";
import type { LegReason } from "../leg/leg.model.ts";
import { DO_NOT_DISTURB, refusalOf } from "../leg/refusal.ts";

export interface Busy {
  /** Why a person cannot be rung for a call of `callerId`; undefined: they can. */
  ofCallee(user: DirectoryUser, callerId: number): LegReason | undefined;
  /** The same without a look at their phones. */
  ofPerson(user: DirectoryUser, callerId: number): LegReason | undefined;
  /** Why no phone of a person can be rung; undefined: at least one can. */
  ofPhones(user: DirectoryUser): LegReason | undefined;
}

export function createBusy(deps: {
  readonly register: Pick<CallRegister, "callCountOf">;
  readonly bindings: Pick<Bindings, "ofUser">;
  /** How many calls a person may have. */
  readonly limitOf: (user: DirectoryUser) => number;
}): Busy {
  const { register, bindings, limitOf } = deps;
  const ofPhones: Busy["ofPhones"] = (user) =>
    user.mayUseSoftphone && bindings.ofUser(user.id).length > 0 ? undefined : refusalOf(480);
  const ofPerson: Busy["ofPerson"] = (user, callerId) => {
    if (user.doNotDisturb) return DO_NOT_DISTURB;
    const others = register.callCountOf(user.id) - (callerId === user.id ? 1 : 0);
    return others >= limitOf(user) || (!user.callWaiting && others > 0) ? refusalOf(486) : undefined;
  };
  return { ofPhones, ofPerson, ofCallee: (user, callerId) => ofPhones(user) ?? ofPerson(user, callerId) };
}
