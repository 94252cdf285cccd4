/** Ticks some rows of a list, or takes their ticks away. */
export function withTicks(
  selected: ReadonlySet<number>,
  { ids, on }: { readonly ids: readonly number[]; readonly on: boolean },
): ReadonlySet<number> {
  const next = new Set(selected);
  for (const id of ids) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}
