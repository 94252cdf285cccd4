/** What can be done to the members of a room (rules CONF-5 to CONF-9, ROOM-14, ROOM-15), and to the room itself. */
import type { CommandOutcome, PhoneCommands } from "@callpanel/phone-port";
import type { CommandDeps } from "./command-deps.ts";
import { DONE, refused } from "../call/command-outcome.ts";

type RoomCommands = Pick<
  PhoneCommands,
  "letIn" | "lockRoom" | "muteMember" | "recordRoom" | "removeFromRoom" | "setMuted"
>;

export function createRoomCommands({ index, rooms }: Pick<CommandDeps, "index" | "rooms">): RoomCommands {
  const aboutMember = (isDone: boolean | undefined): CommandOutcome => (isDone === true ? DONE : refused("unknownLeg"));
  return {
    removeFromRoom: async ({ room, id }) => aboutMember(rooms.remove(room, id)),
    muteMember: async ({ room, legId, muted, bySelf = false }) => {
      const found = rooms.find(room);
      return aboutMember(bySelf ? found?.muteSelf(legId, muted) : found?.mute(legId, muted));
    },
    letIn: async ({ room, legId }) => aboutMember(rooms.find(room)?.letIn(legId)),
    lockRoom: async ({ room, locked }) => {
      const open = rooms.find(room);
      if (open === undefined) return refused("wrongState");
      open.lock(locked);
      return DONE;
    },
    recordRoom: async ({ room, by, recorded }) => {
      const open = rooms.find(room);
      if (open === undefined) return refused("wrongState");
      return open.record(recorded, { username: by }) ? DONE : refused("unavailable");
    },
    setMuted: async ({ legId, muted }) => {
      const leg = index.byId(legId);
      if (leg === undefined) return refused("unknownLeg");
      return rooms.setMicrophone(leg, muted) ? DONE : refused("wrongState");
    },
  };
}
