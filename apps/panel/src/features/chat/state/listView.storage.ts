import type { TextStorage } from "../../../shared/storage.ts";
import { CHAT_SORTS } from "../chat.model.ts";
import type { ListTab, ListView } from "../chat.model.ts";

const keyOf = (userId: number) => `callpanel_chat_list_${userId}`;
export const LIST_TABS: readonly ListTab[] = ["c", "p", "d", "s"];
const FIRST: ListView = { type: "c", sort: "recent_activity", closed: false, archived: false };

/** CHATUI-4: the valid parts of what is stored; the default for the rest. */
export function readListView(storage: TextStorage, userId: number): ListView {
  const saved = fieldsOf(storage.get(keyOf(userId)));
  return {
    type: LIST_TABS.find((type) => type === saved.get("type")) ?? FIRST.type,
    sort: CHAT_SORTS.find((sort) => sort === saved.get("sort")) ?? FIRST.sort,
    closed: saved.get("closed") === true,
    archived: saved.get("archived") === true,
  };
}

export const keepListView = (storage: TextStorage, userId: number, view: ListView): void =>
  storage.set(keyOf(userId), JSON.stringify(view));

function fieldsOf(text: string | null): ReadonlyMap<string, unknown> {
  if (text === null) return new Map();
  try {
    const saved: unknown = JSON.parse(text);
    return new Map<string, unknown>(typeof saved === "object" && saved !== null ? Object.entries(saved) : []);
  } catch {
    return new Map();
  }
}
