/** What members of a room made on the spot can do to it (rules ROOM-14 and ROOM-15). */
import type { PhoneCommands } from "@callpanel/phone-port";
import type { OrderDeps } from "./order-deps.ts";
import { DONE, refused } from "./refused.ts";

export function createRoomOrders({ index, rooms }: OrderDeps): Pick<PhoneCommands, "removeFromRoom" | "setMuted"> {
  return {
    removeFromRoom: ({ room, id }) => (rooms.remove(room, id) ? DONE : refused("unknownLeg")),
    setMuted: ({ legId, muted }) => {
      const leg = index.byId(legId);
      if (leg === undefined) return refused("unknownLeg");
      return rooms.setMuted(leg, muted) ? DONE : refused("wrongState");
    },
  };
}
