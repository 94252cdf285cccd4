import { listAllChatUsers } from "@callpanel/contract";
import type { ChatUser } from "@callpanel/contract";
import { queryOptions } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { Api, Given } from "../api/api.ts";

export const CHAT_KEY = ["chat"] as const;

const PEOPLE_STALE_MS = 60_000;

/** Everybody who can be written to, by name, and who else there is. */
export const chatUsersQuery = (api: Api) =>
  queryOptions({
    queryKey: [...CHAT_KEY, "users"],
    queryFn: ({ signal }) => api.call(listAllChatUsers, { signal }),
    staleTime: PEOPLE_STALE_MS,
  });

type Everybody = Pick<Given<(typeof listAllChatUsers)["response"]>, "data" | "others">;

/** People who can be written to. */
export interface ChatPeople {
  readonly list: readonly ChatUser[];
  /** By `rocket_uid`. */
  readonly byUid: ReadonlyMap<string, ChatUser>;
  readonly byExtension: ReadonlyMap<string, ChatUser>;
  readonly byUsername: ReadonlyMap<string, ChatUser>;
  /** Also of accounts that cannot be written to; undefined: the account was removed. Until they are known, “…”. */
  readonly nameOf: (uid: string) => string | undefined;
}

const UNKNOWN = "…";
export const NOBODY: Everybody = { data: [], others: [] };
/** One index for all avatars of a page. */
const indexes = new WeakMap<Everybody, ChatPeople>();

export function peopleOf(everybody: Everybody): ChatPeople {
  const known = indexes.get(everybody);
  if (known !== undefined) return known;
  const { data: list, others } = everybody;
  const names = new Map(others.map(({ uid, name }) => [uid, name]));
  for (const { chatUserId, name } of list) names.set(chatUserId, name);
  const index = {
    list,
    byUid: new Map(list.map((user) => [user.chatUserId, user])),
    byExtension: new Map(list.flatMap((user) => (user.extension === "" ? [] : [[user.extension, user]]))),
    byUsername: new Map(list.map((user) => [user.username, user])),
    nameOf: (uid: string) => (everybody === NOBODY ? UNKNOWN : names.get(uid)),
  };
  indexes.set(everybody, index);
  return index;
}

const NO_PEOPLE: ChatPeople = peopleOf(NOBODY);

/** Around all pages (ChatPeople.tsx): they are asked for once, and not by each avatar. */
export const PeopleContext = createContext(NO_PEOPLE);

/** Everybody who can be written to; nobody for a viewer without chat. The same object until the list changes. */
export const useChatUsers = (): ChatPeople => useContext(PeopleContext);
