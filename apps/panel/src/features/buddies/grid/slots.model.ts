/** A person in a list. */
export interface Listed {
  readonly subscriberId: number;
}

/** Which element of the page shows which person. */
export interface Slots {
  /** The whole list. */
  readonly people: readonly Listed[];
  /** The number of the element, by subscriber; in the order of the elements in the page. */
  readonly of: ReadonlyMap<number, number>;
  /** How many elements have been created so far. */
  readonly made: number;
  /** Whether the last step was a new order of the list: only then is the move animated. */
  readonly glides: boolean;
}

export const NO_SLOTS: Slots = { people: [], of: new Map(), made: 0, glides: false };

export interface SlotsWanted {
  readonly people: readonly Listed[];
  /** The people to show in the page, in list order. */
  readonly shown: readonly Listed[];
  /** Whether an element may be reused for another person: not if cards can be dragged. */
  readonly recycles: boolean;
}

/**
 * BUDDIES-33: a person who stays keeps their element. People who appear by scrolling reuse the elements of those who
 * disappeared, at their position in the page: to create or move elements would cost three times as much. A new order moves
 * the existing cards, so a person who appears with it gets a new element.
 */
export function stepSlots(before: Slots, { people, shown, recycles }: SlotsWanted): Slots {
  const scrolled = before.people === people;
  const coming = shown.map(({ subscriberId }) => subscriberId).filter((id) => !before.of.has(id));
  if (scrolled && coming.length === 0 && shown.length === before.of.size) return before;
  let { made } = before;
  if (!scrolled || !recycles) {
    const of = new Map(shown.map(({ subscriberId: id }) => [id, before.of.get(id) ?? made++]));
    return { people, of, made, glides: !scrolled && before.of.size > 0 };
  }
  const stays = new Set(shown.map(({ subscriberId }) => subscriberId));
  const of = new Map<number, number>();
  for (const [id, slot] of before.of) {
    const one = stays.has(id) ? id : coming.shift();
    if (one !== undefined) of.set(one, slot);
  }
  const placed = placeAmong([...of.keys()], coming, placesOf(shown));
  const next = new Map(placed.map((id) => [id, of.get(id) ?? made++]));
  return { people, of: next, made, glides: false };
}

/**
 * BUDDIES-33: when scrolling has stopped, the elements are put into list order again, as screen readers expect; at most
 * `most` cards get a new element in one step, and never the one with the focus.
 */
export function settleSlots(
  before: Slots,
  { shown, kept, most }: Pick<SlotsWanted, "shown"> & { readonly kept: number | null; readonly most: number },
): Slots {
  const places = placesOf(shown);
  const ids = [...before.of.keys()];
  const inOrder = new Set(longestRise(ids, places, kept));
  const late = ids.filter((id) => !inOrder.has(id)).slice(0, most);
  if (late.length === 0) return before;
  const rest = ids.filter((id) => !late.includes(id));
  const order = placeAmong(rest, late, places, inOrder);
  let { made } = before;
  const of = new Map(order.map((id) => [id, late.includes(id) ? made++ : (before.of.get(id) ?? made++)]));
  return { ...before, of, made, glides: false };
}

type Places = ReadonlyMap<number, number>;

const placesOf = (shown: readonly Listed[]): Places => new Map(shown.map(({ subscriberId }, at) => [subscriberId, at]));
const placeIn = (places: Places, id: number): number => places.get(id) ?? -1;

/** Inserts each of `coming` before the first one with a later place. */
function placeAmong(
  ids: readonly number[],
  coming: readonly number[],
  places: Places,
  among: ReadonlySet<number> = new Set(ids),
): readonly number[] {
  const order = [...ids];
  const settled = new Set(among);
  for (const id of coming) {
    const at = order.findIndex((other) => settled.has(other) && placeIn(places, other) > placeIn(places, id));
    order.splice(at < 0 ? order.length : at, 0, id);
    settled.add(id);
  }
  return order;
}

/** The longest part of `ids` that is in the order of their places already and includes `kept`. */
function longestRise(ids: readonly number[], places: Places, kept: number | null): readonly number[] {
  const keptAt = kept === null ? -1 : ids.indexOf(kept);
  const fits = (id: number, at: number) =>
    keptAt < 0 || Math.sign(at - keptAt) === Math.sign(placeIn(places, id) - placeIn(places, ids[keptAt] ?? 0));
  const candidates = ids.filter(fits);
  const rises: { readonly id: number; readonly length: number; readonly from: number }[] = [];
  candidates.forEach((id, at) => {
    let from = -1;
    for (let earlier = 0; earlier < at; earlier += 1) {
      const one = rises[earlier];
      if (one && placeIn(places, one.id) < placeIn(places, id) && one.length > (rises[from]?.length ?? 0))
        from = earlier;
    }
    rises.push({ id, length: (rises[from]?.length ?? 0) + 1, from });
  });
  const longest = rises.reduce((best, { length }, at) => (length > (rises[best]?.length ?? 0) ? at : best), -1);
  const rise: number[] = [];
  for (let one = rises[longest]; one; one = rises[one.from]) rise.unshift(one.id);
  return rise;
}
