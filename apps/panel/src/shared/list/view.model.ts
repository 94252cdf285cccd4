/** What of a list is seen, beside what narrows it. */
export interface ListView {
  /** Zero-based. */
  readonly page: number;
  /** Ids that are ticked, on whichever page. */
  readonly selected: ReadonlySet<number>;
}

export type ListViewAction =
  | { readonly type: "pageTurned"; readonly page: number }
  | { readonly type: "ticked"; readonly ids: readonly number[]; readonly on: boolean }
  | { readonly type: "unticked" };

/** Of another list: what is ticked is always something of what is shown. */
export const FIRST_PAGE: ListView = { page: 0, selected: new Set() };

export function stepListView<View extends ListView>(view: View, action: ListViewAction): View {
  switch (action.type) {
    case "pageTurned":
      return { ...view, page: action.page };
    case "ticked":
      return { ...view, selected: withTicks(view.selected, action) };
    case "unticked":
      return { ...view, selected: new Set() };
  }
}

function withTicks(
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
