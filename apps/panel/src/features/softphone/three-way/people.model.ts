/** The people in this person's three-way calls, as the phone system reports them (SOFT-71). Pure. */
import type { ThreeWayEvent, ThreeWayPerson } from "@callpanel/contract";

type ThreeWay = Pick<ThreeWayEvent, "confno" | "people">;

/** The phone system reports the result of an invitation once; it stays visible for this time. */
export interface ThreeWayCall extends ThreeWay {
  readonly missed: readonly ThreeWayPerson[];
}

export type ThreeWayCalls = readonly ThreeWayCall[];

export type ThreeWayAction =
  | { readonly type: "snapshot"; readonly calls: readonly ThreeWay[] }
  | { readonly type: "told"; readonly call: ThreeWay }
  | { readonly type: "faded"; readonly person: ThreeWayPerson };

/** Three people, including the person themselves. */
export const MOST_PEOPLE = 3;

export const isMissed = ({ state }: ThreeWayPerson): boolean => state !== "in" && state !== "ringing";

export function stepThreeWay(calls: ThreeWayCalls, action: ThreeWayAction): ThreeWayCalls {
  switch (action.type) {
    case "snapshot":
      return action.calls.map(({ confno, people }) => ({ confno, people, missed: [] }));
    case "told": {
      const { confno, people } = action.call;
      const others = calls.filter((call) => call.confno !== confno);
      if (people.length === 0) return others;
      const before = calls.find((call) => call.confno === confno)?.missed ?? [];
      const missed = [...before, ...people.filter(isMissed)];
      const there = people.filter((person) => !isMissed(person));
      // A person who is called again has not missed it.
      const still = missed.filter(({ number }) => !there.some((person) => person.number === number));
      return [...others, { confno, people: there, missed: still }];
    }
    case "faded":
      return calls.map((call) => ({ ...call, missed: call.missed.filter((one) => one !== action.person) }));
  }
}

/** The three-way call that a leg is in. */
export const threeWayOf = (calls: ThreeWayCalls, channel: string | undefined): ThreeWayCall | undefined =>
  channel === undefined ? undefined : calls.find(({ people }) => people.some(({ id }) => id === channel));

export interface ListedPerson {
  readonly person: ThreeWayPerson;
  readonly isSelf: boolean;
  /** The viewer may remove them, or cancel the invitation. */
  readonly isRemovable: boolean;
}

/**
 * The viewer first, then the others in the order they joined, then the invited; empty for a call of two, which already
 * shows its peer. ROOM-15: the owner of the call may remove anyone, an inviter only the people they invited.
 */
export function listedPeople(
  { people, missed }: ThreeWayCall,
  own: { readonly channel: string; readonly extension: string },
): readonly ListedPerson[] {
  if (people.length + missed.length < MOST_PEOPLE) return [];
  const self = people.find(({ id }) => id === own.channel);
  const others = [...people, ...missed].filter((person) => person !== self);
  return [...(self ? [self] : []), ...others].map((person) => ({
    person,
    isSelf: person === self,
    isRemovable: person !== self && !isMissed(person) && (self?.isHost === true || person.invitedBy === own.extension),
  }));
}
