import { listAllChatUsers } from "@callpanel/contract";
import type { ChatUser } from "@callpanel/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { createContext } from "react";
import type { Api } from "../api/api.ts";
import { usePanel } from "../panel.ts";

export const CHAT_KEY = ["chat"] as const;

const PEOPLE_STALE_MS = 60_000;

/** Everybody who can be written to, by name. */
export const chatUsersQuery = (api: Api) =>
  queryOptions({
    queryKey: [...CHAT_KEY, "users"],
    queryFn: async ({ signal }): Promise<readonly ChatUser[]> => (await api.call(listAllChatUsers, { signal })).data,
    staleTime: PEOPLE_STALE_MS,
  });

/** People who can be written to. */
export interface ChatPeople {
  readonly list: readonly ChatUser[];
  /** By `rocket_uid`. */
  readonly byUid: ReadonlyMap<string, ChatUser>;
  readonly byExtension: ReadonlyMap<string, ChatUser>;
  readonly byUsername: ReadonlyMap<string, ChatUser>;
}

const NOBODY: readonly ChatUser[] = [];
/** One index for all avatars of a page. */
const indexes = new WeakMap<readonly ChatUser[], ChatPeople>();

function indexOf(list: readonly ChatUser[]): ChatPeople {
  const known = indexes.get(list);
  if (known !== undefined) return known;
  const index = {
    list,
    byUid: new Map(list.map((user) => [user.chatUserId, user])),
    byExtension: new Map(list.flatMap((user) => (user.extension === "" ? [] : [[user.extension, user]]))),
    byUsername: new Map(list.map((user) => [user.username, user])),
  };
  indexes.set(list, index);
  return index;
}

export const NO_PEOPLE: ChatPeople = indexOf(NOBODY);

/** Around many avatars: they are asked for once. */
export const PeopleContext = createContext<ChatPeople | null>(null);

/** Everybody who can be written to; nobody for a viewer without chat. The same object until the list changes. */
export function useChatUsers(): ChatPeople {
  const { api, viewer } = usePanel();
  const { data: list = NOBODY } = useQuery({ ...chatUsersQuery(api), enabled: viewer.flags.chatsRead });
  return indexOf(list);
}
