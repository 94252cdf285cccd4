/** A person: all their phones ring. */
import type { HeaderField } from "@callpanel/sip";
import type { DirectoryUser } from "../../ports.ts";
import type { Binding } from "../../registrar/bindings.ts";
import type { Admission } from "../admission.ts";
import type { Arrival } from "../arrival.ts";
import type { CallRegister } from "../call-register.ts";
import type { CalleeLeg } from "../callee-leg.ts";
import { partyOf } from "../leg.ts";
import type { OpenLegs } from "../phones.ts";
import type { Opening } from "../sound.ts";

export interface UserDeps {
  readonly realm: string;
  readonly openLegs: OpenLegs;
  readonly register: CallRegister;
  readonly admission: Admission;
}

/** Phones that are asked to answer by themselves; no others ring. */
export interface AnswersItself {
  readonly opening: Opening;
  readonly phones: readonly Binding[];
}

export type ReachUser = (arrival: Omit<Arrival, "by">, user: DirectoryUser, how?: AnswersItself) => void;

export function createReachUser({ openLegs, register, admission, realm }: UserDeps): ReachUser {
  const answerNow: HeaderField = ["Call-Info", `<sip:${realm}>;answer-after=0`];
  return ({ call, caller, hops, referredBy }, user, how) => {
    const callee = partyOf(user);
    const refused = admission.ofCallee(user, caller.leg.user.id);
    if (refused !== undefined) return call.refuse(callee, refused);
    const legsFor = (headers: readonly HeaderField[], among?: readonly Binding[]): readonly CalleeLeg[] => {
      const legs = openLegs(user, {
        caller: caller.leg.party,
        maxForwards: hops,
        referredBy,
        headers: [...call.screenPop.headers(), ...headers],
        except: call.caller.connection,
        near: call.caller.port,
        among,
      });
      for (const { leg } of legs) register.claim(leg, call);
      return legs;
    };
    const candidates = how === undefined ? legsFor([]) : legsFor([answerNow], how.phones);
    register.occupy(user.id, call);
    // A phone that comes later rings as for any call: its page may have been loaded again in the middle of an intercom call.
    call.ring(callee, candidates, {
      opening: how?.opening,
      more: (one) => (one.user.id === user.id ? legsFor([], [one]) : []),
    });
  };
}
