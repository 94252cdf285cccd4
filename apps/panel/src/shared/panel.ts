import { createContext, useContext } from "react";
import type { Api, Download } from "./api/api.ts";
import type { ClickToDial } from "./phone/clickToDial.ts";
import type { Clock } from "./clock.ts";
import type { ContactDesk } from "./contactDesk.ts";
import type { LiveEvents } from "./live/events.ts";
import type { LiveBuddies } from "./live/liveBuddies.ts";
import type { LiveParking } from "./live/liveParking.ts";
import type { Moving } from "./phone/moving.ts";
import type { NumberNames } from "./phone/numberNames.ts";
import type { Notices } from "./notices/notices.ts";
import type { PageSearch, PageSearchAction } from "./search/pageSearch.ts";
import type { ReachabilityStore } from "./phone/reachability.ts";
import type { Readable, Store } from "./store.ts";
import type { Dock, SoftphoneSlot } from "./phone/softphone.ts";
import type { TextStorage } from "./storage.ts";
import type { UnreadVoicemail } from "./live/unreadVoicemail.ts";
import type { Viewer } from "./viewer.ts";

/** The services for all pages. Created in app/compose.ts, provided by the shell. */
export interface PanelServices {
  readonly api: Api;
  readonly download: Download;
  /** Downloads a file under a name. */
  readonly saveFile: (file: Blob, name: string) => void;
  readonly clock: Clock;
  readonly notices: Notices;
  readonly storage: TextStorage;
  readonly search: Store<PageSearch, PageSearchAction>;
  readonly viewer: Viewer;
  readonly softphone: Readable<SoftphoneSlot>;
  readonly dock: Dock;
  /** The realtime connection: its events, and commands to the phone system. */
  readonly events: LiveEvents;
  readonly liveBuddies: LiveBuddies;
  readonly liveParking: LiveParking;
  readonly unreadVoicemail: UnreadVoicemail;
  /** Whether calls reach this person in this panel. */
  readonly reachability: ReachabilityStore;
  readonly clickToDial: ClickToDial;
  /** Moving calls by drag and drop or from a list. */
  readonly moving: Moving;
  /** The open contact dialog. */
  readonly contactDesk: ContactDesk;
  /** The names of numbers, from the address book. */
  readonly numberNames: NumberNames;
  /** The time in whole seconds, in ms since the epoch; ticks only while there is a subscriber. */
  readonly second: Readable<number>;
  /** Copies a text to the clipboard. Rejects if the browser refuses. */
  readonly copyText: (text: string) => Promise<void>;
}

export const PanelContext = createContext<PanelServices | null>(null);

/** The panel's services, inside the signed-in shell. */
export function usePanel(): PanelServices {
  const services = useContext(PanelContext);
  if (services === null) throw new Error("usePanel outside of the signed-in shell");
  return services;
}
