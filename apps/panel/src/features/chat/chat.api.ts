import { listChatMembers, PAGE_SIZE } from "@callpanel/contract";
import { infiniteQueryOptions } from "@tanstack/react-query";
import type { Api } from "../../shared/api/api.ts";
import { CHAT_KEY } from "../../shared/chat/chatPeople.ts";

/** Members of a room by page, owners first. */
export const membersQuery = (api: Api, room: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...CHAT_KEY, "members", room, search],
    queryFn: ({ pageParam, signal }) =>
      api.call(listChatMembers, {
        query: { room_id: room, search, limit: PAGE_SIZE.chats, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const known = pages.reduce((sum, { data }) => sum + data.length, 0);
      return last.data.length > 0 && known < last.total ? known : null;
    },
    // Others come and go.
    staleTime: 0,
  });
