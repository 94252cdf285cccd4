import { useQuery } from "@tanstack/react-query";
import { useEffect, useReducer, useState } from "react";
import { usePanel } from "../../shared/panel.ts";
import { useSettledSearch } from "../../shared/useSettledSearch.ts";
import { keepTaste, readTaste } from "./taste.store.ts";
import { listQuery } from "./voicemail.api.ts";
import type { VoicemailPage } from "./voicemail.api.ts";
import { firstView, pageCountOf, queryOf, stepView } from "./voicemail.model.ts";
import type { VoicemailView, VoicemailViewAction } from "./voicemail.model.ts";

/** A folder's messages: not there yet, not to be had, or a page of them. */
export type VoicemailsState =
  | { readonly phase: "loading" }
  | { readonly phase: "failed"; readonly error: unknown }
  | { readonly phase: "ready"; readonly page: VoicemailPage; readonly stale: boolean };

export interface Voicemails {
  readonly folder: string;
  readonly view: VoicemailView;
  readonly dispatch: (action: VoicemailViewAction) => void;
  readonly search: string;
  readonly state: VoicemailsState;
  readonly retry: () => void;
}

const readersZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function useVoicemails(folder: string): Voicemails {
  const { api, clock, storage, viewer } = usePanel();
  const userId = viewer.user.id;
  const [view, dispatch] = useReducer(stepView, null, () => firstView(readTaste(storage, userId)));
  const { taste } = view;
  useEffect(() => keepTaste(storage, userId, taste), [storage, userId, taste]);
  const search = useSettledSearch(() => dispatch({ type: "listChanged" }));
  const [shown, setShown] = useState(folder);
  if (shown !== folder) {
    setShown(folder);
    dispatch({ type: "listChanged" });
  }
  const query = useQuery(listQuery(api, queryOf({ view, folder, search, now: clock.now(), timeZone: readersZone() })));
  const { data } = query;
  const lastPage = data === undefined ? null : pageCountOf(data.total, taste.pageSize) - 1;
  // The last of a page is gone: the page before it is the last now.
  const beyond = lastPage !== null && !query.isPlaceholderData && view.page > lastPage;
  useEffect(() => {
    if (beyond && lastPage !== null) dispatch({ type: "pageTurned", page: lastPage });
  }, [beyond, lastPage]);
  const state: VoicemailsState =
    data !== undefined && !beyond
      ? { phase: "ready", page: data, stale: query.isPlaceholderData }
      : query.isError
        ? { phase: "failed", error: query.error }
        : { phase: "loading" };
  return { folder, view, dispatch, search, state, retry: () => void query.refetch() };
}
