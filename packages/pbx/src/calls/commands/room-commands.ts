/** What members of a room made on the spot can do to it (rules ROOM-14 and ROOM-15). */
import type { PhoneCommands } from "@callpanel/phone-port";
import type { CommandDeps } from "./command-deps.ts";
import { DONE, refused } from "../call/command-outcome.ts";

export function createRoomCommands({ index, rooms }: CommandDeps): Pick<PhoneCommands, "removeFromRoom" | "setMuted"> {
  return {
    removeFromRoom: async ({ room, id }) => (rooms.remove(room, id) ? DONE : refused("unknownLeg")),
    setMuted: async ({ legId, muted }) => {
      const leg = index.byId(legId);
      if (leg === undefined) return refused("unknownLeg");
      return rooms.setMuted(leg, muted) ? DONE : refused("wrongState");
    },
  };
}
