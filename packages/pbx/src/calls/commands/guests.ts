/** The phones that ring for an invitation, inside or outside, and the person in whose name (rules ROOM-18, TOLL-3, TOLL-7). */
import type { CommandRefusal, DirectoryUser, GuestState, Party } from "@callpanel/phone-port";
import type { Destination } from "../../dialplan/resolve.ts";
import { partyOf } from "../leg/leg.ts";
import { ONWARD_HOPS } from "../moving/moves.ts";
import type { Whom } from "../moving/originated-call.ts";
import { shownAs } from "../ringing/shown-caller.ts";
import type { CommandDeps } from "./command-deps.ts";
import { noWayOutside } from "./outside-refusal.ts";

export type Guest = { readonly whom: Whom; readonly party: Party } | { readonly why: CommandRefusal };

type GuestDeps = Pick<CommandDeps, "directory" | "dialPlan" | "admission" | "lines" | "allowance">;

/** `shown`: how the inviter is shown outside; by default with their own outgoing identity. */
export function createGuests({ directory, dialPlan, admission, lines, allowance }: GuestDeps) {
  const person = (user: DirectoryUser, by: DirectoryUser): Guest => {
    const status = admission.ofCallee(user, by.id)?.status;
    if (status !== undefined) return { why: status === 480 ? "notRegistered" : "limit" };
    return { whom: { kind: "user", user }, party: partyOf(user) };
  };

  /** TOLL-3, TOLL-7: as if the inviter had dialled the number. */
  const outside = async (
    target: Destination & { kind: "outside" },
    by: DirectoryUser,
    shown: Shown,
  ): Promise<Guest> => {
    const { number } = target;
    const trunks = await lines.present();
    const party: Party = { number, name: (await directory.callerName?.(by, number)) ?? "" };
    const why = await noWayOutside(allowance, by, target);
    if (why !== undefined) return { why };
    const allowed = await allowance.of(by, number);
    if (!allowed.may) return { why: `outside.${allowed.why}` };
    if (allowed.permit.refusal() !== undefined) return { why: "limit" };
    if (trunks.length === 0) return { why: "unknownNumber" };
    const { permit } = allowed;
    const reach = (call: Parameters<(Whom & { kind: "outside" })["reach"]>[0]) =>
      lines.reach({ arrival: { call, hops: ONWARD_HOPS }, permit, trunks, outside: party, shown });
    return { whom: { kind: "outside", by, party, reach }, party };
  };

  return async (to: string, by: DirectoryUser, shown = shownAs(by)): Promise<Guest> => {
    const target = await dialPlan.resolve(to, by);
    if (target.kind === "user") return person(target.user, by);
    return target.kind === "outside" ? outside(target, by, shown) : { why: "unknownNumber" };
  };
}

type Shown = ReturnType<typeof shownAs>;

/** A phone that rang and then responds with busy has rejected the call. */
export function missOf(status: number, rang: boolean): Exclude<GuestState, "ringing"> {
  switch (status) {
    case 486:
    case 600:
      return rang ? "declined" : "busy";
    case 403:
    case 603:
      return "declined";
    case 480:
    case 408:
      return "noAnswer";
    default:
      return "failed";
  }
}
