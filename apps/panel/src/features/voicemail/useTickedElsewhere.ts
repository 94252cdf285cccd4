import { useQuery } from "@tanstack/react-query";
import type { VoicemailQuery } from "@callpanel/contract";
import { useEffect } from "react";
import { usePanel } from "../../shared/panel.ts";
import { tickedQuery } from "./voicemail.api.ts";
import type { VoicemailPage } from "./voicemail.api.ts";
import type { VoicemailView, VoicemailViewAction } from "./voicemail.model.ts";

export interface TickedElsewhere {
  readonly view: VoicemailView;
  readonly dispatch: (action: VoicemailViewAction) => void;
  /** The list. */
  readonly query: VoicemailQuery;
  /** The page that is shown; undefined: not loaded. */
  readonly page: VoicemailPage | undefined;
}

/** VMU-10: asks for ticked messages that the page does not show; those that are no longer in the list lose their ticks. */
export function useTickedElsewhere({ view, dispatch, query, page }: TickedElsewhere): void {
  const { api } = usePanel();
  const shown = new Set(page?.data.map(({ id }) => id));
  const ids = page === undefined ? [] : [...view.selected].filter((id) => !shown.has(id));
  const { data: there } = useQuery({ ...tickedQuery(api, query, ids), enabled: ids.length > 0 });
  const gone = there === undefined ? "" : ids.filter((id) => !there.includes(id)).join(",");
  useEffect(() => {
    if (gone !== "") dispatch({ type: "ticked", ids: gone.split(",").map(Number), on: false });
  }, [gone, dispatch]);
}
