/** The phones of a person, each with a leg that is ready to be rung. */
import type { PhoneConnection } from "../connection/connections.ts";
import type { MediaEngine, MediaPort } from "@callpanel/media";
import type { DirectoryUser } from "@callpanel/phone-port";
import type { Binding, Bindings } from "../registrar/bindings.ts";
import { createCalleeLeg, type CalleeLeg, type Invitation } from "./callee-leg.ts";
import type { LegDeps } from "./leg.ts";

export interface PhonesDeps extends LegDeps {
  readonly media: MediaEngine;
  readonly bindings: Bindings;
  readonly connectionById: (id: string) => PhoneConnection | undefined;
}

export interface RingParts extends Invitation {
  /** A phone is not rung by its own call. */
  readonly except?: PhoneConnection | undefined;
  /** Sound that will be bridged with this. */
  readonly near?: MediaPort | undefined;
  /** These phones alone, in place of all of the person's. */
  readonly among?: readonly Binding[] | undefined;
}

/** Opens a leg for every phone of the person that is within reach; none is rung yet. */
export type OpenLegs = (user: DirectoryUser, parts: RingParts) => readonly CalleeLeg[];

export function createPhones(deps: PhonesDeps): OpenLegs {
  const { media, bindings, log } = deps;

  /** An engine that has no port left must not leave the legs behind that were opened before. */
  const openPort = (near: MediaPort | undefined): MediaPort | undefined => {
    try {
      return media.open(near === undefined ? {} : { near });
    } catch (error) {
      log.error("no media port for a phone", { error: String(error) });
      return undefined;
    }
  };

  return (user, { except, near, among, ...invitation }) =>
    (among ?? bindings.ofUser(user.id)).flatMap((binding): readonly CalleeLeg[] => {
      const connection = deps.connectionById(binding.connectionId);
      if (connection === undefined || connection === except) return [];
      const port = openPort(near);
      return port === undefined ? [] : [createCalleeLeg({ ...invitation, deps, binding, user, connection, port })];
    });
}
