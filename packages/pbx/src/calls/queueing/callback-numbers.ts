/** At which number a caller can be called back (QCB-3): the number of a caller can be forged. */
import { ANONYMOUS_NUMBER, type Directory, type DirectoryUser, type Party } from "@callpanel/phone-port";
import type { DialPlan } from "../../dialplan/resolve.ts";
import type { Allowance, Permit } from "../lines/allowance.ts";
import type { Leg } from "../leg/leg.port.ts";
import { companyAt } from "./company.ts";

/** The person or line that a number leads to now. */
type CallbackGoal =
  | { readonly kind: "outside"; readonly number: string; readonly permit: Permit }
  | { readonly kind: "user"; readonly user: DirectoryUser };

export interface CallbackNumbers {
  /** Undefined: this number is not called. */
  goalOf(number: string, queue: Party): Promise<CallbackGoal | undefined>;
  /** The number at which a caller can be called back; undefined: at none. */
  of(caller: Leg, queue: Party): Promise<string | undefined>;
}

export function createCallbackNumbers({
  realm,
  directory,
  dialPlan,
  allowance,
}: {
  readonly realm: string;
  readonly directory: Directory;
  readonly dialPlan: DialPlan;
  readonly allowance: Allowance;
}): CallbackNumbers {
  const goalOf: CallbackNumbers["goalOf"] = async (number, queue) => {
    const company = companyAt(queue);
    const destination = await dialPlan.resolve(number, company);
    if (destination.kind === "user") return { kind: "user", user: destination.user };
    if (destination.kind !== "outside") return undefined;
    // The company would call itself, for as long as somebody says so.
    if ((await directory.directNumber?.(realm, destination.number)) !== undefined) return undefined;
    const allowed = await allowance.of(company, destination.number);
    return allowed.may ? { kind: "outside", number: destination.number, permit: allowed.permit } : undefined;
  };
  return {
    goalOf,
    of: async (caller, queue) => {
      const { number } = caller.shown;
      if (number === ANONYMOUS_NUMBER) return undefined;
      const goal = await goalOf(number, queue);
      if (goal === undefined) return undefined;
      // No outside number leads to a person of the company, and no person to another one.
      const isOwn = goal.kind === "outside" ? caller.user.trunk === true : goal.user.id === caller.user.id;
      return isOwn ? number : undefined;
    },
  };
}
