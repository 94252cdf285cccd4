/** The phones of a person, each with a leg that can be rung. */
import type { PhoneConnection } from "../../connection/connections.ts";
import type { MediaEngine, MediaPort } from "@callpanel/media";
import type { DirectoryUser } from "@callpanel/phone-port";
import type { Binding, Bindings } from "../../registrar/bindings.ts";
import { createCalleeLeg, type CalleeLeg, type Invitation } from "./callee-leg.ts";
import type { LegDeps } from "./leg.port.ts";

export interface PhonesDeps extends LegDeps {
  readonly media: MediaEngine;
  readonly bindings: Bindings;
  readonly connectionById: (id: string) => PhoneConnection | undefined;
}

export interface RingParts extends Invitation {
  /** The phone that makes the call; it is not rung. */
  readonly except?: PhoneConnection | undefined;
  /** The media port that the new ports will be bridged with. */
  readonly near?: MediaPort | undefined;
  /** Only these phones, instead of all of the person's. */
  readonly among?: readonly Binding[] | undefined;
}

/** Opens a leg for every reachable phone of the person; nothing rings yet. */
export type OpenLegs = (user: DirectoryUser, parts: RingParts) => readonly CalleeLeg[];

export function createPhones(deps: PhonesDeps): OpenLegs {
  const { media, bindings, log } = deps;

  /** If the engine has no free port, the legs that were opened before must still be used. */
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
