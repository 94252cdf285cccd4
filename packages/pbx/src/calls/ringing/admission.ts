/** Whether a call may be placed: the limits of a person and of the system (rules CALL-6 and CALL-9 to CALL-11). */
import type { PhoneConnection } from "../../connection/connections.ts";
import type { DirectoryUser } from "@callpanel/phone-port";
import type { Bindings } from "../../registrar/bindings.ts";
import type { PhoneSettings } from "../../settings.ts";
import type { CallRegister } from "../call/call-register.ts";
import type { LegReason } from "../leg/leg.model.ts";
import { createBusy, type Busy } from "./busy.ts";

export interface Admission extends Busy {
  /** Why a person may not place a call now; undefined: they may. */
  ofCaller(user: DirectoryUser, connection: PhoneConnection | undefined): LegReason | undefined;
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

  return {
    ...createBusy({ register, bindings, limitOf }),
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
    stopTaking: () => {
      taking = false;
    },
  };
}
