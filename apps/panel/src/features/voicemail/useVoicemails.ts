import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useReducer, useState } from "react";
import { usePagedList } from "../../shared/list/paging.ts";
import type { PagedList } from "../../shared/list/paging.ts";
import { usePanel } from "../../shared/panel.ts";
import { useDebouncedSearch } from "../../shared/search/useDebouncedSearch.ts";
import { keepListPreferences, readListPreferences } from "./listPreferences.store.ts";
import { useTickedElsewhere } from "./useTickedElsewhere.ts";
import { listQuery } from "./voicemail.api.ts";
import type { VoicemailPage } from "./voicemail.api.ts";
import { firstView, queryOf, stepView } from "./voicemail.model.ts";
import type { VoicemailView, VoicemailViewAction } from "./voicemail.model.ts";

/** A folder's messages, a page at a time. */
export interface Voicemails extends PagedList<VoicemailPage> {
  readonly folder: string;
  readonly view: VoicemailView;
  readonly dispatch: (action: VoicemailViewAction) => void;
  readonly search: string;
}

const readersZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function useVoicemails(folder: string): Voicemails {
  const { api, clock, storage, viewer } = usePanel();
  const userId = viewer.user.id;
  const [view, dispatch] = useReducer(stepView, null, () => firstView(readListPreferences(storage, userId)));
  const { preferences } = view;
  useEffect(() => keepListPreferences(storage, userId, preferences), [storage, userId, preferences]);
  const search = useDebouncedSearch(() => dispatch({ type: "listChanged" }));
  const [shown, setShown] = useState(folder);
  if (shown !== folder) {
    setShown(folder);
    dispatch({ type: "listChanged" });
  }
  const asked = queryOf({ view, folder, search, now: clock.now(), timeZone: readersZone() });
  const query = useQuery(listQuery(api, asked));
  useTickedElsewhere({ view, dispatch, query: asked, page: query.isPlaceholderData ? undefined : query.data });
  const turnTo = useCallback((page: number) => dispatch({ type: "pageTurned", page }), []);
  const list = usePagedList({ query, page: view.page, pageSize: preferences.pageSize, turnTo });
  return { ...list, folder, view, dispatch, search };
}
