import type { RoomStanding, ThreeWayPerson } from "@callpanel/contract";
import {
  defineBoard,
  type Board,
  type Change,
  type Entries,
  type OwnEvent,
  type Visibility,
} from "../../realtime/index.ts";

/** A person who is in a three-way call or is ringing for it; ids only for people of the realm. */
export interface ThreeWayMember extends Omit<ThreeWayPerson, "invitedBy"> {
  readonly userId?: number | undefined;
  readonly inviter?: { readonly number: string; readonly userId?: number | undefined } | undefined;
}

/** Everybody in a three-way call, after a change; empty when it is over. */
export interface ThreeWayCall {
  readonly realm: string;
  readonly confno: string;
  readonly people: readonly ThreeWayMember[];
}

interface ThreeWayChange {
  readonly call: ThreeWayCall;
  /** User ids of people who have just left. */
  readonly leftIds: readonly number[];
}

/** The members of each three-way call. */
export interface ThreeWayBoard extends Board<ThreeWayCall, ThreeWayCall, ThreeWayChange> {
  /** The standing of a user towards a person in a call, or towards one who is ringing for it. */
  standing(call: Pick<ThreeWayCall, "realm" | "confno">, userId: number, personId: string): RoomStanding;
}

/** A three-way call is visible to its members only. */
interface ThreeWaySight extends Visibility {
  readonly realm: string;
}

const callKey = ({ realm, confno }: Pick<ThreeWayCall, "realm" | "confno">): string => `${realm} ${confno}`;
const personKey = (realm: string, userId: number): string => `${realm} ${userId}`;

const createBoard = defineBoard({
  name: "threeWay",
  state: {
    keyOf: callKey,
    indexedBy: (call: ThreeWayCall) => idsIn(call).map((userId) => personKey(call.realm, userId)),
  },
  step: stepThreeWay,
  visibleTo: (realm): ThreeWaySight => ({ key: "", realm }),
  ownEvents: threeWayEvents,
  ownSnapshot: (calls, { realm }, userId) => {
    const own = calls.find(personKey(realm, userId));
    return own.length === 0
      ? undefined
      : own.map((call) => ({ realm, confno: call.confno, people: presentPeople(call) }));
  },
});

export function createThreeWayBoard(): ThreeWayBoard {
  const board = createBoard();
  return {
    ...board,
    standing: (at, userId, personId) => {
      const call = board.entries.get(callKey(at));
      const own = call?.people.filter((one) => one.userId === userId && one.state === "in") ?? [];
      if (own.length === 0) return "stranger";
      if (own.some(({ isHost }) => isHost)) return "host";
      return call?.people.find(({ id }) => id === personId)?.inviter?.userId === userId ? "inviter" : "member";
    },
  };
}

function stepThreeWay(
  calls: Entries<ThreeWayCall>,
  call: ThreeWayCall,
): ReadonlyArray<Change<ThreeWayCall, ThreeWayChange>> {
  const now = idsIn(call);
  const leftIds = idsIn(calls.get(callKey(call))).filter((userId) => !now.includes(userId));
  const fact = { call, leftIds };
  return [call.people.length === 0 ? { drop: call, fact } : { keep: call, fact }];
}

function threeWayEvents({ call, leftIds }: ThreeWayChange, sight: ThreeWaySight): readonly OwnEvent[] {
  const { realm, confno } = call;
  if (realm !== sight.realm) return [];
  const event = { action: "THREEWAY", realm, confno } as const;
  const inIt = { ...event, people: presentPeople(call) };
  const over = { ...event, people: [] };
  return [
    ...idsIn(call).map((userId) => ({ userId, event: inIt })),
    ...leftIds.map((userId) => ({ userId, event: over })),
  ];
}

/** User ids of people who are in it; a person who is ringing gets no events. */
const idsIn = (call: ThreeWayCall | undefined): readonly number[] => [
  ...new Set(call?.people.flatMap(({ state, userId }) => (state === "in" ? (userId ?? []) : []))),
];

/** ROOM-11: the people as members see them, with all names. */
const presentPeople = ({ people }: ThreeWayCall): ThreeWayPerson[] =>
  people.map((person) => {
    const { userId: _, inviter, ...told } = person;
    return { ...told, ...(inviter && { invitedBy: inviter.number }) };
  });
