import type { Icon } from "@callpanel/ui";
import type { ComponentType } from "react";
import type { PanelServices } from "./panel.ts";
import type { Readable } from "./store.ts";
import type { AreaName, PageName } from "./routes.ts";

/** How a part of a page comes: its code is loaded when it is first wanted. */
export type LoadScreen = () => Promise<{ readonly Screen: ComponentType }>;

/** A feature's front door: what the menu and the router need to know before its code is loaded. */
export interface PanelFeature {
  /** The link of the menu; its title is `menu.<area>`, its pages' addresses and rights stand in shared/routes.ts. */
  readonly area: AreaName;
  readonly icon: Icon;
  /** The pages that are built, by route name. What the route table has beyond them says that it is yet to come. */
  readonly pages: Readonly<Partial<Record<PageName, LoadScreen>>>;
  /** Drawn around each of the pages, which stand where it puts the router's `Outlet`. */
  readonly frame?: LoadScreen;
  /** Unread or waiting things; drawn as a badge and told in the link's description. */
  readonly badge?: (services: PanelServices) => Readable<number>;
}
