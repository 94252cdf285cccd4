import { chatOrderSchema } from "@callpanel/contract";
import type { OutboxItem } from "@callpanel/contract/chat-client";
import type { TextStorage } from "../../../shared/storage.ts";

/** Stored separately for each person of this browser, for all of its tabs. */
const keyOf = (userId: number) => `callpanel_chat_outbox_${userId}`;

/**
 * CHATUI-2: what is not answered survives the tab. Other tabs have orders in the same place: of what is stored, a tab replaces
 * only its own.
 */
export function createKeptOutbox(storage: TextStorage) {
  let key: string | null = null;
  let written = "";
  const own = new Set<string>();
  return {
    /** @returns what an earlier run, or another tab, has not sent yet */
    begin(userId: number): readonly OutboxItem[] {
      key = keyOf(userId);
      const earlier = parse(storage.get(key));
      for (const { request } of earlier) own.add(request);
      return earlier;
    },
    keep(items: readonly OutboxItem[]): void {
      if (key === null) return;
      for (const { request } of items) own.add(request);
      const text = JSON.stringify(items);
      if (text === written) return;
      written = text;
      const others = parse(storage.get(key)).filter(({ request }) => !own.has(request));
      const all = [...others, ...items];
      if (all.length === 0) storage.remove(key);
      else storage.set(key, JSON.stringify(all));
    },
  };
}

function parse(text: string | null): readonly OutboxItem[] {
  if (text === null) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.flatMap(itemOf) : [];
  } catch {
    return [];
  }
}

function itemOf(one: unknown): readonly OutboxItem[] {
  const fields = new Map<string, unknown>(typeof one === "object" && one !== null ? Object.entries(one) : []);
  const request = fields.get("request");
  const order = chatOrderSchema.safeParse(fields.get("order"));
  if (typeof request !== "string" || !order.success) return [];
  const isRefused = fields.get("state") === "refused";
  const code = fields.get("code");
  return [
    {
      request,
      order: order.data,
      state: isRefused ? "refused" : "waiting",
      ...(isRefused && typeof code === "string" ? { code } : {}),
    },
  ];
}
