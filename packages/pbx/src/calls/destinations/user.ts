/** A person: all their phones ring. */
import type { HeaderField } from "@callpanel/sip";
import type { DirectoryUser } from "../../ports.ts";
import type { Admission } from "../admission.ts";
import type { Arrival } from "../arrival.ts";
import type { CallRegister } from "../call-register.ts";
import { partyOf } from "../leg.ts";
import type { OpenLegs } from "../phones.ts";
import type { Opening } from "../sound.ts";

export interface UserDeps {
  readonly realm: string;
  readonly openLegs: OpenLegs;
  readonly register: CallRegister;
  readonly admission: Admission;
}

/** With an opening the phones are asked to answer by themselves. */
export type ReachUser = (
  arrival: Omit<Arrival, "by">,
  user: DirectoryUser,
  how?: { readonly opening?: Opening },
) => void;

export function createReachUser({ openLegs, register, admission, realm }: UserDeps): ReachUser {
  const answerNow: HeaderField = ["Call-Info", `<sip:${realm}>;answer-after=0`];
  return ({ call, caller, hops, referredBy }, user, { opening } = {}) => {
    const callee = partyOf(user);
    const refused = admission.ofCallee(user, caller.leg.user.id);
    if (refused !== undefined) return call.refuse(callee, refused);
    const candidates = openLegs(user, {
      caller: caller.leg.party,
      maxForwards: hops,
      referredBy,
      headers: [...call.screenPop.headers(), ...(opening === undefined ? [] : [answerNow])],
      except: caller.leg.connection,
      near: caller.leg.port,
    });
    for (const { leg } of candidates) register.claim(leg, call);
    register.occupy(user.id, call);
    call.ring(callee, candidates, opening);
  };
}
