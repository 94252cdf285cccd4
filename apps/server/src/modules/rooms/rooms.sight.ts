import { canRead, isPrivateRoom, type ConferenceMember, type RealtimeEvent } from "@callpanel/contract";
import { callerIdSightOf } from "../presence/index.ts";
import type { OwnEvent, Receiving, Visibility } from "../realtime/index.ts";
import type { RoomChange, RoomMember } from "./rooms.model.ts";

/** What one class of receivers may see of rooms. */
export interface RoomSight extends Visibility {
  readonly realm: string;
  /** A member of a public room in its visible form; undefined if it is not visible. */
  readonly show: (member: RoomMember) => ConferenceMember | undefined;
}

/** RT-40: rooms need `conferences` read; numbers and names depend on `show_caller_id_info`. */
export function roomSightOf(realm: string, receiving: Receiving): RoomSight {
  const reads = canRead(receiving.rights, "conferences");
  const callerId = callerIdSightOf(receiving);
  return {
    key: reads ? callerId.key : "",
    realm,
    show: (member) => {
      if (!reads) return undefined;
      return presentMember(callerId.shows(member.userId) ? member : { ...member, number: "", name: "" });
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

/** ROOM-11: the events of a private room, with all names: members of a call know each other. */
export function ownRoomEvents({ event, realm, confno, member, privateIds }: RoomChange): readonly OwnEvent[] {
  const told = { action: "CONFBRIDGE", realm, confno, event, member: presentMember(member) } as const;
  return privateIds.map((userId) => ({ userId, event: told }));
}

/** RT-40, ROOM-11: the members of a room, in the order in which they joined. */
export function roomMembers(
  { confno, ownId }: { readonly confno: string; readonly ownId: number },
  members: readonly RoomMember[],
  { show }: RoomSight,
): readonly ConferenceMember[] {
  if (!isPrivateRoom(confno)) return members.flatMap((member) => show(member) ?? []);
  return members.some(({ userId }) => userId === ownId) ? members.map(presentMember) : [];
}
