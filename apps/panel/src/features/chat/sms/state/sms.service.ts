import { listSmsConversations, listSmsNumbers, PAGE_SIZE, sendSms } from "@callpanel/contract";
import type { SmsConversation } from "@callpanel/contract";
import type { QueryClient } from "@tanstack/react-query";
import type { Api } from "../../../../shared/api/api.ts";
import type { Clock } from "../../../../shared/clock.ts";
import type { LiveEvents } from "../../../../shared/live/events.ts";
import { reloadOn } from "../../../../shared/live/reload.ts";
import type { Sms, SmsNumbers } from "../../../../shared/live/sms.ts";
import type { TextStorage } from "../../../../shared/storage.ts";
import { createStore } from "../../../../shared/store.ts";
import { addSentSms, smsReload } from "../sms.api.ts";
import { createSmsDrafts } from "./smsDrafts.store.ts";
import { createSmsOutbox } from "./smsOutbox.ts";

export interface SmsServiceDeps {
  readonly api: Api;
  readonly clock: Clock;
  readonly storage: TextStorage;
  readonly client: QueryClient;
  readonly events: Pick<LiveEvents, "listen">;
  readonly newId: () => string;
}

export interface SmsRun extends Sms {
  /** @returns a stop function */
  start(userId: number): () => void;
  /** The network is back: what waits goes now. */
  resume(): void;
}

/** Text messages from sign-in to sign-out: what is unread, what waits to be sent, and what came in. */
export function createSms(deps: SmsServiceDeps): SmsRun {
  const { api, clock, storage, client, events, newId } = deps;
  const unread = createStore<number, number>(0, (_, next) => next);
  const numbers = createStore<SmsNumbers | null, SmsNumbers>(null, (_, next) => next);
  const writeTo = createStore<string | null, string | null>(null, (_, next) => next);
  const drafts = createSmsDrafts({ api, clock, storage });
  const listeners = new Set<(conversation: SmsConversation) => void>();
  const outbox = createSmsOutbox({
    clock,
    storage,
    newId,
    send: async ({ conversation, text, files, request }) => {
      const body = {
        conversation_id: conversation,
        message: text,
        files: files.map(({ id }) => id),
        client_id: request,
      };
      addSentSms(client, await api.call(sendSms, { body }));
    },
  });
  let shown: string | null = null;
  /** Places of the last messages that came in, by conversation; null until the first list is there. */
  let known: Map<string, number> | null = null;

  const notice = (listed: readonly SmsConversation[]) => {
    const before = known;
    const incoming = listed.filter(({ unread: count, lastMessage }) => count > 0 && lastMessage?.direction === "in");
    known = new Map(listed.map(({ id, n }) => [id, n]));
    if (before === null) return;
    for (const one of incoming.toReversed())
      if (one.n > (before.get(one.id) ?? 0)) for (const listener of listeners) listener(one);
  };
  const load = async () => {
    const loaded = await api.call(listSmsNumbers, {});
    numbers.dispatch(loaded);
    if (loaded.total === 0) return unread.dispatch(0);
    const listed = await api.call(listSmsConversations, { query: { limit: PAGE_SIZE.chats } });
    unread.dispatch(listed.unread);
    notice(listed.data);
  };
  // A failed load is made up for with the next event, or when the connection is back.
  const loadSoon = () => void load().catch(() => undefined);

  /** A user without a number to write from has no drafts. */
  const reloadDrafts = () => {
    if ((numbers.get()?.total ?? 0) > 0) drafts.reload();
  };

  return {
    unread,
    numbers,
    writeTo,
    drafts,
    outbox: outbox.items,
    write: outbox.write,
    retry: outbox.retry,
    dismiss: outbox.dismiss,
    resume: outbox.resume,
    show: (conversation) => void (shown = conversation),
    shown: () => shown,
    onNotice(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start(userId) {
      drafts.begin(userId);
      const stopOutbox = outbox.begin(userId);
      void load().then(reloadDrafts, () => undefined);
      const stopDrafts = events.listen((message) => {
        if (message.type !== "event" || message.event.action === "SMS_DRAFT") reloadDrafts();
      });
      const reload = reloadOn({ events, client, clock, also: loadSoon }, smsReload);
      return () => {
        reload.stop();
        stopDrafts();
        drafts.stop();
        stopOutbox();
        writeTo.dispatch(null);
      };
    },
  };
}
