import type { CommandGoal, PhoneCommands } from "@callpanel/phone-port";
import type { Destination } from "../../dialplan/resolve.ts";
import type { CommandDeps } from "./command-deps.ts";

type Kind = Exclude<CommandGoal["kind"], "user" | "room" | "privateRoom">;

const KINDS: Readonly<Record<Exclude<Destination["kind"], "user" | "room">, Kind>> = {
  lot: "parking",
  slot: "parking",
  queue: "queue",
  box: "service",
  announcement: "service",
  videoRooms: "service",
  feature: "service",
  outside: "outside",
  emergency: "outside",
  nothing: "nowhere",
};

export function createGoalOf({ realm, directory, dialPlan, rooms }: CommandDeps): PhoneCommands["goalOf"] {
  return async ({ by: username, to }) => {
    const by = await directory.userBySipUsername(realm, username);
    if (by === undefined) return { kind: "nowhere" };
    const destination = await dialPlan.resolve(to, by);
    if (destination.kind === "user") return { kind: "user", userId: destination.user.id };
    if (destination.kind === "room") {
      const { place, number } = destination;
      if (!place.passing) return { kind: "room", number: place.id };
      return { kind: "privateRoom", isOpen: rooms.maySendTo(number, by.id) };
    }
    return { kind: KINDS[destination.kind] };
  };
}
