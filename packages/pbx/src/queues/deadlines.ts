/** Times at which something is due: a heap, in which what was called off stays until its time has come. */
export interface Deadlines<Due> {
  add(at: number, due: Due): void;
  /** The next time; undefined: nothing is due. */
  readonly nextAt: number | undefined;
  /** Removes and returns what is due at that time, the earliest; undefined: nothing more. */
  take(now: number): Due | undefined;
}

interface Entry<Due> {
  readonly at: number;
  /** Entries of the same time keep their order. */
  readonly number: number;
  readonly due: Due;
}

/** `holds`: whether an entry still counts. */
export function createDeadlines<Due>(holds: (due: Due, at: number) => boolean): Deadlines<Due> {
  const heap: Entry<Due>[] = [];
  let count = 0;

  const before = (one: Entry<Due>, other: Entry<Due>): boolean =>
    one.at === other.at ? one.number < other.number : one.at < other.at;

  const swap = (one: number, other: number): boolean => {
    const [a, b] = [heap[one], heap[other]];
    if (a === undefined || b === undefined || !before(b, a)) return false;
    heap[one] = b;
    heap[other] = a;
    return true;
  };
  const sink = (): void => {
    let at = 0;
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const [l, r] = [heap[left], heap[right]];
      const child = l !== undefined && r !== undefined && before(r, l) ? right : left;
      if (!swap(at, child)) return;
      at = child;
    }
  };
  const pop = (): Entry<Due> | undefined => {
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined) return undefined;
    if (heap.length > 0) {
      heap[0] = last;
      sink();
    }
    return first;
  };
  const skim = (): Entry<Due> | undefined => {
    for (let [first] = heap; first !== undefined; [first] = heap) {
      if (holds(first.due, first.at)) return first;
      pop();
    }
    return undefined;
  };

  return {
    add: (at, due) => {
      count += 1;
      let child = heap.push({ at, number: count, due }) - 1;
      for (let parent = (child - 1) >> 1; child > 0 && swap(parent, child); parent = (child - 1) >> 1) child = parent;
    },
    get nextAt() {
      return skim()?.at;
    },
    take: (now) => {
      const first = skim();
      if (first === undefined || first.at > now) return undefined;
      pop();
      return first.due;
    },
  };
}
