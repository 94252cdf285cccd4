import { stripNumber } from "@callpanel/contract";
import type { OutgoingIdentity } from "@callpanel/phone-port";
import { toE164 } from "../../../kernel/text/phone-number.ts";
import type { NumberEntry } from "../../directory/index.ts";
import type { RealmSettings } from "../../realm-settings/index.ts";

/** Numbers that may be a person's caller id outside: their direct numbers, then the number of the realm. */
export function ownNumbers(
  numbers: readonly NumberEntry[],
  { outgoingNumber }: RealmSettings,
): (extension: string) => readonly string[] {
  const direct = new Map<string, readonly string[]>();
  for (const entry of numbers)
    if (entry.kind === "did") direct.set(entry.target, [...(direct.get(entry.target) ?? []), entry.number]);
  const ofCompany = outgoingNumber === undefined ? [] : [outgoingNumber];
  return (extension) => [...(direct.get(extension) ?? []), ...ofCompany];
}

/** HANDLE-11: a person's caller id outside is the first of these numbers. */
export function outgoingIdentity([number]: readonly string[]): OutgoingIdentity | undefined {
  return number === undefined ? undefined : { number };
}

/** TOLL-11: whether a number, in any notation, is one of the person's own. */
export function isOneOf(numbers: readonly string[], number: string): boolean {
  const wanted = toE164(number) ?? stripNumber(number);
  return numbers.some((one) => (toE164(one) ?? stripNumber(one)) === wanted);
}
