/** Merges two calls of a person into one (rule ROOM-17). */
import type { DirectoryUser, PhoneCommands } from "@callpanel/phone-port";
import type { Gather, Mover } from "./gathering.ts";
import type { CommandDeps } from "./command-deps.ts";
import { DONE, refused } from "../call/command-outcome.ts";

interface Side {
  readonly own: Mover;
  readonly far: Mover;
  /** The room made on the spot that the leg is in, if any. */
  readonly room: string | undefined;
}

export function createMerge(deps: CommandDeps, gather: Gather): PhoneCommands["merge"] {
  const { realm, directory, dialPlan, index, register, rooms } = deps;

  const moverOf = (legId: string): Mover | undefined => {
    const leg = index.byId(legId);
    const call = leg && register.callOf(leg);
    return leg && call && { leg, call };
  };

  /** The own leg and its far end, if that is one person who talks. */
  const sideOf = (own: Mover): Side | undefined => {
    const stay = rooms.stayOf(own.leg);
    const [other, third] = stay?.others ?? [];
    if (third !== undefined || (stay !== undefined && !rooms.isLeftToTwo(stay.number))) return undefined;
    const far = moverOf(own.call.peerOf(own.leg)?.leg.id ?? other?.id ?? "");
    if (far === undefined || ![own, far].every(({ leg, call }) => call.mayLeave(leg))) return undefined;
    return { own, far, room: stay?.number };
  };

  const isOf = ({ leg }: Mover, { id }: DirectoryUser): boolean => leg.user.id === id;

  return async ({ by: username, kept, left, room }) => {
    const by = await directory.userBySipUsername(realm, username);
    if (by === undefined) return refused("unavailable");
    const destination = await dialPlan.resolve(room, by);
    if (destination.kind !== "room" || !destination.place.passing) return refused("unknownNumber");
    // No `await` from here on: either all of it is done, or nothing.
    if (rooms.isOpen(destination.number)) return refused("forbidden");
    const [keptLeg, leftLeg] = [moverOf(kept), moverOf(left)];
    if (keptLeg === undefined || leftLeg === undefined) return refused("unknownLeg");
    if (!isOf(keptLeg, by) || !isOf(leftLeg, by)) return refused("forbidden");
    const [stays, goes] = [sideOf(keptLeg), sideOf(leftLeg)];
    if (stays === undefined || goes === undefined) return refused("wrongState");
    if (new Set([stays.own, stays.far, goes.own, goes.far].map(({ leg }) => leg)).size < 4)
      return refused("wrongState");
    const { number, place } = destination;
    gather({ number, name: place.name, movers: [stays.own, stays.far, goes.far], by });
    if (goes.room !== undefined) rooms.remove(goes.room, goes.own.leg.id);
    return DONE;
  };
}
