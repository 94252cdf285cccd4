/** Rings a person, inside or outside, who joins the room when they answer (rules ROOM-7, ROOM-8 and ROOM-18). */
import type { CommandRefusal, DirectoryUser, PhoneCommands, RoomSettings } from "@callpanel/phone-port";
import type { Destination } from "../../dialplan/resolve.ts";
import { partyOf } from "../leg/leg.ts";
import type { Call } from "../call/call.port.ts";
import { isAdmin } from "../conferences/conferences.ts";
import type { Ringing, RoomRefusal, Visit } from "../rooms/rooms.ts";
import type { Service } from "../call/service.ts";
import type { OriginatedCall } from "../moving/originated-call.ts";
import type { CommandDeps } from "./command-deps.ts";
import { createGuests, missOf } from "./guests.ts";
import { refused } from "../call/command-outcome.ts";

type Room = Destination & { kind: "room" };

export function createInvite(deps: CommandDeps): PhoneCommands["invite"] {
  const { realm, directory, dialPlan, rooms, conferences, originateCall } = deps;

  const find = createGuests(deps);

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
        failed: (status, rang) => guest?.(missOf(status, rang)),
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
