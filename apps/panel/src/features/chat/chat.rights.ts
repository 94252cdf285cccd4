import { holdsRule } from "@callpanel/contract";
import type { AnyRoom, Rights } from "@callpanel/contract";

/** What the viewer may do in a room (docs/spec/chat.md, Rights). */
export interface RoomRights {
  readonly isMember: boolean;
  readonly owns: boolean;
  readonly writes: boolean;
  readonly reacts: boolean;
  readonly invites: boolean;
}
export function roomRights(room: AnyRoom, mayWrite: boolean): RoomRights {
  const isMember = room.subscription !== null;
  const owns = room.subscription?.roles.includes("owner") === true;
  const acts = mayWrite && isMember && !room.archived;
  const isReadOnly = room.type !== "d" && room.ro;
  return {
    isMember,
    owns: owns && mayWrite,
    writes: acts && (owns || !isReadOnly),
    reacts: acts,
    invites: acts && room.type !== "d",
  };
}

/** CHAT-85: the right to change chat for the whole company. */
export const managesCompanyChat = (rights: Rights): boolean => holdsRule(rights, "administration", "manage_chat");
