/**
 * A person, reached as they have set it: blacklist, forward, follow-me, own phones, then voicemail
 * (docs/spec/call-handling.md).
 */
import type { Clock, Directory, DirectoryUser } from "@callpanel/phone-port";
import type { Admission } from "../ringing/admission.ts";
import type { Arrival } from "../call/arrival.ts";
import type { Callbacks } from "./emergency-callbacks.ts";
import type { FollowMe } from "./following/follow-me.ts";
import { partyOf } from "../leg/leg.ts";
import { whenReady } from "../../when-ready.ts";
import { BLOCKED } from "../leg/refusal.ts";
import type { ReachBox } from "./voicemail.ts";
import type { Forward } from "./forward.ts";
import type { OwnPhones } from "../ringing/own-phones.ts";

export interface UserDeps {
  readonly clock: Clock;
  readonly directory: Directory;
  readonly admission: Admission;
  readonly ownPhones: OwnPhones;
  readonly forward: Forward;
  readonly followMe: FollowMe;
  readonly callbacks: Callbacks;
  readonly reachBox: ReachBox;
}

export type ReachUser = (arrival: Arrival, user: DirectoryUser) => void | Promise<void>;

export function createReachUser(deps: UserDeps): ReachUser {
  const { clock, directory, admission, ownPhones, forward, followMe, callbacks, reachBox } = deps;

  const handle = (arrival: Arrival, user: DirectoryUser): void | Promise<void> => {
    const { call, caller } = arrival;
    if (user.forward !== undefined) return forward(arrival, user, user.forward);
    const plan = user.followMe;
    if (plan === undefined || plan.holdsAt?.(clock.now()) === false) return ownPhones.reach(arrival, user);
    const refused = admission.ofCallee(user, caller.leg.user.id);
    // A person without a phone here may be reached elsewhere by follow-me; a person who refuses calls is not.
    if (refused !== undefined && refused.status !== 480) return call.refuse(partyOf(user), refused);
    return followMe(arrival, user, plan);
  };

  /** Only outside callers get names from the person's contacts. Colleagues keep the name of the directory (CALL-16). */
  const named = (arrival: Arrival, user: DirectoryUser): void | Promise<void> => {
    const { leg } = arrival.caller;
    if (leg.user.trunk !== true || directory.callerName === undefined) return handle(arrival, user);
    return whenReady(directory.callerName(user, leg.party.number), (name) => {
      if (!arrival.call.live) return undefined;
      if (name !== undefined) arrival.call.nameCaller(name);
      return handle(arrival, user);
    });
  };

  return (arrival, user) => {
    const { call, caller } = arrival;
    if (forward.turnsInCircles(arrival, user)) return forward.refuse(arrival, user);
    if (callbacks.covers(arrival, user)) return ownPhones.reach(arrival, user, "anyway");
    const secured = () => reachBox.secure(arrival, user, () => named(arrival, user));
    if (directory.isBlocked === undefined) return secured();
    return whenReady(directory.isBlocked(user, caller.leg.party.number), (blocked) => {
      if (!call.live) return undefined;
      return blocked ? call.refuse(partyOf(user), BLOCKED) : secured();
    });
  };
}
