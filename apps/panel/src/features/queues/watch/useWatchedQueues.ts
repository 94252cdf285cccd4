import { watchQueue } from "@callpanel/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords } from "../../../shared/words/useWords.ts";
import { watchedQuery } from "../queues.api.ts";

/** Sent to the other tabs of this browser when the list has changed. */
const CHANGED_KEY = "callpanel_queues_watched";

export type WatchQueue = (number: string, watch: boolean) => void;

export interface WatchedQueues {
  /** Null until they are loaded. */
  readonly numbers: readonly string[] | null;
  readonly error: unknown;
  readonly retry: () => void;
  readonly watch: WatchQueue;
}

/** QDASH-4: the queues that the person watches. A change is shown immediately, and taken back if the server refuses it. */
export function useWatchedQueues(): WatchedQueues {
  const { api, notices, storage, clock } = usePanel();
  const words = useLocaleWords();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(watchedQuery(api));
  const watch = useCallback(
    async (number: string, watches: boolean) => {
      const { queryKey } = watchedQuery(api);
      const set = (isIn: boolean) =>
        client.setQueryData(queryKey, (before = []) => [
          ...before.filter((one) => one !== number),
          ...(isIn ? [number] : []),
        ]);
      // A running request may return the state before the change.
      await client.cancelQueries({ queryKey });
      set(watches);
      try {
        await api.call(watchQueue, { body: { name: number, watch: watches } });
        storage.set(CHANGED_KEY, String(clock.now()));
      } catch (failure) {
        set(!watches);
        notices.error(words.say(sayError(failure, "queues.watch")));
      }
    },
    [api, client, clock, notices, storage, words],
  );
  useEffect(
    () =>
      storage.watch((key) => {
        if (key === CHANGED_KEY) void client.invalidateQueries({ queryKey: watchedQuery(api).queryKey });
      }),
    [api, client, storage],
  );
  return {
    numbers: data ?? null,
    error,
    retry: () => void refetch(),
    watch: (number, watches) => void watch(number, watches),
  };
}
