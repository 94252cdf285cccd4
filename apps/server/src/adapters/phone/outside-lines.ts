import type { DigestAlgorithm, DirectoryUser, OutgoingIdentity } from "@callpanel/pbx";
import type { NumberEntry } from "../../modules/directory/index.ts";
import type { RealmSettings, Trunk } from "../../modules/realm-settings/index.ts";

/** The accounts of gateways: they have no person, no extension, and ids that no person has. */
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

/** Whether an id of the phone system is a person's, and not an outside line's. */
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

/** HANDLE-11: outside a person is their first direct number, else the number of the realm. */
export function outgoingIdentities(
  numbers: readonly NumberEntry[],
  { outgoingNumber }: RealmSettings,
): (extension: string) => OutgoingIdentity | undefined {
  const direct = new Map<string, string>();
  for (const entry of numbers)
    if (entry.kind === "did" && !direct.has(entry.target)) direct.set(entry.target, entry.number);
  return (extension) => {
    const number = direct.get(extension) ?? outgoingNumber;
    return number === undefined ? undefined : { number };
  };
}
