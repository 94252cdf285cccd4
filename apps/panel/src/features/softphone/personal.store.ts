import { DEFAULT_NOTIFICATIONS, getNotifications, listScreenPops, watchIntercom } from "@callpanel/contract";
import type { PanelNotifications, ScreenPop } from "@callpanel/contract";
import type { Api } from "../../shared/api/api.ts";
import type { LiveEvents } from "../../shared/live/events.ts";
import { createStore } from "../../shared/store.ts";
import type { Readable } from "../../shared/store.ts";
import type { Viewer } from "../../shared/viewer.ts";

/** The personal settings that the softphone follows (docs/spec/account.md). */
export interface Personal {
  readonly notifications: PanelNotifications;
  /** Null if the person may not have one. */
  readonly screenPop: ScreenPop | null;
  /** The panel answers intercom calls automatically; false until loaded. */
  readonly answersIntercom: boolean;
}

export interface PersonalStore extends Readable<Personal> {
  /** Resolves when the running request has succeeded or failed. */
  settled(): Promise<void>;
  stop(): void;
}

const INITIAL: Personal = {
  notifications: DEFAULT_NOTIFICATIONS,
  screenPop: null,
  answersIntercom: false,
};

export interface PersonalDeps {
  readonly api: Api;
  readonly events: LiveEvents;
  readonly viewer: Viewer;
}

/** Loads them, and again when a tab of this person changed them (ACCOUNT-3). A failed request keeps the old values. */
export function createPersonal({ api, events, viewer }: PersonalDeps): PersonalStore {
  const { user, flags } = viewer;
  const store = createStore<Personal, Partial<Personal>>(INITIAL, (before, change) => ({ ...before, ...change }));
  const params = { id: user.id };
  const loads: Readonly<Record<string, () => Promise<void>>> = {
    notifications: async () => store.dispatch({ notifications: await api.call(getNotifications, {}) }),
    screen_pop: async () => {
      if (!flags.screenPopRead) return;
      const { data } = await api.call(listScreenPops, { params });
      store.dispatch({ screenPop: data.find((row) => row.user_id === user.id) ?? null });
    },
    intercom: async () => {
      if (!flags.icomRead) return;
      const { data } = await api.call(watchIntercom, { params });
      store.dispatch({ answersIntercom: data.find((row) => row.user_id === user.id)?.callPanelEnabled === true });
    },
  };
  let loading: Promise<unknown> = Promise.resolve();
  const load = (...names: readonly string[]): void => {
    const runs = names.map((name) => loads[name]?.().catch(() => undefined));
    loading = Promise.all([loading, ...runs]);
  };
  load(...Object.keys(loads));
  const leave = events.listen((message) => {
    if (message.type === "snapshot") {
      // Changes without a connection were missed: also those between the first load and the first connection.
      load(...Object.keys(loads));
      return;
    }
    const { event } = message;
    if (event.action !== "SETTING" || event.exten !== user.extension || event.realm !== user.realm) return;
    load(event.setting);
  });
  return {
    get: store.get,
    subscribe: store.subscribe,
    settled: async () => void (await loading),
    stop: leave,
  };
}
