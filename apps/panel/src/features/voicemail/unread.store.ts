import type { CurrentUser } from "@callpanel/contract";
import { listVoicemails } from "@callpanel/contract";
import type { Api } from "../../shared/api.ts";
import type { EventsMessage, LiveEvents } from "../../shared/events.ts";
import { createStore } from "../../shared/store.ts";
import type { UnreadVoicemail } from "../../shared/unreadVoicemail.ts";

export interface UnreadDeps {
  readonly api: Api;
  readonly events: Pick<LiveEvents, "listen">;
  /** Null while it is not known who is signed in, and for whoever may not read voicemail. */
  readonly user: () => CurrentUser | null;
}

export interface UnreadVoicemailRun extends UnreadVoicemail {
  /** The phone was told a count of one's own (message-summary, RFC 3842). */
  tell(count: number): void;
  /** Listens to the phone system. @returns how to stop */
  start(): () => void;
}

/** VMU-20: how many messages of one's own nobody has heard: asked for once, then told by the phone system's message-waiting notices. */
export function createUnreadVoicemail({ api, events, user }: UnreadDeps): UnreadVoicemailRun {
  const store = createStore<number, number>(0, (_, next) => Math.max(0, next));
  const ask = async () => {
    if (user() === null) return;
    // The badge stays as it is where it cannot be had; the page says what is wrong.
    const answer = await api.call(listVoicemails, { query: { limit: 1 } }).catch(() => null);
    if (answer !== null) store.dispatch(answer.unread);
  };
  const hear = (message: EventsMessage) => {
    // What was told while there was no connection is not known.
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
    },
    start: () => events.listen(hear),
  };
}
