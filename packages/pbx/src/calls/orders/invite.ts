import type { PhoneCommands } from "@callpanel/phone-port";
import { partyOf } from "../leg.ts";
import type { OrderDeps } from "./order-deps.ts";
import { refused } from "./refused.ts";

/** Rings somebody, who is in the room once they answer (rules ROOM-7 and ROOM-8). */
export function createInvite(deps: OrderDeps): PhoneCommands["invite"] {
  const { realm, directory, dialPlan, admission, rooms, summon } = deps;
  return async ({ by: username, room, to }) => {
    const by = await directory.userBySipUsername(realm, username);
    if (by === undefined) return refused("unavailable");
    const place = await dialPlan.resolve(room, by);
    const target = await dialPlan.resolve(to, by);
    if (place.kind !== "room" || target.kind !== "user") return refused("unknownNumber");
    if (place.place.locked) return refused("unavailable");
    // ROOM-10: by the members alone, and so not into one that has ended.
    if (place.place.passing && !rooms.isMember(place.number, by.id)) return refused("forbidden");
    const status = admission.ofCallee(target.user, by.id)?.status;
    if (status !== undefined) return refused(status === 480 ? "notRegistered" : "limit");
    rooms.invite(place.number, target.user.id);
    const { user } = target;
    const shown = partyOf(by);
    const callId = await summon({
      user,
      by,
      dialled: room,
      number: place.number,
      shown,
      came: { how: "invited", by: shown },
    });
    return callId === undefined ? refused("notRegistered") : { ok: true, value: { callId } };
  };
}
