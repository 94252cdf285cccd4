import type { AnyRoom, RoomType, SmsConversation } from "@callpanel/contract";
import type { ClientRoom } from "@callpanel/contract/chat-client";
import { roomPath } from "../../shared/chat/useMessage.ts";

/** The room, for messages in it. */
export type RoomPlace = Pick<AnyRoom, "type" | "id">;

/** An SMS conversation is a direct one (spec 1 §3): its address has that type, and `sms` in place of a room (SMSUI-1). */
export const SMS_PLACE = "sms";
export const smsPath = (id?: string): string => `/chat/d/${SMS_PLACE}${id === undefined ? "" : `/${id}`}`;
export const conversationPath = (room: AnyRoom | SmsConversation): string =>
  "type" in room ? roomPath(room) : smsPath(room.id);

/** The name on the list: of a direct conversation that of the others, by `nameOf`. */
export const roomName = (room: AnyRoom, uid: string, nameOf: (name: string) => string): string => {
  if (room.type !== "d") return room.name;
  const others = room.users.filter((person) => person.uid !== uid);
  return others.length === 0 ? nameOf(room.to_user.name) : others.map(({ name }) => nameOf(name)).join(", ");
};

/** The one other person of a direct conversation; undefined: several, or nobody. */
export const peerOf = (room: AnyRoom, uid: string): string | undefined => {
  if (room.type !== "d") return undefined;
  const others = room.users.filter((person) => person.uid !== uid);
  return others.length === 1 ? others[0]?.uid : others.length === 0 ? room.to_user.uid : undefined;
};

export const CHAT_SORTS = ["recent_activity", "asc", "desc"] as const;
export type ChatSort = (typeof CHAT_SORTS)[number];

/** A tab of the list: text messages are not rooms. */
export type ListTab = RoomType | "s";

export interface ListView {
  readonly type: ListTab;
  readonly sort: ChatSort;
  /** Closed rooms too. */
  readonly closed: boolean;
  readonly archived: boolean;
}

let byNames: Intl.Collator | undefined;

/** CHATUI-4: the user's rooms of a type, in the order of the list. */
export function listOf(
  rooms: readonly ClientRoom[],
  { type, sort, closed, archived }: ListView,
  nameOf: (room: AnyRoom) => string,
) {
  const fits = ({ room }: ClientRoom) =>
    room.type === type && (archived || !room.archived) && (closed || room.subscription?.open !== false);
  // Creating one takes longer than ordering hundreds of names.
  const names = (byNames ??= new Intl.Collator(undefined, { sensitivity: "base", numeric: true }));
  const byName = (one: ClientRoom, other: ClientRoom) => names.compare(nameOf(one.room), nameOf(other.room));
  const order = {
    recent_activity: (one: ClientRoom, other: ClientRoom) =>
      other.room.updatedAt - one.room.updatedAt || byName(one, other),
    asc: byName,
    desc: (one: ClientRoom, other: ClientRoom) => byName(other, one),
  }[sort];
  return rooms.filter(fits).toSorted(order);
}

/** CHATUI-7: everybody else has read up to this place; 0 if the room does not report it. */
export const seenByAll = ({ room, seen }: ClientRoom): number => {
  const others = (room.type === "d" ? room.users.length : room.usersCount) - 1;
  return others > 0 && seen.size >= others ? Math.min(...seen.values()) : 0;
};
