/** A member of a room; ids only for people of the realm. */
export interface RoomMember {
  /** The member's leg. */
  readonly channel: string;
  readonly number: string;
  readonly name: string;
  readonly userId?: number | undefined;
  readonly talking: boolean;
  readonly muted: boolean;
  readonly joinedAt: number;
}

/** A member, and the room that they are in. */
export interface MemberEntry {
  readonly realm: string;
  readonly confno: string;
  readonly member: RoomMember;
}

/** An event of the phone system about its rooms. `confno` is the dialled number. */
export interface RoomEvent extends MemberEntry {
  readonly kind: "joined" | "left" | "talking";
}

export interface RoomChange extends MemberEntry {
  readonly event: "join" | "leave" | "talking" | "silent";
  /** ROOM-11: the user ids that receive a change in a private room: its members, and a person who has just left. */
  readonly privateIds: readonly number[];
}
