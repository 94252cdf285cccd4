import { PAGE_SIZE } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useReducer } from "react";
import { usePagedList } from "../../shared/list/paging.ts";
import type { PagedList } from "../../shared/list/paging.ts";
import { usePanel } from "../../shared/panel.ts";
import { useDebouncedSearch } from "../../shared/search/useDebouncedSearch.ts";
import { contactsQuery } from "./contacts.api.ts";
import type { ContactPage } from "./contacts.api.ts";
import { firstView, stepView } from "./contacts.model.ts";
import type { ContactView, ContactViewAction } from "./contacts.model.ts";
import type { ContactList } from "./contacts.lists.ts";

/** Contacts of a list, a page at a time. */
export interface Contacts extends PagedList<ContactPage> {
  readonly view: ContactView;
  readonly dispatch: (action: ContactViewAction) => void;
  readonly search: string;
}

export function useContacts(first: ContactList): Contacts {
  const { api } = usePanel();
  const [view, dispatch] = useReducer(stepView, firstView(first));
  const search = useDebouncedSearch(() => dispatch({ type: "searched" }));
  const query = useQuery(contactsQuery(api, view, search));
  const turnTo = useCallback((page: number) => dispatch({ type: "pageTurned", page }), []);
  const list = usePagedList({ query, page: view.page, pageSize: PAGE_SIZE.contacts, turnTo });
  return { ...list, view, dispatch, search };
}
