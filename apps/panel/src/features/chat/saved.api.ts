import { CHAT_LIMITS, listSavedMessages } from "@callpanel/contract";
import type { AnyRoom, ChatMessage } from "@callpanel/contract";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { Api } from "../../shared/api/api.ts";
import { CHAT } from "../../shared/live/chat.ts";
import { usePanel, useService } from "../../shared/panel.ts";
import { CHAT_KEY } from "../../shared/chat/chatPeople.ts";

interface Saved {
  readonly room: AnyRoom;
  readonly message: ChatMessage;
}

/** What one has saved, the latest first. */
export const savedQuery = (api: Api) =>
  queryOptions({
    queryKey: [...CHAT_KEY, "saved"],
    queryFn: ({ signal }) => api.call(listSavedMessages, { query: { limit: CHAT_LIMITS.pageMost }, signal }),
    // Other devices save too.
    staleTime: 0,
  });

/** CHATUI-42: saves a message or not any more; the list is right at once. */
export function useSaveMessage() {
  const { api } = usePanel();
  const { client } = useService(CHAT);
  const queries = useQueryClient();
  return (saved: Saved, on: boolean) => {
    const { room, message } = saved;
    client.order({ order: "save", room: room.id, id: message.id, on });
    queries.setQueryData(savedQuery(api).queryKey, (before) => {
      if (before === undefined) return before;
      const others = before.data.filter((one) => one.message.id !== message.id || one.room.id !== room.id);
      const data = on ? [saved, ...others] : others;
      return { total: data.length, data };
    });
  };
}
