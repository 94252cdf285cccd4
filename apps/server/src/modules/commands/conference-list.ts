import { roomMembers } from "../rooms/index.ts";
import type { Carry } from "./command.ts";

/** RT-40: the same as in the events. */
export const listConference: Carry<"ConfbridgeList"> = ({ confno }, { caller, rooms, sight }) => [
  ...roomMembers({ confno, ownId: caller.userId }, rooms.membersOf(sight.rooms.realm, confno), sight.rooms),
];
