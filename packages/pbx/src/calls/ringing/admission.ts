/** The limits for placing a call and for being rung (rules CALL-6 and CALL-9 to CALL-11). */
import type { PhoneConnection } from "../../connection/connections.ts";
import type { DirectoryUser } from "@callpanel/phone-port";
import type { Bindings } from "../../registrar/bindings.ts";
import type { PhoneSettings } from "../../settings.ts";
import type { CallRegister } from "../call/call-register.ts";
import type { LegReason } from "../leg/leg.model.ts";
import { DO_NOT_DISTURB, refusalOf } from "../leg/refusal.ts";

export interface Admission {
  /** Why a person may not place a call now; undefined: they may. */
  ofCaller(user: DirectoryUser, connection: PhoneConnection | undefined): LegReason | undefined;
  /** Why a person cannot be rung for a call of `callerId`; undefined: they can. */
  ofCallee(user: DirectoryUser, callerId: number): LegReason | undefined;
  /** Why no phone of a person can be rung; undefined: at least one can. */
  ofPhones(user: DirectoryUser): LegReason | undefined;
  /** New calls are taken. */
  readonly isTaking: boolean;
  /** From now on new calls are refused with 503. */
  stopTaking(): void;
}

export function createAdmission(deps: {
  readonly register: CallRegister;
  readonly bindings: Bindings;
  readonly settings: PhoneSettings;
}): Admission {
  const { register, bindings, settings } = deps;
  let taking = true;
  /** A trunk has only the limit that is set for it. */
  const limitOf = ({ callLimit, trunk }: DirectoryUser): number =>
    callLimit ?? (trunk === true ? settings.callsInSystem : settings.callsPerUser);
  const ofPhones: Admission["ofPhones"] = (user) =>
    user.mayUseSoftphone && bindings.ofUser(user.id).length > 0 ? undefined : refusalOf(480);

  return {
    ofCaller: (user, connection) => {
      if (!taking) return { status: 503, text: "Shutting down" };
      if (user.trunk !== true && connection?.invites.take() === false)
        return { status: 503, text: "Too many calls in a short time" };
      if (register.count >= settings.callsInSystem) return { status: 503, text: "Too many calls" };
      const limit = limitOf(user);
      if (register.callCountOf(user.id) >= limit) return { status: 403, text: `At most ${limit} calls at a time` };
      return undefined;
    },
    get isTaking() {
      return taking;
    },
    ofPhones,
    ofCallee: (user, callerId) => {
      const absent = ofPhones(user);
      if (absent !== undefined) return absent;
      if (user.doNotDisturb) return DO_NOT_DISTURB;
      const others = register.callCountOf(user.id) - (callerId === user.id ? 1 : 0);
      if (others >= limitOf(user) || (!user.callWaiting && others > 0)) return refusalOf(486);
      return undefined;
    },
    stopTaking: () => {
      taking = false;
    },
  };
}
