import { stripNumber } from "@callpanel/contract";
import type { DigestAlgorithm, DirectoryUser, OutgoingIdentity } from "@callpanel/phone-port";
import { toE164 } from "../../kernel/text/phone-number.ts";
import type { NumberEntry } from "../../modules/directory/index.ts";
import type { RealmSettings, Trunk } from "../../modules/realm-settings/index.ts";

/** The accounts of gateways: without person or extension, and with ids that no person has. */
export interface OutsideLines {
  readonly all: readonly DirectoryUser[];
  find(sipUsername: string): DirectoryUser | undefined;
  credential(sipUsername: string, algorithm: DigestAlgorithm): string | undefined;
}

export function createOutsideLines(trunks: readonly Trunk[]): OutsideLines {
  const lines = trunks.map(presentTrunk);
  const byName = new Map(trunks.map((trunk) => [trunk.name, trunk]));
  return {
    all: lines,
    find: (name) => lines.find(({ sipUsername }) => sipUsername === name),
    credential: (name, algorithm) => {
      const trunk = byName.get(name);
      return algorithm === "MD5" ? trunk?.ha1Md5 : trunk?.ha1Sha256;
    },
  };
}

/** Whether an id of the phone system is a person, not an outside line. */
export const isPerson = (userId: number): boolean => userId > 0;

const presentTrunk = ({ id, name, callLimit }: Trunk): DirectoryUser => ({
  id: -id,
  sipUsername: name,
  extension: name,
  displayName: name,
  mayUseSoftphone: true,
  doNotDisturb: false,
  callWaiting: true,
  trunk: true,
  ...(callLimit === undefined ? {} : { callLimit }),
});

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
