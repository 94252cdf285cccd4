import type { UiFlag } from "@callpanel/contract";
import type { Icon } from "@callpanel/ui";
import type { ComponentType } from "react";
import type { PanelServices } from "./panel.ts";
import type { Readable } from "./store.ts";
import type { PageName } from "./routes.ts";

/** A feature's front door: what the menu and the router need to know before its code is loaded. */
export interface PanelFeature {
  /** Names the route; the menu entry and the page title are the shell's words for it. */
  readonly name: PageName;
  /** The first is the one the menu links to; the others are aliases. Patterns of TanStack Router. */
  readonly paths: readonly [string, ...string[]];
  readonly icon: Icon;
  /** Menu entry and routes are there only when one of these flags is held. */
  readonly needs: readonly UiFlag[];
  readonly load: () => Promise<{ readonly Screen: ComponentType }>;
  /** Unread or waiting things; drawn as a badge and told in the link's description. */
  readonly badge?: (services: PanelServices) => Readable<number>;
}
