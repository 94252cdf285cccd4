import { getPreferences } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import type { Api } from "./api.ts";
import type { Viewer } from "./viewer.ts";

/** What a person prefers, in the cache; loaded anew when an event tells of it (SET-7). */
export const PREFERENCES_KEY = ["settings", "preferences"] as const;

/** Whether the count of missed calls is shown (spec 1 §3); it is until the person says otherwise. */
export function useShowMissedCalls({ api, viewer }: { readonly api: Api; readonly viewer: Viewer }): boolean {
  const { data } = useQuery({
    queryKey: PREFERENCES_KEY,
    queryFn: ({ signal }) => api.call(getPreferences, { params: { id: viewer.user.id }, signal }),
    enabled: viewer.flags.userPreferencesRead,
  });
  return data?.show_missed_calls ?? true;
}
