import type { SipConfig } from "@callpanel/contract";
import { QueryClient } from "@tanstack/react-query";
import { createClickToDial } from "../features/click-to-dial/index.ts";
import { callHistoryReload } from "../features/call-history/index.ts";
import { contactLists, contactReload, createNumberNames, lookUpNumbers } from "../features/contacts/index.ts";
import { joinEmergencyNotices } from "../features/emergency/index.ts";
import { createMoving } from "../features/moving/index.ts";
import { createReachability } from "../features/reachability/index.ts";
import { joinProfileEvents, settingReload } from "../features/settings/index.ts";
import { createUnreadVoicemail, voicemailReload } from "../features/voicemail/index.ts";
import { ApiError } from "../shared/api/api.ts";
import type { ContactDesk, ContactTask } from "../shared/contactDesk.ts";
import type { EventsState } from "../shared/live/events.ts";
import { reloadOn } from "../shared/live/reload.ts";
import type { ReloadRun } from "../shared/live/reload.ts";
import { createPageSearch } from "../shared/search/pageSearch.ts";
import type { PanelServices } from "../shared/panel.ts";
import type { Dock, SoftphoneSlot } from "../shared/phone/softphone.ts";
import type { ReachabilityStore } from "../shared/phone/reachability.ts";
import { createStore } from "../shared/store.ts";
import type { Readable, Store } from "../shared/store.ts";
import { createSecondTicker } from "../shared/ticker.ts";
import type { Viewer } from "../shared/viewer.ts";
import type { Panel } from "./compose.ts";
import { shellMessages } from "./shell/shell.messages.ts";
import { joinFocusReload } from "./focusReload.ts";
import { createLiveOffice } from "./liveOffice.ts";
import { createStartUp } from "./startup/startup.store.ts";
import type { StartUpRun } from "./startup/startup.store.ts";

/** The layer over the shell: one at a time. */
export type Layer = "none" | "palette" | "shortcuts" | "picture";

/** The parts that exist from sign-in to sign-out. */
export interface Workplace {
  readonly queryClient: QueryClient;
  readonly startUp: StartUpRun;
  readonly softphone: Readable<SoftphoneSlot>;
  readonly dock: Dock;
  readonly events: Readable<EventsState>;
  readonly reachability: ReachabilityStore;
  readonly layer: Store<Layer, Layer>;
  servicesFor(viewer: Viewer): PanelServices;
  /** Loads everything, and again whenever the network comes back. @returns a stop function, which also ends the calls */
  start(): () => void;
}

function createDock(preferences: Panel["preferences"]): Dock {
  return {
    get: () => preferences.get().dockOpened,
    subscribe: preferences.subscribe,
    open: () => preferences.set({ dockOpened: true }),
    close: () => preferences.set({ dockOpened: false }),
  };
}

/** EMBED-9: embedded there is no dialer; the phone is opened for a call, and how it was left elsewhere does not count. */
function createEmbeddedDock(): Dock {
  const store = createStore<boolean, boolean>(false, (_, next) => next);
  return {
    get: store.get,
    subscribe: store.subscribe,
    open: () => store.dispatch(true),
    close: () => store.dispatch(false),
  };
}

/** The page is rendered by then; the worker is only needed while the page is closed. */
const WORKER_AFTER_MS = 3_000;
const RETRY_COUNT = 1;
const loadSoftphoneCode = () => import("../features/softphone/index.ts");

