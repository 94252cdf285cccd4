import { chatFileSchema } from "@callpanel/contract";
import { answerOf, sayError } from "../../../../shared/api/api.ts";
import type { Clock } from "../../../../shared/clock.ts";
import type { SmsWaiting, SmsWritten } from "../../../../shared/live/sms.ts";
import type { TextStorage } from "../../../../shared/storage.ts";
import { createStore } from "../../../../shared/store.ts";
import type { Readable } from "../../../../shared/store.ts";

const keyOf = (userId: number) => `callpanel_sms_outbox_${userId}`;
/** The row says what failed. */
const ONLY_REASON = "server.internal";
/** Between two tries to reach the server. */
const RETRY_MS = 4_000;

export interface SmsOutboxDeps {
  readonly clock: Clock;
  readonly storage: TextStorage;
  readonly newId: () => string;
  /** Resolves when the server has stored the message. */
  readonly send: (item: SmsWaiting) => Promise<void>;
}

export interface SmsOutbox {
  readonly items: Readable<readonly SmsWaiting[]>;
  write(conversation: string, message: SmsWritten): void;
  retry(request: string): void;
  dismiss(request: string): void;
  resume(): void;
  /** @returns a stop function */
  begin(userId: number): () => void;
}

/**
 * SMSUI-7: what is written waits in this browser until the server has it, also after a restart. One goes after the other, in
 * order; the same `client_id` stores it once, however often it is sent. A refused one stays until it is sent again or discarded.
 */
export function createSmsOutbox({ clock, storage, newId, send }: SmsOutboxDeps): SmsOutbox {
  const items = createStore<readonly SmsWaiting[], readonly SmsWaiting[]>([], (_, next) => next);
  let key: string | null = null;
  let isSending = false;
  let cancelRetry: (() => void) | null = null;

  const keep = (next: readonly SmsWaiting[]) => {
    items.dispatch(next);
    if (key === null) return;
    // Those of other tabs are in the same place.
    const own = new Set([...touched, ...next.map(({ request }) => request)]);
    const others = parse(storage.get(key)).filter(({ request }) => !own.has(request));
    const all = [...others, ...next];
    if (all.length === 0) storage.remove(key);
    else storage.set(key, JSON.stringify(all));
  };
  /** Requests that this tab has had: what it does not have any more is done. */
  const touched = new Set<string>();
  const change = (request: string, refusal: SmsWaiting["refusal"]) =>
    keep(items.get().map((one) => (one.request === request ? { ...one, refusal } : one)));
  const remove = (request: string) => keep(items.get().filter((one) => one.request !== request));

  const pause = () => {
    cancelRetry ??= clock.setTimeout(() => {
      cancelRetry = null;
      void run();
    }, RETRY_MS);
  };
  const run = async (): Promise<void> => {
    const next = items.get().find(({ refusal }) => refusal === null);
    const runKey = key;
    if (isSending || runKey === null || next === undefined || cancelRetry !== null) return;
    isSending = true;
    const failure = await send(next).then(
      () => null,
      (error: unknown) => error,
    );
    isSending = false;
    if (key !== runKey) return;
    if (failure === null) remove(next.request);
    else if (isForGood(failure)) change(next.request, sayError(failure, ONLY_REASON));
    else return pause();
    await run();
  };

  return {
    items,
    write(conversation, { text, files }) {
      const request = newId();
      touched.add(request);
      keep([...items.get(), { request, conversation, text, files, at: clock.now(), refusal: null }]);
      void run();
    },
    retry(request) {
      change(request, null);
      void run();
    },
    dismiss: remove,
    resume() {
      cancelRetry?.();
      cancelRetry = null;
      void run();
    },
    begin(userId) {
      key = keyOf(userId);
      const earlier = parse(storage.get(key));
      for (const { request } of earlier) touched.add(request);
      items.dispatch(earlier);
      void run();
      return () => {
        cancelRetry?.();
        cancelRetry = null;
        key = null;
        items.dispatch([]);
      };
    },
  };
}

/** The server said no; being away, busy or asked too often is no answer. */
const isForGood = (error: unknown): boolean => {
  const { status = 0 } = answerOf(error) ?? {};
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status);
};

function parse(stored: string | null): readonly SmsWaiting[] {
  if (stored === null) return [];
  try {
    const rows: unknown = JSON.parse(stored);
    return Array.isArray(rows) ? rows.flatMap(itemOf) : [];
  } catch {
    return [];
  }
}

/** A refusal is not kept: after a restart it is tried again, and refused again if it must be. */
function itemOf(row: unknown): readonly SmsWaiting[] {
  const fields = new Map<string, unknown>(typeof row === "object" && row !== null ? Object.entries(row) : []);
  const [request, conversation, text, at] = ["request", "conversation", "text", "at"].map((name) => fields.get(name));
  if (typeof request !== "string" || typeof conversation !== "string") return [];
  if (typeof text !== "string" || typeof at !== "number") return [];
  const stored = fields.get("files");
  const files = Array.isArray(stored) ? stored.flatMap((one) => chatFileSchema.safeParse(one).data ?? []) : [];
  return [{ request, conversation, text, files, at, refusal: null }];
}
