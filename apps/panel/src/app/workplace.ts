import { CancelledError, QueryClient } from "@tanstack/react-query";
import { ApiError } from "../shared/api/api.ts";
import type { FeaturePanel } from "../shared/feature.ts";
import type { PanelServices } from "../shared/panel.ts";
import type { SoftphoneSlot } from "../shared/phone/softphone.ts";
import { createPainting } from "../shared/painted.ts";
import type { Painting } from "../shared/painted.ts";
import { OWN_PICTURE } from "../shared/ownPicture.ts";
import { createPageSearch } from "../shared/search/pageSearch.ts";
import { createStore } from "../shared/store.ts";
import type { Store } from "../shared/store.ts";
import { createSecondTicker } from "../shared/ticker.ts";
import { whenSignedIn } from "../shared/viewer.ts";
import type { Viewer } from "../shared/viewer.ts";
import type { Panel } from "./compose.ts";
import { createConnection, loadChatLine } from "./connection.ts";
import { createDock, createEmbeddedDock } from "./dock.ts";
import { FEATURES } from "./features.ts";
import { joinFocusReload } from "./focusReload.ts";
import { joinNewVersion } from "./newVersion.ts";
import { shellMessages } from "./shell/shell.messages.ts";
import { followFeatureCodes } from "./startup/followFeatureCodes.ts";
import { createStartUp } from "./startup/startup.store.ts";
import type { StartUpRun } from "./startup/startup.store.ts";

/** The layer over the shell: one at a time. */
export type Layer = "none" | "palette" | "shortcuts" | "picture";

/** The parts that exist from sign-in to sign-out. */
export interface Workplace extends Pick<FeaturePanel, "softphone" | "dock" | "events"> {
  readonly queryClient: QueryClient;
  readonly startUp: StartUpRun;
  readonly layer: Store<Layer, Layer>;
  /** Another page is about to be rendered. */
  readonly onPageChange: () => void;
  servicesFor(viewer: Viewer): PanelServices;
  /** Loads everything, and again whenever the network comes back. @returns a stop function, which also ends the calls */
  start(): () => void;
}

const RETRY_COUNT = 1;

const createQueryClient = (painting: Painting): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        behavior: {
          // SHELL-41: what is known is painted before it is asked for again.
          onFetch(context) {
            const painted = context.state.data === undefined ? null : painting.end();
            if (painted === null) return;
            // A query whose signal was read is canceled when nobody needs it any more.
            const { fetchFn, signal } = context;
            context.fetchFn = async () => {
              await painted;
              if (signal.aborted) throw new CancelledError();
              return await fetchFn();
            };
          },
        },
        staleTime: 10_000,
        retry: (failures, error) =>
          failures < RETRY_COUNT && error instanceof ApiError && error.fault.kind === "unreachable",
      },
    },
  });

export function createWorkplace(panel: Panel): Workplace {
  const { clock, preferences, embedded } = panel;
  const startUp = createStartUp({
    ...panel,
    onFlags: (flags) => {
      for (const { preload } of FEATURES) preload?.(flags);
    },
  });
  const events = createConnection(panel, startUp.run);
  const painting = createPainting(panel.nextFrame);
  const queryClient = createQueryClient(painting);
  const signedIn = createStore<Viewer | null, Viewer | null>(null, (_, next) => next);
  const services: FeaturePanel = {
    ...panel,
    scope: {},
    events,
    client: queryClient,
    loadChatLine: () => loadChatLine(panel),
    signedIn,
    search: createPageSearch(),
    softphone: createStore<SoftphoneSlot, SoftphoneSlot>({ kind: "absent" }, (_, next) => next),
    dock: embedded ? createEmbeddedDock() : createDock(preferences),
    second: createSecondTicker(clock, panel.nextFrame),
    reloadPerson() {
      startUp.reloadUser();
      // PICTURE-9: the own card is in the list.
      void queryClient.invalidateQueries({ queryKey: ["buddies"] });
    },
  };
  const layer = createStore<Layer, Layer>("none", (_, next) => next);
  OWN_PICTURE.offer(services, () => ({ open: () => layer.dispatch("picture") }));
  const parts = FEATURES.flatMap(({ provides = [] }) => provides).map((provision) => provision(services));
  const { softphone, dock } = services;
  return {
    queryClient,
    startUp,
    softphone,
    dock,
    events,
    layer,
    onPageChange: painting.begin,
    servicesFor: (viewer) => ({ ...services, viewer }),
    start() {
      const stops = [
        ...parts.map((startPart) => startPart()),
        ...FEATURES.map(({ start }) => start?.(services)),
        whenSignedIn(signedIn, ({ flags }) => (flags.confRead ? events.start() : null)),
        startUp.subscribe(() => {
          const state = startUp.get();
          if (state.phase === "ready") signedIn.dispatch(state.viewer);
        }),
        followFeatureCodes({ startUp, events, client: queryClient }),
        reloadWhenBack({ ...panel, startUp, events, queryClient }),
        joinNewVersion({ ...panel, events, tell: () => announceNewVersion(panel) }),
      ];
      startUp.run();
      return () => {
        for (const stop of stops) stop?.();
        startUp.leave();
        signedIn.dispatch(null);
      };
    },
  };
}

/** SHELL-43: the notice stays, because the user may be away. */
function announceNewVersion({ notices, words, reload }: Panel): void {
  const t = (key: "shell.newVersion" | "shell.reload") => words.get().text(shellMessages, key);
  notices.success(t("shell.newVersion"), { action: { label: t("shell.reload"), run: reload }, forMs: "stays" });
}

interface ReloadWhenBackDeps
  extends Pick<Panel, "clock" | "config" | "connectivity" | "visible">, Pick<Workplace, "startUp" | "queryClient"> {
  readonly events: ReturnType<typeof createConnection>;
}

/** The network is back, or the page is visible again after a long time. @returns a stop function */
function reloadWhenBack({ clock, config, connectivity, visible, startUp, events, queryClient }: ReloadWhenBackDeps) {
  const stopNetwork = connectivity.subscribe(() => {
    if (!connectivity.get()) return;
    startUp.run();
    events.retry();
  });
  const stopFocus = joinFocusReload({
    clock,
    visible,
    timeoutMs: config.focus_timeout_ms,
    reload: () => void queryClient.invalidateQueries(),
  });
  return () => {
    stopNetwork();
    stopFocus();
  };
}
