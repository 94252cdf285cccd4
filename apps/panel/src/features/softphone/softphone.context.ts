import type { BuddyCall, FeatureCode, ParkedCall } from "@callpanel/contract";
import type { CallSnapshot, Webphone, WebphoneSnapshot } from "@callpanel/webphone";
import { createContext, useContext, useMemo, useSyncExternalStore } from "react";
import type { Api } from "../../shared/api/api.ts";
import type { LiveEvents } from "../../shared/live/events.ts";
import { ownCallOf } from "../../shared/live/liveBuddies.ts";
import type { LiveBuddies } from "../../shared/live/liveBuddies.ts";
import type { ParkedCalls } from "../../shared/live/liveParking.ts";
import type { LiveQueues } from "../../shared/live/liveQueues.ts";
import type { Moving } from "../../shared/phone/moving.ts";
import type { ContactDesk } from "../../shared/contactDesk.ts";
import type { NoteDrafts } from "../../shared/phone/notes/noteDrafts.ts";
import type { NumberNames } from "../../shared/phone/numberNames.ts";
import type { MicrophoneAccess, ReachabilityStore } from "../../shared/phone/reachability.ts";
import type { Dock } from "../../shared/phone/softphone.ts";
import type { Shortcut } from "../../shared/shortcuts.ts";
import type { Readable, Store } from "../../shared/store.ts";
import { useSnapshot } from "../../shared/store.ts";
import type { Viewer } from "../../shared/viewer.ts";
import type { WelcomeDesk } from "../../shared/welcome.ts";
import type { Clock } from "../../shared/clock.ts";
import type { Page } from "./page/browserPage.ts";
import type { Recordings } from "./call/recording/recordings.store.ts";
import type { ThreeWayCalls } from "./three-way/people.model.ts";
import type { SoftphoneActions } from "./softphone.actions.ts";
import type { SoftphoneState } from "./softphone.model.ts";
import type { SoftphoneStore } from "./softphone.store.ts";

/** The stores, actions and services of the softphone's components. */
export interface SoftphoneServices {
  readonly phone: Webphone;
  readonly store: SoftphoneStore;
  readonly actions: SoftphoneActions;
  readonly api: Api;
  readonly events: LiveEvents;
  readonly liveBuddies: LiveBuddies;
  readonly liveParking: Readable<ParkedCalls | null>;
  readonly recordings: Recordings;
  readonly threeWay: Readable<ThreeWayCalls>;
  readonly ownParked: Readable<readonly ParkedCall[]>;
  readonly clock: Clock;
  /** The current second, for call times. */
  readonly second: Readable<number>;
  /** The text of the dial field and of the contact search, debounced. */
  readonly settledField: Readable<string>;
  readonly settledSearch: Readable<string>;
  readonly liveQueues: Pick<LiveQueues, "rungFor">;
  readonly moving: Moving;
  readonly numberNames: NumberNames;
  readonly contactDesk: ContactDesk;
  readonly noteDrafts: NoteDrafts;
  readonly dock: Dock;
  readonly placeOfDock: Page["placeOfDock"];
  readonly unreadVoicemail: Readable<number>;
  readonly reachability: ReachabilityStore;
  readonly microphone: MicrophoneAccess;
  readonly welcome: WelcomeDesk;
  readonly viewer: Viewer;
  /** Of now. */
  readonly featureCodes: Readable<readonly FeatureCode[]>;
  /** The window of the small phone over all others; null while it is closed. */
  readonly mini: Store<Window | null, Window | null>;
  readonly shortcuts: readonly Shortcut[];
}

export const SoftphoneContext = createContext<SoftphoneServices | null>(null);

export function useSoftphone(): SoftphoneServices {
  const services = useContext(SoftphoneContext);
  if (services === null) throw new Error("useSoftphone outside of the softphone");
  return services;
}

export function usePhone(): WebphoneSnapshot {
  const { phone } = useSoftphone();
  return useSyncExternalStore(phone.subscribe, phone.getSnapshot);
}

export function useSoftphoneState(): SoftphoneState {
  return useSnapshot(useSoftphone().store);
}

/** A call of this phone as the phone system reports it: its channels, whether it is recorded. Undefined until known. */
export function useOwnCall({ sipCallId }: CallSnapshot): BuddyCall | undefined {
  const { liveBuddies, viewer } = useSoftphone();
  const { extension } = viewer.user;
  return ownCallOf(useSnapshot(useMemo(() => liveBuddies.of(extension), [liveBuddies, extension])), sipCallId);
}
