import { canRead, holdsRule, type ConferenceMember, type RealtimeEvent } from "@callpanel/contract";
import type { Receiving } from "./receiving.ts";
import type { RoomChange, RoomMember } from "./rooms.board.ts";

/** What one class of receivers may see of rooms. */
export interface RoomSight {
  readonly key: string;
  readonly realm: string;
  /** As it is shown; undefined where it is not theirs to see. */
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
      const { channel, talking, muted, joinedAt } = member;
      const { number, name } = shows(member) ? member : { number: "", name: "" };
      // Rooms with a leader, whom others wait for, are not served.
      return { channel, number, name, talking, muted, joinedAt, admin: false, marked: false, waiting: false };
    },
  };
}

/** RT-40: what this class is told of a change. */
export function roomEvents({ event, realm, confno, member }: RoomChange, sight: RoomSight): readonly RealtimeEvent[] {
  const shown = realm === sight.realm ? sight.show(member) : undefined;
  return shown === undefined ? [] : [{ action: "CONFBRIDGE", realm, confno, event, member: shown }];
}

/** RT-40: who is in a room, in the order in which they came. */
export function roomMembers(members: readonly RoomMember[], { show }: RoomSight): readonly ConferenceMember[] {
  return members.flatMap((member) => show(member) ?? []);
}
