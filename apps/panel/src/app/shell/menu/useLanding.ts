import { DEFAULT_PREFERENCES, getPreferences } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { usePanel } from "../../../shared/panel.ts";

/**
 * ROUTE-8: after a sign-in the person's chosen page opens, if they may see it.
 * @returns whether that is decided; until then no page is shown
 */
export function useLanding(entries: readonly { readonly to: string }[]): boolean {
  const { api, viewer } = usePanel();
  const navigate = useNavigate();
  const wanted = useLocation({ select: ({ pathname, state }) => pathname === "/" && state.landing === true });
  const asks = wanted && viewer.flags.userPreferencesRead;
  const { data, isPending } = useQuery({
    queryKey: ["landing"],
    queryFn: () => api.call(getPreferences, { params: { id: viewer.user.id } }),
    enabled: asks,
    gcTime: 0,
  });
  const known = !asks || !isPending;
  const to = landingPath(entries, (data ?? DEFAULT_PREFERENCES).clearly_anywhere_landing_page);
  useEffect(() => {
    if (wanted && known) void navigate({ to, replace: true, state: {} });
  }, [known, navigate, to, wanted]);
  return !wanted;
}

/** The menu's link to the chosen page, which may be the link of several pages; `/` if there is none. */
function landingPath(entries: readonly { readonly to: string }[], chosen: string): string {
  return entries.find(({ to }) => to === chosen || to.startsWith(`${chosen}/`))?.to ?? "/";
}
