/** A person: all their phones ring. */
import type { PhoneConnection } from "../../connection/connections.ts";
import type { MediaEngine, MediaPort } from "../../media/media.port.ts";
import type { DirectoryUser } from "../../ports.ts";
import type { Bindings } from "../../registrar/bindings.ts";
import type { Admission } from "../admission.ts";
import type { Arrival } from "../arrival.ts";
import type { CallRegister } from "../call-register.ts";
import { createCalleeLeg, type CalleeLeg } from "../callee-leg.ts";
import { partyOf, type LegDeps } from "../leg.ts";

export interface UserDeps extends LegDeps {
  readonly media: MediaEngine;
  readonly bindings: Bindings;
  readonly connectionById: (id: string) => PhoneConnection | undefined;
  readonly register: CallRegister;
  readonly admission: Admission;
}

export type ReachUser = (arrival: Omit<Arrival, "by">, user: DirectoryUser) => void;

export function createReachUser(deps: UserDeps): ReachUser {
  const { media, bindings, register, admission, log } = deps;

  /** An engine that has no port left must not leave the legs behind that were opened before. */
  const openPort = (options: { readonly near: MediaPort }): MediaPort | undefined => {
    try {
      return media.open(options);
    } catch (error) {
      log.error("no media port for a phone", { error: String(error) });
      return undefined;
    }
  };

  return ({ call, caller, hops, referredBy }, user) => {
    const callee = partyOf(user);
    const refused = admission.ofCallee(user, call);
    if (refused !== undefined) return call.refuse(callee, refused);
    const candidates = bindings.ofUser(user.id).flatMap((binding): readonly CalleeLeg[] => {
      const connection = deps.connectionById(binding.connectionId);
      // A phone is not rung by its own call.
      if (connection === undefined || connection === caller.leg.connection) return [];
      const port = openPort({ near: caller.leg.port });
      const invite = { deps, binding, user, connection, caller: caller.leg.party, maxForwards: hops, referredBy };
      return port === undefined ? [] : [createCalleeLeg({ ...invite, port })];
    });
    for (const { leg } of candidates) register.claim(leg, call);
    register.occupy(user.id, call);
    call.ring(callee, candidates);
  };
}
