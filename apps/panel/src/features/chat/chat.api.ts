import { listAllChatUsers, listChatMembers, PAGE_SIZE } from "@callpanel/contract";
import type { ChatUser } from "@callpanel/contract";
import { infiniteQueryOptions, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Api } from "../../shared/api/api.ts";
import { usePanel } from "../../shared/panel.ts";

export const CHAT_KEY = ["chat"] as const;

const PEOPLE_STALE_MS = 60_000;

/** Everybody who can be written to, by name. */
export const chatUsersQuery = (api: Api) =>
  queryOptions({
    queryKey: [...CHAT_KEY, "users"],
    queryFn: async ({ signal }): Promise<readonly ChatUser[]> => (await api.call(listAllChatUsers, { signal })).data,
    staleTime: PEOPLE_STALE_MS,
  });

const NOBODY: readonly ChatUser[] = [];

/** People by `rocket_uid`. */
export function useChatUsers(): { readonly list: readonly ChatUser[]; readonly byUid: ReadonlyMap<string, ChatUser> } {
  const { api } = usePanel();
  const { data: list = NOBODY } = useQuery(chatUsersQuery(api));
  const byUid = useMemo(() => new Map(list.map((user) => [user.chatUserId, user])), [list]);
  return useMemo(() => ({ list, byUid }), [list, byUid]);
}

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
