/** Rings a person, inside or outside, who joins the room when they answer (rules ROOM-7, ROOM-8 and ROOM-18). */
import type {
  CommandRefusal,
  DirectoryUser,
  GuestState,
  Party,
  PhoneCommands,
  RoomSettings,
} from "@callpanel/phone-port";
import type { Destination } from "../../dialplan/resolve.ts";
import { partyOf } from "../leg/leg.ts";
import { ONWARD_HOPS } from "../moving/moves.ts";
import type { Call } from "../call/call.port.ts";
import { isAdmin } from "../conferences/conferences.ts";
import type { Ringing, RoomRefusal, Visit } from "../rooms/rooms.ts";
import type { Service } from "../call/service.ts";
import { shownAs } from "../ringing/shown-caller.ts";
import type { OriginatedCall, Whom } from "../moving/originated-call.ts";
import type { CommandDeps } from "./command-deps.ts";
import { noWayOutside } from "./outside-refusal.ts";
import { refused } from "../call/command-outcome.ts";

type Room = Destination & { kind: "room" };
type Found = { readonly whom: Whom; readonly party: Party } | { readonly why: CommandRefusal };

export function createInvite(deps: CommandDeps): PhoneCommands["invite"] {
  const { realm, directory, dialPlan, admission, rooms, conferences, originateCall, lines, allowance } = deps;

  const person = (user: DirectoryUser, by: DirectoryUser): Found => {
    const status = admission.ofCallee(user, by.id)?.status;
    if (status !== undefined) return { why: status === 480 ? "notRegistered" : "limit" };
    return { whom: { kind: "user", user }, party: partyOf(user) };
  };

  /** TOLL-3, TOLL-7: as if the inviter had dialled the number. */
  const outside = async (target: Destination & { kind: "outside" }, by: DirectoryUser): Promise<Found> => {
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
    const shown = shownAs(by);
    const reach = (call: Parameters<(Whom & { kind: "outside" })["reach"]>[0]) =>
      lines.reach({ arrival: { call, hops: ONWARD_HOPS }, permit, trunks, outside: party, shown });
    return { whom: { kind: "outside", by, party, reach }, party };
  };

  const find = async (to: string, by: DirectoryUser): Promise<Found> => {
    const target = await dialPlan.resolve(to, by);
    if (target.kind === "user") return person(target.user, by);
    return target.kind === "outside" ? outside(target, by) : { why: "unknownNumber" };
  };

  /** ROOM-10: only members may invite, so no one is invited into a room that has ended. */
  const mayInvite = ({ number, place }: Room, by: DirectoryUser): boolean =>
    !place.passing || rooms.isMember(number, by.id);

  /** The service for the invited person, or why they are not rung. */
  const roomFor = (
    { place }: Room,
    settings: RoomSettings | undefined,
    visit: Visit,
  ): { readonly service: Service } | { readonly why: CommandRefusal } => {
    if (place.passing || conferences === undefined)
      return { service: rooms.serviceOf({ number: place.id, name: place.name, passing: place.passing }) };
    const refusal = settings === undefined ? "closed" : conferences.refusalOf(settings, visit);
    if (settings === undefined || refusal !== undefined) return { why: WHY[refusal ?? "closed"] };
    return { service: conferences.serviceOf(settings, visit) };
  };

  return async ({ by: username, room, to, isTrusted = false }) => {
    const by = await directory.userBySipUsername(realm, username);
    if (by === undefined) return refused("unavailable");
    const destination = await dialPlan.resolve(room, by);
    if (destination.kind !== "room") return refused("unknownNumber");
    const { place } = destination;
    const number = place.id;
    const settings = place.passing ? undefined : await conferences?.settingsOf(number);
    const found = await find(to, by);
    // No `await` between these checks and the ringing.
    if (!mayInvite(destination, by)) return refused("forbidden");
    if ("why" in found) return refused(found.why);
    const { whom, party } = found;
    const admin = settings !== undefined && isAdmin(settings, party.userId);
    const entry = roomFor(destination, settings, { invited: true, isTrusted, admin });
    if ("why" in entry) return refused(entry.why);
    if (whom.kind === "user") rooms.invite(number, whom.user.id);
    const inviter = partyOf(by);
    let guest: Ringing | undefined;
    const wanted: OriginatedCall = {
      whom,
      dialledNumber: whom.kind === "user" ? number : party.number,
      shown: inviter,
      came: { how: "invited", by: inviter },
      arrive: (call: Call) => {
        if (place.passing && !rooms.isOpen(number)) return call.refuse(party, OVER);
        const there = { number, name: settings?.name ?? place.name, kind: "room" } as const;
        // The record shows the party that was really called.
        call.put(whom.kind === "user" ? there : party, entry.service, there);
      },
      watcher: {
        begun: ({ callId, hasLeg, cancel }) => {
          guest = rooms.ring(number, { id: callId, party, by: inviter, hasLeg, cancel });
        },
        failed: (status, rang) => guest?.(stateOf(status, rang)),
      },
    };
    const callId = await originateCall(wanted);
    if (callId !== undefined) return { ok: true, value: { callId } };
    return refused(whom.kind === "user" ? "notRegistered" : "limit");
  };
}

/** Why nobody is invited into a room that would refuse them. */
const WHY: Readonly<Record<RoomRefusal, CommandRefusal>> = {
  closed: "unavailable",
  full: "limit",
  locked: "wrongState",
};
const OVER = { status: 480, text: "Nobody is left in the room" };

/** A phone that rang and then responds with busy has rejected the call. */
function stateOf(status: number, rang: boolean): Exclude<GuestState, "ringing"> {
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
