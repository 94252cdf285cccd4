/** A person in a list. */
export interface Listed {
  readonly subscriberId: number;
}

/** Which element of the page shows which person. */
export interface Slots {
  /** The whole list. */
  readonly people: readonly Listed[];
  /** The people who should be in the page; some may still be missing (fillSlots). */
  readonly shown: readonly Listed[];
  /** The number of the element, by subscriber; in the order of the elements in the page. */
  readonly of: ReadonlyMap<number, number>;
  /** How many elements have been created so far. */
  readonly made: number;
  /** Whether the last step was a new order of the list: only then is the move animated. */
  readonly glides: boolean;
}

export const NO_SLOTS: Slots = { people: [], shown: [], of: new Map(), made: 0, glides: false };

export interface SlotsWanted {
  readonly people: readonly Listed[];
  /** The people to show in the page, in list order. */
  readonly shown: readonly Listed[];
  /** Whether an element may be reused for another person: not if cards can be dragged. */
  readonly recycles: boolean;
  /** Who is not kept waiting and keeps their element, because they have the focus. */
  readonly kept: number | null;
  /** How many cards may get another person or a new element in one step. */
  readonly most: number;
}

/**
 * BUDDIES-33: a person who stays keeps their element. People who appear by scrolling reuse the elements of those who
 * disappeared, at their position in the page: to create or move elements would cost three times as much. A new order moves
 * the existing cards, so a person who appears with it gets a new element.
 */
export function stepSlots(before: Slots, wanted: SlotsWanted): Slots {
  const { people, shown, recycles } = wanted;
  const scrolled = before.people === people;
  if (scrolled && before.shown === shown) return before;
  const coming = comingOf(before, wanted);
  if (scrolled && coming.length === 0 && shown.length === before.of.size) return before;
  let { made } = before;
  if (!scrolled || !recycles) {
    const admitted = shown.filter(({ subscriberId: id }) => before.of.has(id) || coming.includes(id));
    const of = new Map(admitted.map(({ subscriberId: id }) => [id, before.of.get(id) ?? made++]));
    return { people, shown, of, made, glides: !scrolled && before.of.size > 0 };
  }
  const stays = new Set(shown.map(({ subscriberId }) => subscriberId));
  const reused = new Map<number, number>();
  for (const [id, slot] of before.of) {
    const one = stays.has(id) ? id : coming.shift();
    if (one !== undefined) reused.set(one, slot);
  }
  return withNew({ people, shown, of: reused, made, glides: false }, coming);
}

/** BUDDIES-32: the next of the people who are still missing after a new order. Returns the same object if none is. */
export function fillSlots(before: Slots, wanted: Pick<SlotsWanted, "kept" | "most">): Slots {
  const coming = comingOf(before, { ...wanted, shown: before.shown });
  return coming.length === 0 ? before : withNew(before, coming);
}

/** People who have no element yet, in list order: at most `most`, those nearest to the middle of what is shown. */
function comingOf({ of }: Slots, { shown, kept, most }: Pick<SlotsWanted, "shown" | "kept" | "most">): number[] {
  const middle = (shown.length - 1) / 2;
  const missing = shown.flatMap(({ subscriberId: id }, at) =>
    of.has(id) ? [] : { id, far: id === kept ? -1 : Math.abs(at - middle) },
  );
  const nearest = new Set(missing);
  while (nearest.size > most)
    nearest.delete([...nearest].reduce((farthest, one) => (one.far > farthest.far ? one : farthest)));
  return [...nearest].map(({ id }) => id);
}

/** New elements for these people, at their places. */
function withNew(slots: Slots, coming: readonly number[]): Slots {
  const order = placeAmong([...slots.of.keys()], coming, placesOf(slots.shown));
  let { made } = slots;
  return { ...slots, of: new Map(order.map((id) => [id, slots.of.get(id) ?? made++])), made };
}

/**
 * BUDDIES-33: when scrolling has stopped, the elements are put into list order again, as screen readers expect; at most
 * `most` cards get a new element in one step, and never the one with the focus.
 */
export function settleSlots(before: Slots, { shown, kept, most }: Pick<SlotsWanted, "shown" | "kept" | "most">): Slots {
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
