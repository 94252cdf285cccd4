import { canRead, listMyBuddies } from "@callpanel/contract";
import type { WatchedBuddy } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import { useSoftphone } from "../softphone.context.ts";

/** The colleagues that the person has among their buddies, in their order; null while they are loaded. A failure counts as none. */
export function useFavorites(): readonly WatchedBuddy[] | null {
  const { api, viewer } = useSoftphone();
  const isAllowed = canRead(viewer.rights, "panel_buddies");
  const { data, isPending } = useQuery({
    queryKey: ["softphone", "favorites"],
    queryFn: async ({ signal }) => (await api.call(listMyBuddies, { signal })).data,
    enabled: isAllowed,
    retry: false,
  });
  return isPending && isAllowed ? null : (data ?? []);
}
