/**
 * What a phone shows of its far end: P-Asserted-Identity (RFC 3325) for any phone, X-Far-End for what no standard
 * expresses (rules CALL-90 to CALL-97).
 */
import { farKindOf, type FarEnd, type Party } from "@callpanel/phone-port";
import type { HeaderField } from "@callpanel/sip";
import { cleanName } from "./caller-identity.ts";

const HEADER = "X-Far-End";

/** Whether a phone would show the same for both. */
export function sameFarEnd(one: FarEnd, other: FarEnd | undefined): boolean {
  return (
    other !== undefined &&
    one.doing === other.doing &&
    one.silence === other.silence &&
    one.came?.how === other.came?.how &&
    isTextAlike(one.came?.by, other.came?.by) &&
    isTextAlike(one.party, other.party) &&
    farKindOf(one.party) === farKindOf(other.party)
  );
}

const isTextAlike = (one: Party | undefined, other: Party | undefined): boolean =>
  one?.number === other?.number && one?.name === other?.name;

/** `mailbox;name=Alice%20Archer;came=transferred;by=102;by-name=Bob%20Brandt` */
export function farEndHeader({ party, came, doing, silence }: FarEnd): HeaderField {
  const kind = farKindOf(party);
  // Desk phones get a sentence as the asserted name; this is the plain name.
  const name = kind === "person" || kind === "outside" ? [] : [param("name", cleanName(party.name))];
  const how =
    came === undefined
      ? []
      : [
          param("came", came.how),
          param("by", came.by.number),
          param("by-name", cleanName(came.by.name)),
          param("by-kind", farKindOf(came.by)),
        ];
  const now = [
    ...(doing === undefined ? [] : [param("doing", doing)]),
    ...(silence === undefined ? [] : [param("silence", silence)]),
  ];
  return [HEADER, [kind, ...name, ...now, ...how].join(";")];
}

/** As a token (RFC 3261 §25.1). */
function param(name: string, value: string): string {
  const text = encodeURIComponent(value).replace(
    /['()]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${name}=${text}`;
}
