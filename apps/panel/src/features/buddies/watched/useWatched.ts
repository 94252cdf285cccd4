import { canWrite } from "@callpanel/contract";
import type { Buddy } from "@callpanel/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import type { PanelServices } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useLocaleWords } from "../../../shared/words/useWords.ts";
import { myBuddiesQuery, watchedTruth } from "../buddies.api.ts";
import { stepWatched } from "./watched.model.ts";
import type { Watched, WatchStep } from "./watched.model.ts";
import { createWatchQueue } from "./watched.queue.ts";

/** Sent to the other tabs of this browser when the list has changed. */
const CHANGED_KEY = "callpanel_users_watched";

const FAILURES = { watch: "buddies.add", unwatch: "buddies.remove", move: "buddies.update" } as const;

export interface Watching {
  /** Null until it is loaded. */
  readonly list: Watched | null;
  readonly error: unknown;
  readonly retry: () => void;
  readonly isWatched: (buddy: Buddy) => boolean;
  /** Null without the permission to change the list, and until it is loaded. */
  readonly give: ((step: WatchStep) => void) | null;
}

/** The watched colleagues: the server's list with the pending changes applied. */
export function useWatched(): Watching {
  const services = usePanel();
  const { api, viewer } = services;
  const words = useLocaleWords();
  const client = useQueryClient();
  const query = useQuery(myBuddiesQuery(api));
  const [queue] = useState(() =>
    createWatchQueue({
      api,
      truth: watchedTruth(client, () => services.storage.set(CHANGED_KEY, String(services.clock.now()))),
      onFailed: ({ type }, error) => services.notices.error(words.say(sayError(error, FAILURES[type]))),
    }),
  );
  useEffect(() => followElsewhere(services, client), [services, client]);
  const waiting = useSnapshot(queue);
  const { data, error, refetch } = query;
  return useMemo(() => {
    const list = data ? waiting.reduce(stepWatched, data) : null;
    const extens = new Set(list?.map(({ exten }) => exten));
    return {
      list,
      error,
      retry: () => void refetch(),
      isWatched: ({ exten }) => extens.has(exten),
      give: list && canWrite(viewer.rights, "panel_buddies") ? queue.give : null,
    };
  }, [data, error, refetch, waiting, viewer, queue]);
}

/** BUDDIES-21: loads the list again when it was changed in another tab or elsewhere. */
function followElsewhere({ storage, events, api }: PanelServices, client: QueryClient): () => void {
  const reload = () => void client.invalidateQueries({ queryKey: myBuddiesQuery(api).queryKey });
  const stops = [
    storage.watch((key) => {
      if (key === CHANGED_KEY) reload();
    }),
    events.listen((message) => {
      if (message.type === "event" && message.event.action === "BUDDYPREF") reload();
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
