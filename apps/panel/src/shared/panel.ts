import { createContext, useContext } from "react";
import type { Api, Download } from "./api.ts";
import type { ClickToDial } from "./clickToDial.ts";
import type { Clock } from "./clock.ts";
import type { ContactDesk } from "./contactDesk.ts";
import type { LiveEvents } from "./events.ts";
import type { LiveBuddies } from "./liveBuddies.ts";
import type { LiveParking } from "./liveParking.ts";
import type { Moving } from "./moving.ts";
import type { NumberNames } from "./numberNames.ts";
import type { Notices } from "./notices/notices.ts";
import type { PageSearch, PageSearchAction } from "./pageSearch.ts";
import type { ReachabilityStore } from "./reachability.ts";
import type { Readable, Store } from "./store.ts";
import type { Dock, SoftphoneSlot } from "./softphone.ts";
import type { TextStorage } from "./storage.ts";
import type { UnreadVoicemail } from "./unreadVoicemail.ts";
import type { Viewer } from "./viewer.ts";

/** What every page may use. Made in app/compose.ts, handed down by the shell. */
export interface PanelServices {
  readonly api: Api;
  readonly download: Download;
  /** Gives the person a file under a name. */
  readonly saveFile: (file: Blob, name: string) => void;
  readonly clock: Clock;
  readonly notices: Notices;
  readonly storage: TextStorage;
  readonly search: Store<PageSearch, PageSearchAction>;
  readonly viewer: Viewer;
  readonly softphone: Readable<SoftphoneSlot>;
  readonly dock: Dock;
  /** The realtime connection: what it brings, and commands to the phone system. */
  readonly events: LiveEvents;
  readonly liveBuddies: LiveBuddies;
  readonly liveParking: LiveParking;
  readonly unreadVoicemail: UnreadVoicemail;
  /** Whether calls reach this person here. */
  readonly reachability: ReachabilityStore;
  readonly clickToDial: ClickToDial;
  /** Calls that are moved by hand. */
  readonly moving: Moving;
  /** What is done with a contact over the page. */
  readonly contactDesk: ContactDesk;
  /** Who has a number, as the address book knows it. */
  readonly numberNames: NumberNames;
  /** The time in whole seconds, in ms since the epoch; ticks only while somebody looks. */
  readonly second: Readable<number>;
  /** Puts a text on the clipboard. Rejects where the browser refuses. */
  readonly copyText: (text: string) => Promise<void>;
}

export const PanelContext = createContext<PanelServices | null>(null);

/** The panel's services, inside the signed-in shell. */
export function usePanel(): PanelServices {
  const services = useContext(PanelContext);
  if (services === null) throw new Error("usePanel outside of the signed-in shell");
  return services;
}
