/** Callers in the order in which they are served: a higher priority first, then the one who waits longer. */

interface InLine {
  readonly priority: number;
  /** When they joined; a caller who calls again has the time of their callback. */
  readonly joinedAt: number;
  /** Of callers of the same moment, the order of joining. */
  readonly number: number;
}

export interface Line<Caller> {
  readonly callers: readonly Caller[];
  readonly first: Caller | undefined;
  readonly length: number;
  /** Returns the index. */
  add(caller: Caller): number;
  /** Returns the index; -1: not in the line. */
  remove(caller: Caller): number;
  /** -1: not in the line. */
  indexOf(caller: Caller): number;
}

export const joinedBefore = (one: InLine, other: InLine): boolean =>
  one.joinedAt === other.joinedAt ? one.number < other.number : one.joinedAt < other.joinedAt;

export const isAhead = (one: InLine, other: InLine): boolean =>
  one.priority === other.priority ? joinedBefore(one, other) : one.priority > other.priority;

export function createLine<Caller extends InLine>(): Line<Caller> {
  const callers: Caller[] = [];

  /** The index of the first caller who is not ahead. */
  const placeOf = (caller: Caller): number => {
    let [low, high] = [0, callers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const there = callers[middle];
      if (there !== undefined && isAhead(there, caller)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const indexOf = (caller: Caller): number => {
    const place = placeOf(caller);
    return callers[place] === caller ? place : -1;
  };

  return {
    callers,
    get first() {
      return callers[0];
    },
    get length() {
      return callers.length;
    },
    add: (caller) => {
      const place = placeOf(caller);
      callers.splice(place, 0, caller);
      return place;
    },
    remove: (caller) => {
      const place = indexOf(caller);
      if (place >= 0) callers.splice(place, 1);
      return place;
    },
    indexOf,
  };
}
