import { canRead, holdsRule, isPrivateRoom, type ConferenceMember, type RealtimeEvent } from "@callpanel/contract";
import type { Receiving } from "./receiving.ts";
import type { RoomBoard, RoomChange, RoomMember } from "./rooms.board.ts";

/** What one class of receivers may see of rooms. */
export interface RoomSight {
  readonly key: string;
  readonly realm: string;
  /** A member of a public room in its visible form; undefined if it is not visible. */
  readonly show: (member: RoomMember) => ConferenceMember | undefined;
}

/** RT-40: rooms need `conferences` read; numbers and names depend on `show_caller_id_info`. */
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

/** Rooms in which others wait for a leader are not supported. */
function presentMember({ channel, number, name, talking, muted, joinedAt }: RoomMember): ConferenceMember {
  return { channel, number, name, talking, muted, joinedAt, admin: false, marked: false, waiting: false };
}

/** RT-40: the events that this class receives for a change; for a private room none. */
export function roomEvents({ event, realm, confno, member }: RoomChange, sight: RoomSight): readonly RealtimeEvent[] {
  const shown = realm === sight.realm && !isPrivateRoom(confno) ? sight.show(member) : undefined;
  return shown === undefined ? [] : [{ action: "CONFBRIDGE", realm, confno, event, member: shown }];
}

/** ROOM-11: the receivers of a change in a private room: its members, and a person who has just left. */
export function privateReceivers({ confno, realm, member }: RoomChange, rooms: RoomBoard): ReadonlySet<number> {
  if (!isPrivateRoom(confno)) return new Set();
  return new Set([...rooms.membersOf(realm, confno), member].flatMap(({ userId }) => userId ?? []));
}

/** ROOM-11: the event for each of them, with all names: members of a call know each other. */
export const privateEvent = ({ event, realm, confno, member }: RoomChange): RealtimeEvent => ({
  action: "CONFBRIDGE",
  realm,
  confno,
  event,
  member: presentMember(member),
});

/** RT-40, ROOM-11: the members of a room, in the order in which they joined. */
export function roomMembers(
  { confno, ownId }: { readonly confno: string; readonly ownId: number },
  members: readonly RoomMember[],
  { show }: RoomSight,
): readonly ConferenceMember[] {
  if (!isPrivateRoom(confno)) return members.flatMap((member) => show(member) ?? []);
  return members.some(({ userId }) => userId === ownId) ? members.map(presentMember) : [];
}
