import type { Contact } from "@callpanel/contract";
import { FIRST_PAGE, stepListView } from "../../shared/list/view.model.ts";
import type { ListView, ListViewAction } from "../../shared/list/view.model.ts";
import type { ContactList } from "./contacts.lists.ts";

/** The view of the address book (spec 1 §3, contact list state). */
export interface ContactView extends ListView {
  readonly list: ContactList;
  /** Names of tags; contacts that have all of them are shown. */
  readonly filterByTags: readonly string[];
  readonly filterByPersonalTags: readonly string[];
}

export type ContactViewAction =
  | { readonly type: "listChosen"; readonly list: ContactList }
  | { readonly type: "tagToggled"; readonly tag: string }
  /** A tag was renamed or deleted. */
  | { readonly type: "tagRenamed"; readonly tag: string; readonly to: string | null }
  | { readonly type: "tagsCleared" }
  | { readonly type: "searched" }
  | ListViewAction;

export const firstView = (list: ContactList): ContactView => ({
  list,
  filterByTags: [],
  filterByPersonalTags: [],
  ...FIRST_PAGE,
});

/** ADDRESS-13: only shown contacts can be selected: another list, search or tag clears the selection. */
export function stepView(view: ContactView, action: ContactViewAction): ContactView {
  switch (action.type) {
    case "listChosen":
      return view.list === action.list
        ? view
        : {
            ...firstView(action.list),
            filterByTags: view.filterByTags,
            filterByPersonalTags: view.filterByPersonalTags,
          };
    case "tagToggled":
      return withFilter(view, toggled(filterOf(view), action.tag));
    case "tagRenamed":
      return filterOf(view).includes(action.tag)
        ? withFilter(
            view,
            filterOf(view).flatMap((tag) => (tag === action.tag ? (action.to ?? []) : tag)),
          )
        : view;
    case "tagsCleared":
      return withFilter(view, []);
    case "searched":
      return { ...view, ...FIRST_PAGE };
    default:
      return stepListView(view, action);
  }
}

/** The tags that are filtered by in the shown list. */
export const filterOf = ({ list, filterByTags, filterByPersonalTags }: ContactView): readonly string[] =>
  list === "personal" ? filterByPersonalTags : filterByTags;

function withFilter(view: ContactView, tags: readonly string[]): ContactView {
  const next = { ...view, ...FIRST_PAGE };
  return view.list === "personal" ? { ...next, filterByPersonalTags: tags } : { ...next, filterByTags: tags };
}

const toggled = (tags: readonly string[], tag: string): readonly string[] =>
  tags.includes(tag) ? tags.filter((one) => one !== tag) : [...tags, tag];

/** A number as short as an extension: of a contact who is a colleague. */
export const extensionOf = ({ phone_numbers }: Contact): string | undefined =>
  phone_numbers.find(({ phone_number }) => /^\d{2,6}$/.test(phone_number))?.phone_number;

export const contactName = ({ first_name, last_name, company }: Contact): string =>
  `${first_name} ${last_name}`.trim() || company;

/** Names of tags, as they are sent: separated by spaces. */
export const tagsOf = ({ is_personal, tags, personal_tags }: Contact): readonly string[] =>
  (is_personal ? personal_tags : tags).split(/\s+/u).filter(Boolean);

/** An address in lines, as on an envelope. */
export function addressLines({ street, city, state, postal_code, country }: Contact): readonly string[] {
  return [street, [city, state, postal_code].filter(Boolean).join(" "), country].filter(Boolean);
}
