/**
 * What a trunk says about an outside caller: the identity, and how often the call has been forwarded (rules LINE-2 to
 * LINE-5).
 */
import { addressList, header, type NameAddr, type SipRequest } from "@callpanel/sip";
import { ANONYMOUS_NUMBER, parseNumber, type Directory, type Party } from "@callpanel/phone-port";
import { ANONYMOUS, cleanName } from "../../signalling/caller-identity.ts";
import { MOST_FORWARDS } from "../call/arrival.ts";

/** Replaces an outside caller who claims to be a person of the realm (rule LINE-25). */
const MASKED: Party = { number: ANONYMOUS_NUMBER, name: "Outside caller" };

/** The identity that a trunk gives, as far as it is trusted. */
export interface Outside {
  readonly party: Party;
  /** The numbers that forwarded the call before it came here. */
  readonly forwards: readonly Party[];
}

/**
 * LINE-25: a number of the realm, or a code, cannot be the number of an outside caller. The number and its name
 * are not shown then.
 */
export async function readOutside(request: SipRequest, directory: Directory, realm: string): Promise<Outside> {
  const believed = async (party: Party): Promise<Party> => {
    const { number } = party;
    if (number === ANONYMOUS_NUMBER) return party;
    if (/[*#]/.test(number)) return MASKED;
    const digits = number.replace("+", "");
    const entry = await directory.lookup(realm, digits);
    // A direct number is known outside; its own extension is another number.
    const isInside = entry?.kind === "user" ? entry.user.extension === digits : entry !== undefined;
    return isInside ? MASKED : party;
  };
  return {
    party: await believed(outsideCaller(request)),
    forwards: await Promise.all(earlierForwards(request).map(believed)),
  };
}

/** P-Asserted-Identity is preferred to From; anonymous if either says so (RFC 3323, RFC 3325). */
function outsideCaller(request: SipRequest): Party {
  const privacy = (header(request, "Privacy") ?? "").split(/[;,]/).map((one) => one.trim().toLowerCase());
  if (privacy.some((one) => one === "id" || one === "user" || one === "full")) return ANONYMOUS;
  const party = partyIn(addressList(request, "P-Asserted-Identity")?.[0]);
  if (party !== undefined) return { ...party, name: party.name || (partyIn(request.from)?.name ?? "") };
  return partyIn(request.from) ?? ANONYMOUS;
}

/** The numbers that forwarded the call before it came here, one entry for each forward (RFC 5806). */
function earlierForwards(request: SipRequest): readonly Party[] {
  const chain = (addressList(request, "Diversion") ?? []).flatMap((diversion): readonly Party[] => {
    const times = Number(/^[1-9][0-9]?$/.exec(diversion.params.get("counter") ?? "1")?.[0] ?? 1);
    const party = partyIn(diversion) ?? ANONYMOUS;
    return Array.from({ length: Math.min(times, MOST_FORWARDS + 1) }, () => party);
  });
  return chain.slice(0, MOST_FORWARDS + 1).toReversed();
}

function partyIn(address: NameAddr | undefined): Party | undefined {
  if (address === undefined) return undefined;
  const { uri, displayName } = address;
  const text = uri.kind === "sip" ? uri.user : uri.kind === "tel" ? uri.number : undefined;
  const number = text === undefined ? undefined : parseNumber(text);
  return number === undefined ? undefined : { number, name: cleanName(displayName ?? "") };
}
