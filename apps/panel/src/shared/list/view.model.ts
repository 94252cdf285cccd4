/** The page and the selection of a list; filters are separate. */
export interface ListView {
  /** Zero-based. */
  readonly page: number;
  /** Selected ids, on all pages. */
  readonly selected: ReadonlySet<number>;
}

export type ListViewAction =
  | { readonly type: "pageTurned"; readonly page: number }
  | { readonly type: "ticked"; readonly ids: readonly number[]; readonly on: boolean }
  | { readonly type: "unticked" };

/** The view after a change of filters: no selection, so that only items of the current result are selected. */
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
