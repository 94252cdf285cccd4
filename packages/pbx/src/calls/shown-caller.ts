/** Who a caller is to whoever is rung (rules CALL-16, REACH-5, LINE-10 to LINE-12). */
import type { DirectoryUser, Party } from "@callpanel/phone-port";
import { serializeNameAddr, type HeaderField } from "@callpanel/sip";
import type { Arrival } from "./arrival.ts";
import type { Invitation } from "./callee-leg.ts";
import { ANONYMOUS, identityOf } from "./caller-identity.ts";

type Shown = Pick<Invitation, "caller" | "asserted" | "headers">;

/** To people of the realm. `named` stands in place of what the caller is called. */
export function shownInside({ caller, diversions }: Shownable, realm: string, named?: string): Shown {
  const headers = diversionHeaders(diversions, realm);
  const party = caller.leg.shown;
  // Neither they nor what a stranger's network says of them is asserted.
  const asserted = party.number === ANONYMOUS.number ? "none" : undefined;
  return { caller: named === undefined ? party : { ...party, name: named }, asserted, headers };
}

/**
 * To a trunk, which is trusted with the number of whoever withholds it (RFC 3325 §7): an outside caller as they are, a
 * person as their outgoing identity says, anybody as `instead` says. Who is sent there by somebody else goes out as that
 * person: nobody calls outside in a colleague's name.
 */
export function shownOutside(arrival: ShownOutside, realm: string, instead?: Party): Shown {
  const { leg } = arrival.caller;
  const { party } = leg;
  // Who chose the company's announcement, which is nobody, goes on by themselves.
  const user = arrival.referredBy === undefined || arrival.by.id === 0 ? leg.user : arrival.by;
  const headers = diversionHeaders(arrival.diversions, realm);
  if (instead !== undefined) return { caller: instead, headers };
  if (user.trunk === true) return { caller: party, ...(party.number === ANONYMOUS.number ? WITHOUT : {}), headers };
  return shownAs(user, headers, user === leg.user && leg.shown === ANONYMOUS ? "withheld" : "shown");
}

/** A person to a trunk, as their outgoing identity says. */
export function shownAs(
  user: DirectoryUser,
  headers: readonly HeaderField[] = [],
  number: "shown" | "withheld" = "shown",
): Shown {
  if (user.outgoing === undefined) return { caller: ANONYMOUS, ...WITHOUT, headers };
  const { name = user.displayName, withheld } = user.outgoing;
  const identity = { number: user.outgoing.number, name };
  if (withheld !== true && number === "shown") return { caller: identity, headers };
  return { caller: ANONYMOUS, asserted: identity, headers: [["Privacy", "id"], ...headers] };
}

type Shownable = Pick<Arrival, "caller" | "diversions">;
type ShownOutside = Shownable & Pick<Arrival, "by" | "referredBy">;
const WITHOUT = { asserted: "none" } as const;

/** RFC 5806: the latest first, one for each forward. */
function diversionHeaders(diversions: readonly Party[] = [], realm: string): readonly HeaderField[] {
  return diversions.toReversed().map((party) => {
    // Whoever was parked and fetched by nobody.
    const reason = party.kind === "parking" ? "no-answer" : "unconditional";
    return ["Diversion", `${serializeNameAddr(identityOf(party, realm))};reason=${reason};counter=1`];
  });
}
