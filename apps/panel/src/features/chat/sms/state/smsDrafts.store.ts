import type { SmsDrafts } from "../../../../shared/live/sms.ts";
import type { TextStorage } from "../../../../shared/storage.ts";
import { createStore } from "../../../../shared/store.ts";

const keyOf = (userId: number) => `callpanel_sms_drafts_${userId}`;

/** SMSUI-6: unsent texts of each person of this browser, by conversation. */
export function createSmsDrafts(storage: TextStorage): SmsDrafts & { begin(userId: number): void } {
  const texts = createStore<ReadonlyMap<string, string>, ReadonlyMap<string, string>>(new Map(), (_, next) => next);
  let key: string | null = null;
  return {
    get: texts.get,
    subscribe: texts.subscribe,
    begin(userId) {
      key = keyOf(userId);
      texts.dispatch(parse(storage.get(key)));
    },
    keep(conversation, text) {
      if (key === null || (texts.get().get(conversation) ?? "") === text) return;
      // Another tab has drafts in the same place.
      const next = new Map(parse(storage.get(key)));
      if (text === "") next.delete(conversation);
      else next.set(conversation, text);
      if (next.size === 0) storage.remove(key);
      else storage.set(key, JSON.stringify([...next]));
      texts.dispatch(next);
    },
  };
}

function parse(stored: string | null): ReadonlyMap<string, string> {
  if (stored === null) return new Map();
  try {
    const rows: unknown = JSON.parse(stored);
    if (!Array.isArray(rows)) return new Map();
    return new Map(rows.filter(isRow));
  } catch {
    return new Map();
  }
}

const isRow = (row: unknown): row is [string, string] =>
  Array.isArray(row) && row.length === 2 && row.every((one) => typeof one === "string");
