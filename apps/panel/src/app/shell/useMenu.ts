import { useMatches, useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { PAGE_NAMES } from "../../shared/routes.ts";
import type { PageName } from "../../shared/routes.ts";
import type { PanelFeature } from "../../shared/feature.ts";
import type { Viewer } from "../../shared/viewer.ts";
import { FEATURES } from "../features.ts";

export interface Menu {
  readonly entries: readonly PanelFeature[];
  /** The page that the address names; null between two addresses. */
  readonly current: PageName | null;
  readonly allowed: boolean;
}

/** SHELL-2: pages whose permission is held, in the spec's order of availability. */
export function availablePages(features: readonly PanelFeature[], flags: Viewer["flags"]): readonly PanelFeature[] {
  return features
    .filter(({ needs }) => needs.some((flag) => flags[flag]))
    .sort((a, b) => PAGE_NAMES.indexOf(a.name) - PAGE_NAMES.indexOf(b.name));
}

/** The viewer's menu. An address that is not available leads to the first that is. */
export function useMenu(viewer: Viewer): Menu {
  const navigate = useNavigate();
  const entries = useMemo(() => FEATURES.filter(({ needs }) => needs.some((flag) => viewer.flags[flag])), [viewer]);
  const current = useMatches({
    select: (matches) => matches.map(({ staticData }) => staticData.page).find(Boolean) ?? null,
  });
  const allowed = entries.some(({ name }) => name === current);
  const first = useMemo(() => availablePages(FEATURES, viewer.flags)[0]?.paths[0], [viewer]);
  useEffect(() => {
    if (current !== null && !allowed && first !== undefined) void navigate({ to: first, replace: true });
  }, [allowed, current, first, navigate]);
  return { entries, current, allowed };
}
