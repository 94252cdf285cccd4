/** The far end in the last message to a phone, from its headers. */
import { header } from "@callpanel/sip";
import type { PhoneCall } from "@callpanel/testkit";

/** `Bob Brandt <sip:102@demo> person;came=…`, with readable values. */
export function shownFarEnd({ direction, invite, response, requests }: PhoneCall): string {
  const told = [direction === "incoming" ? invite : response, ...requests].findLast(
    (message) => message !== undefined && header(message, "P-Asserted-Identity") !== undefined,
  );
  if (told === undefined) return "nothing";
  const far = decodeURIComponent(header(told, "X-Far-End") ?? "");
  return `${header(told, "P-Asserted-Identity")} | ${far}`;
}
