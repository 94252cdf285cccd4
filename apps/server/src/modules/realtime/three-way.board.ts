import type { RoomStanding, ThreeWayPerson } from "@callpanel/contract";

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

export interface ThreeWayChange extends ThreeWayCall {
  /** User ids of people who have just left. */
  readonly leftIds: readonly number[];
}

/** The members of each three-way call. */
export interface ThreeWayBoard {
  apply(call: ThreeWayCall): void;
  /** The calls that a person is in. */
  of(realm: string, userId: number): readonly ThreeWayCall[];
  /** The standing of a user towards a person in a call, or towards one who is ringing for it. */
  standing(call: Pick<ThreeWayCall, "realm" | "confno">, userId: number, personId: string): RoomStanding;
  /** Called for every change. @returns unsubscribes */
  subscribe(listener: (change: ThreeWayChange) => void): () => void;
}

export function createThreeWayBoard(): ThreeWayBoard {
  const calls = new Map<string, ThreeWayCall>();
  const listeners = new Set<(change: ThreeWayChange) => void>();
  const keyOf = ({ realm, confno }: Pick<ThreeWayCall, "realm" | "confno">): string => `${realm} ${confno}`;

  return {
    apply: (call) => {
      const key = keyOf(call);
      const before = idsIn(calls.get(key));
      if (call.people.length === 0) calls.delete(key);
      else calls.set(key, call);
      const now = idsIn(call);
      const leftIds = before.filter((userId) => !now.includes(userId));
      for (const listener of listeners) listener({ ...call, leftIds });
    },
    of: (realm, userId) => [...calls.values()].filter((call) => call.realm === realm && idsIn(call).includes(userId)),
    standing: (at, userId, personId) => {
      const call = calls.get(keyOf(at));
      const own = call?.people.filter((one) => one.userId === userId && one.state === "in") ?? [];
      if (own.length === 0) return "stranger";
      if (own.some(({ isHost }) => isHost)) return "host";
      return call?.people.find(({ id }) => id === personId)?.inviter?.userId === userId ? "inviter" : "member";
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** User ids of people who are in it; a person who is ringing gets no events. */
export const idsIn = (call: ThreeWayCall | undefined): readonly number[] => [
  ...new Set(call?.people.flatMap(({ state, userId }) => (state === "in" ? (userId ?? []) : []))),
];

/** ROOM-11: the people as members see them, with all names. */
export const presentPeople = ({ people }: ThreeWayCall): ThreeWayPerson[] =>
  people.map((person) => {
    const { userId: _, inviter, ...told } = person;
    return { ...told, ...(inviter && { invitedBy: inviter.number }) };
  });
