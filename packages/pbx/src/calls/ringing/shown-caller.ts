/** How a caller is shown to those who are rung (rules CALL-16, REACH-5, LINE-10 to LINE-12). */
import type { DirectoryUser, Party } from "@callpanel/phone-port";
import { serializeNameAddr, type HeaderField } from "@callpanel/sip";
import type { Arrival } from "../call/arrival.ts";
import type { Invitation } from "../leg/callee-leg.ts";
import { ANONYMOUS, identityOf } from "../../signalling/caller-identity.ts";

type Shown = Pick<Invitation, "caller" | "asserted" | "headers">;

/** To people of the realm. `named` replaces the caller's name. */
export function shownInside({ caller, diversions }: Shownable, realm: string, named?: string): Shown {
  const headers = diversionHeaders(diversions, realm);
  const party = caller.leg.shown;
  // An anonymous caller, and the identity that an outside network gives, are not asserted.
  const asserted = party.number === ANONYMOUS.number ? "none" : undefined;
  return { caller: named === undefined ? party : { ...party, name: named }, asserted, headers };
}

/**
 * To a trunk, which is trusted with a withheld number (RFC 3325 §7). An outside caller is shown as they are, a person
 * with their outgoing identity, anyone with `instead` if it is given. A caller who was sent there by another person is
 * shown as that person: no one calls outside in a colleague's name.
 */
export function shownOutside(arrival: ShownOutside, realm: string, instead?: Party): Shown {
  const { leg } = arrival.caller;
  const { party } = leg;
  // A caller who is sent on by an announcement (id 0, the company) keeps their own identity.
  const user = arrival.referredBy === undefined || arrival.by.id === 0 ? leg.user : arrival.by;
  const headers = diversionHeaders(arrival.diversions, realm);
  if (instead !== undefined) return { caller: instead, headers };
  if (user.trunk === true) return { caller: party, ...(party.number === ANONYMOUS.number ? WITHOUT : {}), headers };
  return shownAs(user, headers, user === leg.user && leg.shown === ANONYMOUS ? "withheld" : "shown");
}

/** A person as shown to a trunk, with their outgoing identity. */
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

/** RFC 5806: the latest forward first, one header for each. */
function diversionHeaders(diversions: readonly Party[] = [], realm: string): readonly HeaderField[] {
  return diversions.toReversed().map((party) => {
    // A parked party that was not retrieved.
    const reason = party.kind === "parking" ? "no-answer" : "unconditional";
    return ["Diversion", `${serializeNameAddr(identityOf(party, realm))};reason=${reason};counter=1`];
  });
}
