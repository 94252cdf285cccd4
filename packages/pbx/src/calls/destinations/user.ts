/** A person: all their phones ring. */
import type { DirectoryUser } from "../../ports.ts";
import type { Admission } from "../admission.ts";
import type { Arrival } from "../arrival.ts";
import type { CallRegister } from "../call-register.ts";
import { partyOf } from "../leg.ts";
import type { OpenLegs } from "../phones.ts";

export interface UserDeps {
  readonly openLegs: OpenLegs;
  readonly register: CallRegister;
  readonly admission: Admission;
}

export type ReachUser = (arrival: Omit<Arrival, "by">, user: DirectoryUser) => void;

export function createReachUser({ openLegs, register, admission }: UserDeps): ReachUser {
  return ({ call, caller, hops, referredBy }, user) => {
    const callee = partyOf(user);
    const refused = admission.ofCallee(user, caller.leg.user.id);
    if (refused !== undefined) return call.refuse(callee, refused);
    const candidates = openLegs(user, {
      caller: caller.leg.party,
      maxForwards: hops,
      referredBy,
      headers: call.screenPop.headers(),
      except: caller.leg.connection,
      near: caller.leg.port,
    });
    for (const { leg } of candidates) register.claim(leg, call);
    register.occupy(user.id, call);
    call.ring(callee, candidates);
  };
}