export function createWorkplace(panel: Panel): Workplace {
  const { api, clock, notices, storage, words, connectivity, preferences } = panel;
  const startUp = createStartUp({
    api,
    clock,
    notices,
    words,
    onFlags: ({ softphone }) => {
      // Fetched early; a failure shows when it is used.
      if (softphone) loadSoftphoneCode().catch(() => undefined);
    },
  });
  const office = createLiveOffice(panel);
  const second = createSecondTicker(clock);
  let stopOffice: (() => void) | null = null;
  const search = createPageSearch();
  const slot = createStore<SoftphoneSlot, SoftphoneSlot>({ kind: "absent" }, (_, next) => next);
  const dock = panel.embedded ? createEmbeddedDock() : createDock(preferences);
  const moving = createMoving({
    events: office.events,
    liveBuddies: office.liveBuddies,
    notices,
    words,
    clock,
    mover: () => {
      const state = startUp.get();
      if (state.phase !== "ready") return null;
      const { rights, user } = state.viewer;
      return { rights, exten: user.extension };
    },
  });
  const numberNames = createNumberNames({
    lookUp: (numbers) => lookUpNumbers(api, numbers),
    clock,
    mayAsk: () => {
      const state = startUp.get();
      return state.phase === "ready" && contactLists(state.viewer.flags).length > 0;
    },
  });
  const unreadVoicemail = createUnreadVoicemail({
    api,
    events: office.events,
    user: () => {
      const { viewer } = startUp.get();
      return viewer?.flags.vmailsRead ? viewer.user : null;
    },
  });
  const contactDesk: ContactDesk = createStore<ContactTask | null, ContactTask | null>(null, (_, next) => next);
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) =>
          failures < RETRY_COUNT && error instanceof ApiError && error.fault.kind === "unreachable",
      },
    },
  });
  const reloading = { events: office.events, client: queryClient, clock };
  const user = () => startUp.get().viewer?.user ?? null;
  let voicemails: ReloadRun | null = null;
  const reachability = createReachability({ api, clock, client: queryClient, softphone: slot });
  let stopReach: (() => void) | null = null;
  let stopped = false;
  let offered = false;
  // CTD-8: only once, because some browsers ask each time; a page in a frame must not register itself.
  const offerTelLinks = () => {
    if (!offered && !panel.embedded) panel.takeTelLinks();
    offered = true;
  };

  // In a frame the host would be installed, not the panel.
  const startWorker = async () => {
    const worker = panel.embedded ? undefined : await panel.loadWorker();
    if (worker === undefined) return;
    await worker.start();
    const { keepSubscribed } = await import("../features/push/index.ts");
    await keepSubscribed({ api, source: worker, locale: words.get().locale });
  };

  const announced = async (sip: SipConfig): Promise<SipConfig> => {
    if (!panel.embedded) return sip;
    const { embeddedPhoneName } = await import("../features/embedding/index.ts");
    return { ...sip, uaVer: embeddedPhoneName(sip.uaVer) };
  };

  const loadSoftphone = async (viewer: Viewer) => {
    const { sip, featureCodes } = viewer;
    // A phone that runs is left alone: loading again must not end a call.
    if (slot.get().kind === "ready" || slot.get().kind === "loading") return;
    if (!viewer.flags.softphone) return;
    if (sip === null) return slot.dispatch({ kind: "failed" });
    slot.dispatch({ kind: "loading" });
    try {
      const [{ createSoftphone }, config] = await Promise.all([loadSoftphoneCode(), announced(sip)]);
      if (stopped) return;
      const softphone = createSoftphone({
        api,
        clock,
        notices,
        storage,
        events: office.events,
        liveBuddies: office.liveBuddies,
        liveParking: office.liveParking,
        moving,
        numberNames,
        contactDesk,
        dock,
        unreadVoicemail,
        onMessageWaiting: (count) => {
          unreadVoicemail.tell(count);
          voicemails?.soon();
        },
        reachability,
        viewer,
        sip: config,
        featureCodes,
        words,
      });
      slot.dispatch({ kind: "ready", softphone });
    } catch {
      slot.dispatch({ kind: "failed" });
      notices.error(words.get().text(shellMessages, "shell.phone.failed"));
    }
  };

  return {
    queryClient,
    startUp,
    softphone: slot,
    dock,
    events: office.events,
    reachability,
    layer: createStore<Layer, Layer>("none", (_, next) => next),
    servicesFor: (viewer) => ({
      api,
      clock,
      notices,
      storage,
      search,
      viewer,
      softphone: slot,
      dock,
      events: office.events,
      liveBuddies: office.liveBuddies,
      liveParking: office.liveParking,
      unreadVoicemail,
      reachability,
      clickToDial: createClickToDial({
        api,
        clock,
        notices,
        words,
        viewer,
        softphone: slot,
        dock,
        events: office.events,
        external: panel.config.click_to_dial_external,
        openLink: panel.openLink,
      }),
      moving,
      contactDesk,
      numberNames,
      second,
      copyText: panel.copyText,
      download: panel.download,
      saveFile: panel.saveFile,
    }),
    start() {
      stopped = false;
      voicemails = reloadOn(reloading, voicemailReload);
      const stops = [
        // PWA-5: without it the panel works all the same.
        clock.setTimeout(() => void startWorker().catch(() => undefined), WORKER_AFTER_MS),
        joinEmergencyNotices({ events: office.events, notices, words }),
        unreadVoicemail.start(),
        reloadOn(reloading, callHistoryReload).stop,
        reloadOn({ ...reloading, also: numberNames.refresh }, contactReload).stop,
        reloadOn(reloading, settingReload(user)).stop,
        voicemails.stop,
        startUp.subscribe(() => {
          const state = startUp.get();
          if (state.phase !== "ready") return;
          void loadSoftphone(state.viewer);
          stopReach ??= reachability.start(state.viewer);
          if (state.viewer.flags.confRead) stopOffice ??= office.start();
          if (state.viewer.flags.ctdRead) offerTelLinks();
        }),
        joinProfileEvents({
          events: office.events,
          user,
          onProfile: () => {
            startUp.reloadUser();
            // PICTURE-9: the own card is in the list.
            void queryClient.invalidateQueries({ queryKey: ["buddies"] });
          },
        }),
        connectivity.subscribe(() => {
          if (!connectivity.get()) return;
          startUp.run();
          office.events.retry();
        }),
      ];
      const stopReloads = joinFocusReload({
        clock,
        visible: panel.visible,
        timeoutMs: panel.config.focus_timeout_ms,
        reload: () => void queryClient.invalidateQueries(),
      });
      startUp.run();
      return () => {
        stopped = true;
        for (const stop of stops) stop();
        stopReloads();
        stopOffice?.();
        stopOffice = null;
        stopReach?.();
        stopReach = null;
        const present = slot.get();
        if (present.kind === "ready") present.softphone.stop();
        slot.dispatch({ kind: "absent" });
        contactDesk.dispatch(null);
        startUp.leave();
      };
    },
  };
}
