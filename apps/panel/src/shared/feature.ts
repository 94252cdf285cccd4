import type { Icon } from "@callpanel/ui";
import type { ComponentType } from "react";
import type { PanelServices } from "./panel.ts";
import type { Readable } from "./store.ts";
import type { AreaName, PageName } from "./routes.ts";

/** A lazy part of a page: its code is loaded on first use. */
export type LoadScreen = () => Promise<{ readonly Screen: ComponentType }>;

/** The front door of a feature: the data for the menu and the router before its code is loaded. */
export interface PanelFeature {
  /** The link of the menu; its title is `menu.<area>`, the addresses and rights of its pages are in shared/routes.ts. */
  readonly area: AreaName;
  readonly icon: Icon;
  /** The pages that are built, by route name. Other pages of the route table say that they are not available yet. */
  readonly pages: Readonly<Partial<Record<PageName, LoadScreen>>>;
  /** Rendered around each of the pages; it contains the router's `Outlet`. */
  readonly frame?: LoadScreen;
  /** The number of unread or waiting items: a badge, also in the description of the link. */
  readonly badge?: (services: PanelServices) => Readable<number>;
}
