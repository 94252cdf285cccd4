/** The numbers of a follow-me list, each as a way to reach a person (rules REACH-27 and REACH-28). */
import type { DialPlan } from "../../../dialplan/resolve.ts";
import type { Directory, DirectoryUser, FollowMePlan, Party } from "@callpanel/phone-port";
import type { Admission } from "../../ringing/admission.ts";
import type { Arrival } from "../../call/arrival.ts";
import type { CallRegister } from "../../call/call-register.ts";
import type { OwnPhones } from "../../ringing/own-phones.ts";
import type { Allowance, Permit } from "../../lines/allowance.ts";
import type { Lines } from "../../lines/lines.ts";
import type { Reach } from "../../call/reach.ts";
import { shownOutside } from "../../ringing/shown-caller.ts";

export interface EntryReach extends Reach {
  /** Whose phones these are; undefined: outside. */
  readonly owner: DirectoryUser | undefined;
  /** The name of the caller that they show, if it is another. */
  readonly named?: string | undefined;
}

export const NOBODY: EntryReach = {
  owner: undefined,
  open: () => [],
  after: () => [],
  more: () => [],
  close: () => undefined,
};

export interface EntriesDeps {
  readonly realm: string;
  readonly directory: Directory;
  readonly dialPlan: DialPlan;
  readonly register: CallRegister;
  readonly admission: Admission;
  readonly ownPhones: OwnPhones;
  readonly lines: Lines;
  readonly allowance: Allowance;
}

export function createEntries(deps: EntriesDeps) {
  const { realm, directory, dialPlan, register, admission, ownPhones, lines, allowance } = deps;

  /** Colleagues are called as by anyone, but their own forward and follow-me are ignored here. */
  const phonesOf = (arrival: Arrival, owner: DirectoryUser, { own, named }: OfOwner): EntryReach => {
    const { call, caller } = arrival;
    const refuses = (): boolean =>
      (own ? admission.ofPhones(owner) : admission.ofCallee(owner, caller.leg.user.id)) !== undefined;
    return {
      owner,
      named,
      open: () => {
        if (refuses()) return [];
        const legs = ownPhones.open(arrival, owner, { named });
        if (legs.length > 0) register.occupy(owner.id, call);
        return legs;
      },
      after: () => [],
      more: (binding) =>
        binding.user.id === owner.id ? ownPhones.openLate(arrival, binding, { user: owner, named }) : [],
      close: () => {
        if (!own) register.vacate(owner.id, call);
      },
    };
  };

  return async (
    arrival: Arrival,
    user: DirectoryUser,
    { numbers, prefix, callerId }: FollowMePlan,
  ): Promise<readonly EntryReach[]> => {
    const { party, shown } = arrival.caller.leg;
    const named = prefix === "" ? undefined : `${prefix}${shown.name}`;
    const trunks = await lines.present();

    const outside = (number: string, permit: Permit): EntryReach => {
      const told = shownOutside({ ...arrival, by: user }, realm, callerId);
      const prefixed = named === undefined || callerId !== undefined ? told.caller : { ...told.caller, name: named };
      const to: Party = { number, name: user.displayName };
      const reach = lines.reach({ arrival, permit, trunks, outside: to, shown: { ...told, caller: prefixed } });
      return { ...reach, owner: undefined };
    };

    const entryOf = async (number: string): Promise<EntryReach> => {
      const destination = await dialPlan.resolve(number, user);
      if (destination.kind === "outside") {
        const allowed = await allowance.of(user, destination.number);
        return allowed.may ? outside(destination.number, allowed.permit) : NOBODY;
      }
      if (destination.kind !== "user") return NOBODY;
      const own = destination.user.id === user.id;
      if (!own && (await directory.isBlocked?.(destination.user, party.number)) === true) return NOBODY;
      // A caller is not rung by their own call.
      if (destination.user.id === arrival.caller.leg.user.id) return NOBODY;
      return phonesOf(arrival, destination.user, { own, named });
    };
    return Promise.all(numbers.map(({ number }) => entryOf(number)));
  };
}

interface OfOwner {
  /** The person who has this plan. */
  readonly own: boolean;
  readonly named: string | undefined;
}
