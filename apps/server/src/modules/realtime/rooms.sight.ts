import { canRead, holdsRule, isPrivateRoom, type ConferenceMember, type RealtimeEvent } from "@callpanel/contract";
import type { Receiving } from "./receiving.ts";
import type { RoomBoard, RoomChange, RoomMember } from "./rooms.board.ts";

/** What one class of receivers may see of rooms. */
export interface RoomSight {
  readonly key: string;
  readonly realm: string;
  /** As a member of a room that anybody may dial is shown; undefined where it is not theirs to see. */
  readonly show: (member: RoomMember) => ConferenceMember | undefined;
}

/** RT-40: rooms need `conferences` read; whose number and name are shown follows `show_caller_id_info`. */
export function roomSightOf(realm: string, { userId: own, rights }: Receiving): RoomSight {
  const reads = canRead(rights, "conferences");
  const shows = ({ userId }: RoomMember): boolean =>
    userId === own || holdsRule(rights, "panel_buddies", "show_caller_id_info", String(userId ?? ""));
  return {
    key: reads ? "conferences" : "",
    realm,
    show: (member) => {
      if (!reads) return undefined;
      return presentMember(shows(member) ? member : { ...member, number: "", name: "" });
    },
  };
}

/** Rooms with a leader, whom others wait for, are not served. */
function presentMember({ channel, number, name, talking, muted, joinedAt }: RoomMember): ConferenceMember {
  return { channel, number, name, talking, muted, joinedAt, admin: false, marked: false, waiting: false };
}

/** RT-40: what this class is told of a change; of a private room nothing. */
export function roomEvents({ event, realm, confno, member }: RoomChange, sight: RoomSight): readonly RealtimeEvent[] {
  const shown = realm === sight.realm && !isPrivateRoom(confno) ? sight.show(member) : undefined;
  return shown === undefined ? [] : [{ action: "CONFBRIDGE", realm, confno, event, member: shown }];
}

/** ROOM-11: who hears of a change in a private room: those who are in it, and whoever has just left. */
export function privateReceivers({ confno, realm, member }: RoomChange, rooms: RoomBoard): ReadonlySet<number> {
  if (!isPrivateRoom(confno)) return new Set();
  return new Set([...rooms.membersOf(realm, confno), member].flatMap(({ userId }) => userId ?? []));
}

/** ROOM-11: what each of them is told; whoever is in a call with others knows them. */
export const privateEvent = ({ event, realm, confno, member }: RoomChange): RealtimeEvent => ({
  action: "CONFBRIDGE",
  realm,
  confno,
  event,
  member: presentMember(member),
});

/** RT-40, ROOM-11: who is in a room, in the order in which they came. */
export function roomMembers(
  { confno, ownId }: { readonly confno: string; readonly ownId: number },
  members: readonly RoomMember[],
  { show }: RoomSight,
): readonly ConferenceMember[] {
  if (!isPrivateRoom(confno)) return members.flatMap((member) => show(member) ?? []);
  return members.some(({ userId }) => userId === ownId) ? members.map(presentMember) : [];
}
