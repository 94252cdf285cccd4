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

/** An event of the phone system about its rooms. `confno` is the dialled number. */
export interface RoomEvent {
  readonly kind: "joined" | "left" | "talking";
  readonly realm: string;
  readonly confno: string;
  readonly member: RoomMember;
}

export interface RoomChange {
  readonly event: "join" | "leave" | "talking" | "silent";
  readonly realm: string;
  readonly confno: string;
  readonly member: RoomMember;
}

/** The members of each room. */
export interface RoomBoard {
  apply(event: RoomEvent): void;
  /** In the order in which they joined. */
  membersOf(realm: string, confno: string): readonly RoomMember[];
  /** The room that a leg is in. */
  roomOf(
    realm: string,
    channel: string,
  ): { readonly confno: string; readonly members: readonly RoomMember[] } | undefined;
  /** Called for every change. @returns unsubscribes */
  subscribe(listener: (change: RoomChange) => void): () => void;
}

/** RT-41: duplicate events, and those about a person who is not in the room, change nothing. */
export function createRoomBoard(): RoomBoard {
  const rooms = new Map<string, Map<string, RoomMember>>();
  const roomOfLeg = new Map<string, string>();
  const listeners = new Set<(change: RoomChange) => void>();
  const keyOf = (realm: string, confno: string): string => `${realm} ${confno}`;

  /** The change for an event; undefined: none. */
  const take = ({ kind, realm, confno, member }: RoomEvent): RoomChange["event"] | undefined => {
    const key = keyOf(realm, confno);
    const members = rooms.get(key) ?? new Map<string, RoomMember>();
    const known = members.get(member.channel);
    if (kind === "joined") {
      if (known !== undefined) return undefined;
      rooms.set(key, members.set(member.channel, member));
      roomOfLeg.set(`${realm} ${member.channel}`, confno);
      return "join";
    }
    if (known === undefined) return undefined;
    if (kind === "left") {
      members.delete(member.channel);
      if (roomOfLeg.get(`${realm} ${member.channel}`) === confno) roomOfLeg.delete(`${realm} ${member.channel}`);
      if (members.size === 0) rooms.delete(key);
      return "leave";
    }
    if (known.talking === member.talking) return undefined;
    members.set(member.channel, member);
    return member.talking ? "talking" : "silent";
  };

  const membersOf: RoomBoard["membersOf"] = (realm, confno) => [...(rooms.get(keyOf(realm, confno))?.values() ?? [])];

  return {
    apply: (event) => {
      const happened = take(event);
      if (happened === undefined) return;
      const { realm, confno, member } = event;
      for (const listener of listeners) listener({ event: happened, realm, confno, member });
    },
    membersOf,
    roomOf: (realm, channel) => {
      const confno = roomOfLeg.get(`${realm} ${channel}`);
      return confno === undefined ? undefined : { confno, members: membersOf(realm, confno) };
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
