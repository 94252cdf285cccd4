import type { RuntimeConfig } from "@callpanel/contract";
import type { Icon } from "@callpanel/ui";
import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { Finder } from "./find/find.ts";
import type { OpenChatLine } from "./live/chatLine.ts";
import type { PagesAhead } from "./pagesAhead.ts";
import type { PanelServices } from "./panel.ts";
import type { PanelWorker } from "./panelWorker.ts";
import type { SoftphoneSlot } from "./phone/softphone.ts";
import type { WhenIdle } from "./preloading.ts";
import type { AreaName, PageName } from "./routes.ts";
import type { Service } from "./service.ts";
import type { Readable, Store } from "./store.ts";
import type { Viewer } from "./viewer.ts";
import type { CataloguePart, Words } from "./words/words.ts";

/** A lazy part of a page: its code is loaded on first use. */
export type LoadScreen = () => Promise<{ readonly Screen: ComponentType }>;

/** A link of the menu. */
export interface MenuLink {
  /** The title is `menu.<area>`; the addresses and rights of the area's pages are in shared/routes.ts. */
  readonly area: AreaName;
  readonly icon: Icon;
  /** The number of unread or waiting items: a badge, also in the description of the link. */
  readonly badge?: (panel: PanelServices) => Readable<number>;
}

/** What features run with, from sign-in to sign-out. */
export interface FeaturePanel extends Omit<PanelServices, "viewer"> {
  /** The signed-in person; null until start-up has loaded them. It changes with each later load. */
  readonly signedIn: Readable<Viewer | null>;
  readonly client: QueryClient;
  /** For texts made outside of React; read it each time, the locale can change. */
  readonly words: Readable<Words>;
  readonly softphone: Store<SoftphoneSlot, SoftphoneSlot>;
  readonly config: RuntimeConfig;
  /** The panel is in the frame of another application. */
  readonly embedded: boolean;
  readonly whenIdle: WhenIdle;
  readonly ahead: PagesAhead;
  /** The connection to chat: its code is loaded with that of chat. */
  readonly loadChatLine: () => Promise<OpenChatLine>;
  /** A text that no other panel makes. */
  readonly newId: () => string;
  /** Whether the device has a network. */
  readonly connectivity: Readable<boolean>;
  /** Pointer, keys and touch, anywhere on the page. @returns a stop function */
  readonly onInput: (listener: () => void) => () => void;
  /** Undefined if the browser has no service workers. */
  readonly loadWorker: () => Promise<PanelWorker | undefined>;
  /** Offers the panel to the browser as a program for `tel:` links. */
  readonly takeTelLinks: () => void;
  /** Loads the person again: the name or the picture was changed. */
  readonly reloadPerson: () => void;
}

/**
 * The front door of a feature: everything that the panel needs to know of it before its pages are loaded. app/features.ts
 * lists the features.
 */
export interface PanelFeature {
  readonly menu?: MenuLink;
  /**
   * The pages that are built, by route name; the pages of an area may come from several features. Other pages of the route
   * table say that they are not available yet.
   */
  readonly pages?: Pages;
  /** The part of the catalogue that its pages and its frame need. */
  readonly texts?: CataloguePart;
  /** Rendered around each page of the area of `menu`; it contains the router's `Outlet`. */
  readonly frame?: LoadScreen;
  /** Over every page. */
  readonly Layer?: ComponentType;
  /** Its part of the search in the command palette. */
  readonly finder?: Finder;
  readonly provides?: readonly Provision[];
  /** The permissions are known, the person is not yet: code can be loaded early. */
  readonly preload?: (flags: Viewer["flags"]) => void;
  /** Runs from sign-in to sign-out. @returns a stop function */
  readonly start?: (panel: FeaturePanel) => () => void;
}

type Pages = Readonly<Partial<Record<PageName, LoadScreen>>>;

/** Offers a part. @returns a function that creates and starts it; that one returns a stop function */
export type Provision = (panel: FeaturePanel) => () => () => void;

/** `start`: what the part does from sign-in to sign-out. */
export function provide<Part, Run extends Part>(
  service: Service<Part>,
  create: (panel: FeaturePanel) => Run,
  start: (run: Run, panel: FeaturePanel) => () => void = () => () => undefined,
): Provision {
  return (panel) => {
    let run: Run | undefined;
    const get = () => (run ??= create(panel));
    service.offer(panel, get);
    return () => start(get(), panel);
  };
}
