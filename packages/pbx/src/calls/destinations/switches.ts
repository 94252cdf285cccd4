/** Feature codes that change a setting of the caller: *76, *96, *21, *44 (rules CALL-65, REACH-40 to REACH-44). */
import { mayNotReach } from "../../dialplan/may-reach.ts";
import type { DialPlan, Destination } from "../../dialplan/resolve.ts";
import type { MaybePromise, Clock, Directory, DirectoryUser, SwitchOutcome } from "@callpanel/phone-port";
import type { LegReason } from "../leg/leg.model.ts";
import type { Allowance } from "../lines/allowance.ts";
import { refusalOf } from "../leg/refusal.ts";
import { createConfirming } from "../services/confirming.ts";
import type { ReachFeature } from "./feature.port.ts";

export interface SwitchDeps {
  readonly clock: Clock;
  readonly directory: Directory;
  readonly dialPlan: DialPlan;
  readonly allowance: Allowance;
}

type Switched = SwitchOutcome | LegReason | undefined;
/** What a code does; undefined: this directory does not have the setting. */
type Switch = (user: DirectoryUser, target: string) => MaybePromise<Switched>;

const NOT_AVAILABLE: LegReason = { status: 480, text: "Feature not available" };
const NOT_YOURS: LegReason = { status: 403, text: "Not your extension" };
const REFUSALS: Readonly<Record<Extract<SwitchOutcome, { ok: false }>["why"], LegReason>> = {
  notAllowed: { status: 403, text: "Not allowed to change this" },
  unknown: { status: 404, text: "No such setting" },
  incomplete: { status: 480, text: "No number is set" },
};

export function createSwitches({
  clock,
  directory,
  dialPlan,
  allowance,
}: SwitchDeps): ReadonlyMap<string, ReachFeature> {
  const forwardTo = async (user: DirectoryUser, number: string): Promise<Switched> => {
    if (directory.setForward === undefined) return undefined;
    const destination = await dialPlan.resolve(number, user);
    const refused = noForwardTo(destination, user) ?? (await noRightTo(destination, user));
    return refused ?? directory.setForward(user.id, destination.number);
  };

  /** A right that is missing today would be missing when the forward is used. */
  const noRightTo = async (destination: Destination, user: DirectoryUser): Promise<LegReason | undefined> => {
    if (destination.kind !== "outside") return undefined;
    const allowed = await allowance.of(user, destination.number);
    return allowed.may ? undefined : allowed.reason;
  };

  const reach =
    (name: string, change: Switch): ReachFeature =>
    async ({ call, caller }, { number, target }) => {
      const party = { number, name, kind: "service" } as const;
      const done = await change(caller.leg.user, target);
      if (!call.live) return;
      if (done === undefined) return call.refuse(party, NOT_AVAILABLE);
      if ("status" in done) return call.refuse(party, done);
      if (!done.ok) return call.refuse(party, REFUSALS[done.why]);
      call.put(party, createConfirming(clock, done.on));
    };

  const toggleDoNotDisturb: Switch = async ({ id }) => {
    const on = await directory.toggleDoNotDisturb?.(id);
    return on === undefined ? undefined : { ok: true, on };
  };

  return new Map([
    ["dnd", reach("Do not disturb", toggleDoNotDisturb)],
    [
      "forward",
      reach("Forward", (user, target) =>
        target === "" ? directory.toggleForward?.(user.id) : forwardTo(user, target),
      ),
    ],
    [
      "followme",
      reach("Follow me", (user, target) =>
        target === "" || target === user.extension ? directory.toggleFollowMe?.(user.id) : NOT_YOURS,
      ),
    ],
    [
      "toggle",
      reach("Toggle destination", ({ id }, target) =>
        /^[0-9]{1,9}$/.test(target) ? directory.flipToggleDestination?.(id, Number(target)) : REFUSALS.unknown,
      ),
    ],
  ]);
}

/** A forward may only lead where a call can be forwarded, and not back to its owner. */
function noForwardTo(destination: Destination, user: DirectoryUser): LegReason | undefined {
  if (destination.kind === "nothing") return refusalOf(404);
  if (destination.kind === "user" && destination.user.id === user.id)
    return { status: 403, text: "Cannot forward to yourself" };
  const text = mayNotReach(destination, { fromOutside: false, diverted: true, sent: false });
  return text === undefined ? undefined : { status: 403, text };
}
