import { isPrivateRoom } from "@callpanel/contract";
import { defineBoard, type Board, type Change, type Entries } from "../realtime/index.ts";
import type { MemberEntry, RoomChange, RoomEvent, RoomMember } from "./rooms.model.ts";
import { ownRoomEvents, roomEvents, roomSightOf } from "./rooms.sight.ts";

/** The members of each room. */
export interface RoomBoard extends Board<MemberEntry, RoomEvent, RoomChange> {
  /** In the order in which they joined. */
  membersOf(realm: string, confno: string): readonly RoomMember[];
  /** The room that a leg is in. */
  roomOf(
    realm: string,
    channel: string,
  ): { readonly confno: string; readonly members: readonly RoomMember[] } | undefined;
}

const roomKey = (realm: string, confno: string): string => `room ${realm} ${confno}`;
const legKey = (realm: string, channel: string): string => `leg ${realm} ${channel}`;
const memberKey = ({ realm, confno, member }: MemberEntry): string => `${roomKey(realm, confno)} ${member.channel}`;

const createBoard = defineBoard({
  name: "rooms",
  state: {
    keyOf: memberKey,
    indexedBy: ({ realm, confno, member }: MemberEntry) => [roomKey(realm, confno), legKey(realm, member.channel)],
  },
  step: stepRooms,
  visibleTo: roomSightOf,
  events: roomEvents,
  ownEvents: ownRoomEvents,
});

export function createRoomBoard(): RoomBoard {
  const board = createBoard();
  const { entries } = board;
  const membersOf: RoomBoard["membersOf"] = (realm, confno) => membersIn(entries, realm, confno);
  return {
    ...board,
    membersOf,
    roomOf: (realm, channel) => {
      const at = entries.find(legKey(realm, channel)).at(-1);
      return at && { confno: at.confno, members: membersOf(realm, at.confno) };
    },
  };
}

/** RT-41: duplicate events, and those about a person who is not in the room, change nothing. */
function stepRooms(
  entries: Entries<MemberEntry>,
  { kind, ...at }: RoomEvent,
): ReadonlyArray<Change<MemberEntry, RoomChange>> {
  const event = changeOf(kind, entries.get(memberKey(at))?.member, at.member);
  if (event === undefined) return [];
  const fact = { ...at, event, privateIds: privateIds(entries, at) };
  return [kind === "left" ? { drop: at, fact } : { keep: at, fact }];
}

function changeOf(
  kind: RoomEvent["kind"],
  known: RoomMember | undefined,
  member: RoomMember,
): RoomChange["event"] | undefined {
  if (kind === "joined") return known === undefined ? "join" : undefined;
  if (known === undefined) return undefined;
  if (kind === "left") return "leave";
  if (known.talking === member.talking) return undefined;
  return member.talking ? "talking" : "silent";
}

function privateIds(entries: Entries<MemberEntry>, { realm, confno, member }: MemberEntry): readonly number[] {
  if (!isPrivateRoom(confno)) return [];
  const people = [...membersIn(entries, realm, confno), member];
  return [...new Set(people.flatMap(({ userId }) => userId ?? []))];
}

const membersIn = (entries: Entries<MemberEntry>, realm: string, confno: string): readonly RoomMember[] =>
  entries.find(roomKey(realm, confno)).map(({ member }) => member);
