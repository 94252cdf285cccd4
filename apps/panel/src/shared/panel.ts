import { createContext, useContext } from "react";
import type { Api, Download } from "./api/api.ts";
import type { Upload } from "./api/upload.ts";
import type { Clock } from "./clock.ts";
import type { LiveEvents } from "./live/events.ts";
import type { NextFrame } from "./live/frames.ts";
import type { FrameTurns } from "./live/frameTurns.ts";
import type { Notices } from "./notices/notices.ts";
import type { PageSearch, PageSearchAction } from "./search/pageSearch.ts";
import type { Scoped, Service } from "./service.ts";
import type { Readable, Store } from "./store.ts";
import type { Dock, SoftphoneSlot } from "./phone/softphone.ts";
import type { TextStorage } from "./storage.ts";
import type { Viewer } from "./viewer.ts";

/** What every page may use, from sign-in to sign-out. Parts that features provide are used with `useService`. */
export interface PanelServices extends Scoped {
  readonly api: Api;
  readonly download: Download;
  readonly upload: Upload;
  /** Downloads a file under a name. */
  readonly saveFile: (file: Blob, name: string) => void;
  /** The browser loads an address of the server and saves it, without the memory of the page. */
  readonly saveUrl: (url: string, name: string) => void;
  readonly clock: Clock;
  readonly notices: Notices;
  readonly storage: TextStorage;
  readonly search: Store<PageSearch, PageSearchAction>;
  readonly viewer: Viewer;
  readonly softphone: Readable<SoftphoneSlot>;
  readonly dock: Dock;
  /** The realtime connection: its events, and commands to the phone system. */
  readonly events: LiveEvents;
  /** The time in whole seconds, in ms since the epoch; ticks only while there is a subscriber. */
  readonly second: Readable<number>;
  readonly nextFrame: NextFrame;
  readonly turns: FrameTurns;
  /** Copies a text to the clipboard. Rejects if the browser refuses. */
  readonly copyText: (text: string) => Promise<void>;
  /** Opens an address in the program that is registered for it. */
  readonly openLink: (address: string) => void;
}

export const PanelContext = createContext<PanelServices | null>(null);

/** The panel's services, inside the signed-in shell. */
export function usePanel(): PanelServices {
  const services = useContext(PanelContext);
  if (services === null) throw new Error("usePanel outside of the signed-in shell");
  return services;
}

/** A part that a feature provides, inside the signed-in shell. */
export const useService = <Part>(service: Service<Part>): Part => service.of(usePanel());
