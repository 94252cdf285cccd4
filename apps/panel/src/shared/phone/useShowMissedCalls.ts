import { getPreferences } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import type { Api } from "../api/api.ts";
import type { Viewer } from "../viewer.ts";

/** The person's preferences in the cache; loaded again when an event reports a change (SET-7). */
export const PREFERENCES_KEY = ["settings", "preferences"] as const;

/** Whether the count of missed calls is shown (spec 1 §3); default: yes. */
export function useShowMissedCalls({ api, viewer }: { readonly api: Api; readonly viewer: Viewer }): boolean {
  const { data } = useQuery({
    queryKey: PREFERENCES_KEY,
    queryFn: ({ signal }) => api.call(getPreferences, { params: { id: viewer.user.id }, signal }),
    enabled: viewer.flags.userPreferencesRead,
  });
  return data?.show_missed_calls ?? true;
}
