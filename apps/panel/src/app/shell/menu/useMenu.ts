import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import type { MenuLink, PanelFeature } from "../../../shared/feature.ts";
import { PAGES, SERVICE_PATHS, availablePages } from "../../../shared/routes.ts";
import type { AreaName, Page, PageName } from "../../../shared/routes.ts";
import { usePageName } from "../../../shared/usePageName.ts";
import type { Viewer } from "../../../shared/viewer.ts";
import { FEATURES } from "../../features.ts";
import { useLanding } from "./useLanding.ts";

/** A link of the menu: the area's first page that is available. */
export interface MenuEntry extends MenuLink {
  readonly to: string;
}

export interface Menu {
  readonly entries: readonly MenuEntry[];
  /** The available pages, those of the menu first. */
  readonly paths: readonly string[];
  /** The page that the address names; null between two addresses. */
  readonly page: PageName | null;
  readonly area: AreaName | null;
  readonly allowed: boolean;
}

/** The viewer's menu. An address that is not available redirects to the first available one, without any to /403. */
export function useMenu(viewer: Viewer): Menu {
  const navigate = useNavigate();
  const available = useMemo(() => availablePages(viewer.flags), [viewer]);
  const entries = useMemo(() => menuOf(FEATURES, available), [available]);
  const paths = useMemo(() => pathsOf(FEATURES, available), [available]);
  const page = usePageName();
  const allowed = available.some(({ name }) => name === page);
  const area = PAGES.find(({ name }) => name === page)?.area ?? null;
  const first = useMemo(() => {
    // SET-2: `/settings` redirects to the first of its own pages, and so does `/queues`.
    const own = available.filter((one) => one.area === area);
    return (own[0] ?? available[0])?.paths[0];
  }, [area, available]);
  const landed = useLanding(entries);
  useEffect(() => {
    // SHELL-48: the element that scrolls is the frame's, and has the place of the page before.
    if (page !== null) document.getElementById("page")?.scroll?.(0, 0);
  }, [page]);
  useEffect(() => {
    if (landed && page !== null && !allowed) void navigate({ to: first ?? SERVICE_PATHS.forbidden, replace: true });
  }, [allowed, landed, page, first, navigate]);
  return { entries, paths, page, area, allowed: allowed && landed };
}

/** SHELL-2: an area is in the menu when one of its pages is available. */
export function menuOf(features: readonly PanelFeature[], available: readonly Page[]): readonly MenuEntry[] {
  return features.flatMap(({ menu }) => {
    const to = available.find(({ area }) => area === menu?.area)?.paths[0];
    return menu === undefined || to === undefined ? [] : [{ ...menu, to }];
  });
}

/** SHELL-22: the available pages in the order in which they are likely to be opened: the targets of the menu, then the rest. */
function pathsOf(features: readonly PanelFeature[], available: readonly Page[]): readonly string[] {
  const linked = menuOf(features, available).map(({ to }) => to);
  return [...new Set([...linked, ...available.map(({ paths }) => paths[0])])];
}
