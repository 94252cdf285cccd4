import { createStore } from "../store.ts";
import type { Store } from "../store.ts";

/** The toolbar's search field: shown only while a page requests it, cleared on every route change (spec 1 §2). */
export type PageSearch = { readonly asked: false } | { readonly asked: true; readonly text: string };
export type PageSearchAction =
  | { readonly type: "asked" }
  | { readonly type: "left" }
  | { readonly type: "typed"; readonly text: string };

export function stepPageSearch(state: PageSearch, action: PageSearchAction): PageSearch {
  switch (action.type) {
    case "asked":
      return { asked: true, text: "" };
    case "left":
      return { asked: false };
    case "typed":
      return state.asked && state.text !== action.text ? { asked: true, text: action.text } : state;
  }
}

export const createPageSearch = (): Store<PageSearch, PageSearchAction> =>
  createStore<PageSearch, PageSearchAction>({ asked: false }, stepPageSearch);
