/**
 * Outside lines: which trunk takes an allowed call, and which one is next when that one cannot (rules LINE-20 to
 * LINE-22).
 */
import type { HeaderField } from "@callpanel/sip";
import type { Directory, DirectoryUser, Party } from "@callpanel/phone-port";
import type { Binding, Bindings } from "../../registrar/bindings.ts";
import type { Arrival } from "../call/arrival.ts";
import type { Call } from "../call/call.port.ts";
import type { CallRegister, Ongoing } from "../call/call-register.ts";
import type { CalleeLeg, Invitation } from "../leg/callee-leg.ts";
import type { GoneCause } from "../leg/leg.model.ts";
import type { OpenLegs } from "../leg/phones.ts";
import type { Reach } from "../call/reach.ts";
import type { Permit } from "./allowance.ts";

export interface Lines {
  /** Trunks with a registered gateway, in order. */
  present(): Promise<readonly DirectoryUser[]>;
  /** The way to an outside number, by the first trunk that accepts the call. */
  reach(parts: LineParts): Reach;
}

interface LineParts {
  readonly arrival: Pick<Arrival, "hops" | "referredBy"> & { readonly call: Call | Ongoing };
  readonly permit: Permit;
  readonly trunks: readonly DirectoryUser[];
  /** The called party, as events show it. */
  readonly outside: Party;
  readonly shown: Pick<Invitation, "caller" | "asserted" | "headers">;
  /** Additional header fields. */
  readonly headers?: readonly HeaderField[];
  /** Ignores the call limit of a trunk. */
  readonly pastLimits?: true;
}

export interface LinesDeps {
  readonly directory: Directory;
  readonly realm: string;
  readonly bindings: Bindings;
  readonly register: CallRegister;
  readonly openLegs: OpenLegs;
}

export function createLines({ directory, realm, bindings, register, openLegs }: LinesDeps): Lines {
  const isFree = (trunk: DirectoryUser): boolean =>
    trunk.callLimit === undefined || register.callCountOf(trunk.id) < trunk.callLimit;

  return {
    present: async () => {
      const trunks = (await directory.trunks?.(realm)) ?? [];
      return trunks.filter(({ id, trunk }) => trunk === true && bindings.ofUser(id).length > 0);
    },

    reach: ({ arrival, permit, trunks, outside, shown, headers = [], pastLimits }) => {
      const { call, hops, referredBy } = arrival;
      const takers = linesFor(trunks, permit);
      const tried = new Set<Binding>();
      let taken: DirectoryUser | undefined;

      const openAt = (trunk: DirectoryUser, binding: Binding): readonly CalleeLeg[] =>
        openLegs(trunk, {
          ...shown,
          headers: [...(shown.headers ?? []), ...headers],
          maxForwards: hops,
          referredBy,
          outside,
          near: "caller" in call ? call.caller.port : undefined,
          among: [binding],
        });

      const close = (): void => {
        if (taken !== undefined) register.vacate(taken.id, call);
        taken = undefined;
      };

      /** One gateway at a time: two would call the outside number twice. */
      const next = (): readonly CalleeLeg[] => {
        close();
        for (const trunk of takers) {
          if (pastLimits !== true && !isFree(trunk)) continue;
          for (const binding of bindings.ofUser(trunk.id)) {
            if (tried.has(binding)) continue;
            tried.add(binding);
            const legs = openAt(trunk, binding);
            if (legs.length === 0) continue;
            permit.opened(legs);
            if ("caller" in call) for (const { leg } of legs) register.claim(leg, call);
            register.occupy(trunk.id, call);
            taken = trunk;
            return legs;
          }
        }
        return [];
      };

      const open = (): readonly CalleeLeg[] => (permit.refusal() === undefined ? next() : []);
      return { open, after: (_, cause) => (mayTryNext(cause) ? next() : []), more: () => [], close };
    },
  };
}

/**
 * LINE-26, LINE-27: the lines that take such a call, in their order. An emergency call takes any line rather than none.
 */
export function linesFor(
  trunks: readonly DirectoryUser[],
  { lineClass }: Pick<Permit, "lineClass">,
): readonly DirectoryUser[] {
  if (lineClass === undefined) return trunks;
  const takers = trunks.filter(({ lineClasses }) => lineClasses === undefined || lineClasses.includes(lineClass));
  return takers.length === 0 && lineClass === "emergency" ? trunks : takers;
}

/**
 * Whether the gateway was unable or not allowed to call. What it says about the number or about the called party is
 * final.
 */
function mayTryNext(cause: GoneCause): boolean {
  if (cause.kind !== "refused") return cause.kind !== "hungUp";
  const { status } = cause;
  return (status >= 500 && status < 600) || [401, 403, 407, 408].includes(status);
}
