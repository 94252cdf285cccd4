/** What a phone is told of its far end: P-Asserted-Identity (RFC 3325) for any phone, X-Far-End for what no standard says (rules CALL-90 to CALL-97). */
import { farKindOf, type FarEnd } from "@callpanel/phone-port";
import type { HeaderField } from "@callpanel/sip";
import { cleanName } from "./caller-identity.ts";

const HEADER = "X-Far-End";

export function sameFarEnd(one: FarEnd | undefined, other: FarEnd | undefined): boolean {
  return keyOf(one) === keyOf(other);
}

/** `mailbox;name=Alice%20Archer;came=transferred;by=102;by-name=Bob%20Brandt` */
export function farEndHeader({ party, came, doing, silence }: FarEnd): HeaderField {
  const kind = farKindOf(party);
  // For desk phones the asserted name is a sentence: the plain one stands here.
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

function keyOf(far: FarEnd | undefined): string {
  if (far === undefined) return "";
  const { party, came, doing, silence } = far;
  const how = [came?.how, came?.by.number, came?.by.name];
  return JSON.stringify([party.number, party.name, farKindOf(party), ...how, doing, silence]);
}
