import { useQuery } from "@tanstack/react-query";
import { useEffect, useReducer } from "react";
import { usePanel } from "../../shared/panel.ts";
import { useSettledSearch } from "../../shared/useSettledSearch.ts";
import { contactsQuery } from "./contacts.api.ts";
import type { ContactPage } from "./contacts.api.ts";
import { firstView, pageCountOf, stepView } from "./contacts.model.ts";
import type { ContactList, ContactView, ContactViewAction } from "./contacts.model.ts";

/** A list of contacts: not there yet, not to be had, or a page of it. */
export type ContactsState =
  | { readonly phase: "loading" }
  | { readonly phase: "failed"; readonly error: unknown }
  | { readonly phase: "ready"; readonly page: ContactPage; readonly stale: boolean };

export interface Contacts {
  readonly view: ContactView;
  readonly dispatch: (action: ContactViewAction) => void;
  readonly search: string;
  readonly state: ContactsState;
  readonly retry: () => void;
}

export function useContacts(first: ContactList): Contacts {
  const { api } = usePanel();
  const [view, dispatch] = useReducer(stepView, firstView(first));
  const search = useSettledSearch(() => dispatch({ type: "searched" }));
  const query = useQuery(contactsQuery(api, view, search));
  const { data } = query;
  const lastPage = data === undefined ? null : pageCountOf(data.total) - 1;
  // The last of a page was deleted: the page before it is the last now.
  const beyond = lastPage !== null && !query.isPlaceholderData && view.page > lastPage;
  useEffect(() => {
    if (beyond && lastPage !== null) dispatch({ type: "pageTurned", page: lastPage });
  }, [beyond, lastPage]);
  const retry = () => void query.refetch();
  const state: ContactsState =
    data !== undefined && !beyond
      ? { phase: "ready", page: data, stale: query.isPlaceholderData }
      : query.isError
        ? { phase: "failed", error: query.error }
        : { phase: "loading" };
  return { view, dispatch, search, state, retry };
}
