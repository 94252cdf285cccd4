/** The outside of a test office: gateways, and callers behind them. */
import type { SipPhone } from "@callpanel/testkit";
import type { DirectoryUser } from "@callpanel/phone-port";
import { PASSWORD, person, type TestPbx } from "./test-pbx.ts";

/** A caller from outside. */
export const STRANGER = "+16045550199";
export const ALICES_NUMBER = "+16045550101";
export const BOBS_NUMBER = "+16045550102";

/** Gives Alice and Bob direct numbers and outgoing identities. */
export function giveNumbers({ directory }: TestPbx): void {
  for (const [name, extension, number] of [
    ["alice", "101", ALICES_NUMBER],
    ["bob", "102", BOBS_NUMBER],
  ] as const) {
    directory.change(name, { outgoing: { number } });
    directory.setDirectNumber(number, extension);
  }
}

/** Registers a gateway. Trunks are ordered by `place`. */
export async function gateway(pbx: TestPbx, place = 1, fields: Partial<DirectoryUser> = {}): Promise<SipPhone> {
  const name = `trunk${place}`;
  pbx.directory.addTrunk({ ...person(-place, name, name, `Trunk ${place}`), trunk: true, ...fields }, PASSWORD);
  return pbx.registered(name);
}
