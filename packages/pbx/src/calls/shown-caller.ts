/** Who a caller is to whoever is rung (rules CALL-16, REACH-5, LINE-10 to LINE-12). */
import { serializeNameAddr, type HeaderField } from "@callpanel/sip";
import type { Party } from "../ports.ts";
import type { Arrival } from "./arrival.ts";
import type { Invitation } from "./callee-leg.ts";
import { ANONYMOUS, identityOf } from "./caller-identity.ts";

type Shown = Pick<Invitation, "caller" | "asserted" | "headers">;

/** To people of the realm. `named` stands in place of what the caller is called. */
export function shownInside({ caller, withheld, diversions }: Shownable, realm: string, named?: string): Shown {
  const headers = diversionHeaders(diversions, realm);
  if (withheld === true) return { caller: { ...ANONYMOUS, name: named ?? ANONYMOUS.name }, asserted: "none", headers };
  const { party } = caller.leg;
  // What a stranger's network says of a number that it withholds is none.
  const asserted = party.number === ANONYMOUS.number ? "none" : undefined;
  return { caller: named === undefined ? party : { ...party, name: named }, asserted, headers };
}

/**
 * To a trunk, which is trusted with the number of whoever withholds it (RFC 3325 §7): an outside caller as they are, a
 * person as their outgoing identity says, anybody as `instead` says.
 */
export function shownOutside(arrival: Shownable, realm: string, instead?: Party): Shown {
  const { user, party } = arrival.caller.leg;
  const headers = diversionHeaders(arrival.diversions, realm);
  if (instead !== undefined) return { caller: instead, headers };
  if (user.trunk === true) return { caller: party, ...(party.number === ANONYMOUS.number ? WITHOUT : {}), headers };
  if (user.outgoing === undefined) return { caller: ANONYMOUS, ...WITHOUT, headers };
  const { number, name = user.displayName, withheld } = user.outgoing;
  const identity = { number, name };
  if (withheld !== true && arrival.withheld !== true) return { caller: identity, headers };
  return { caller: ANONYMOUS, asserted: identity, headers: [["Privacy", "id"], ...headers] };
}

type Shownable = Pick<Arrival, "caller" | "withheld" | "diversions">;
const WITHOUT = { asserted: "none" } as const;

/** RFC 5806: the latest first, one for each forward. */
function diversionHeaders(diversions: readonly Party[] = [], realm: string): readonly HeaderField[] {
  return diversions
    .toReversed()
    .map((party) => ["Diversion", `${serializeNameAddr(identityOf(party, realm))};reason=unconditional;counter=1`]);
}
