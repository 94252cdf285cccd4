import type { CurrentUser } from "@callpanel/contract";
import { listVoicemails } from "@callpanel/contract";
import type { Api } from "../../shared/api/api.ts";
import type { EventsMessage, LiveEvents } from "../../shared/live/events.ts";
import type { ReloadRun } from "../../shared/live/reload.ts";
import { createStore } from "../../shared/store.ts";
import type { UnreadVoicemail } from "../../shared/live/unreadVoicemail.ts";

export interface UnreadDeps {
  readonly api: Api;
  readonly events: Pick<LiveEvents, "listen">;
  /** Null until the signed-in person is known, and without the right to read voicemail. */
  readonly user: () => CurrentUser | null;
  /** The lists of messages are loaded again after events. */
  readonly startReload: () => ReloadRun;
}

export interface UnreadVoicemailRun extends UnreadVoicemail {
  /** Listens to the phone system. @returns a stop function */
  start(): () => void;
}

/** VMU-20: the number of own unread messages: requested once, then updated by message-waiting notifications. */
export function createUnreadVoicemail({ api, events, user, startReload }: UnreadDeps): UnreadVoicemailRun {
  const store = createStore<number, number>(0, (_, next) => Math.max(0, next));
  let lists: ReloadRun | null = null;
  const ask = async () => {
    if (user() === null) return;
    // If the request fails, the badge stays unchanged; the page shows the error.
    const answer = await api.call(listVoicemails, { query: { limit: 1 } }).catch(() => null);
    if (answer !== null) store.dispatch(answer.unread);
  };
  const hear = (message: EventsMessage) => {
    // Notifications without a connection were missed.
    if (message.type === "snapshot") return void ask();
    const { event } = message;
    const own = user();
    if (event.action === "MWI" && event.exten === own?.extension && event.realm === own.realm)
      store.dispatch(event.new);
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    change: (by) => store.dispatch(store.get() + by),
    refresh: () => void ask(),
    tell: (count) => {
      if (user() !== null) store.dispatch(count);
      lists?.soon();
    },
    start() {
      const reload = startReload();
      lists = reload;
      const stop = events.listen(hear);
      return () => {
        stop();
        reload.stop();
      };
    },
  };
}
