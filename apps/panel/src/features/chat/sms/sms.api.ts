import {
  getSmsConversation,
  listSmsConversations,
  listSmsHistory,
  listSmsTemplates,
  PAGE_SIZE,
} from "@callpanel/contract";
import type { SmsConversation, SmsMessage, SmsTemplate } from "@callpanel/contract";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Api } from "../../../shared/api/api.ts";
import type { Reload } from "../../../shared/live/reload.ts";
import type { ChatSort } from "../chat.model.ts";

const SMS_KEY = ["sms"] as const;
const LIST_KEY = [...SMS_KEY, "list"] as const;
const oneKey = (id: string) => [...SMS_KEY, "one", id] as const;
const messagesKey = (id: string) => [...SMS_KEY, "messages", id] as const;
export const TEMPLATES_KEY = [...SMS_KEY, "templates"] as const;

/** Events of a message follow each other closely: stored, taken, delivered. */
const GATHER_MS = 150;

/** SMSUI-9: what an event, or a lost connection, makes old. */
export const smsReload: Reload = {
  keysOf: (event) =>
    event.action === "SMS" ? [LIST_KEY, oneKey(event.conversation), messagesKey(event.conversation)] : [],
  all: [SMS_KEY],
  gatherMs: GATHER_MS,
};

interface SmsPage {
  readonly total: number;
  readonly data: readonly SmsConversation[];
}

/** SMSUI-1: fifty conversations at a time. */
export const smsListQuery = (api: Api, sort: ChatSort, search: string) =>
  infiniteQueryOptions({
    queryKey: [...LIST_KEY, sort, search],
    queryFn: ({ signal, pageParam }): Promise<SmsPage> =>
      api.call(listSmsConversations, {
        query: {
          limit: PAGE_SIZE.chats,
          offset: pageParam,
          search,
          sort_property: sort === "recent_activity" ? "lm" : "name",
          sort_direction: sort === "asc" ? "1" : "-1",
        },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const loaded = all.reduce((sum, { data }) => sum + data.length, 0);
      return last.data.length > 0 && loaded < last.total ? loaded : undefined;
    },
    placeholderData: keepPreviousData,
  });

export const smsConversationQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: oneKey(id),
    queryFn: ({ signal }): Promise<SmsConversation> =>
      api.call(getSmsConversation, { params: { conversation_id: id }, signal }),
    retry: false,
    staleTime: 0,
  });

const HISTORY_PAGE = 100;

/** SMSUI-3: pages of the history, the latest first; each begins where the one before it ends, so none is missing. */
export const smsMessagesQuery = (api: Api, id: string) =>
  infiniteQueryOptions({
    queryKey: messagesKey(id),
    queryFn: async ({ signal, pageParam }): Promise<readonly SmsMessage[]> => {
      const before = pageParam === null ? {} : { before: pageParam };
      const query = { limit: HISTORY_PAGE, ...before };
      return (await api.call(listSmsHistory, { params: { conversation_id: id }, query, signal })).data;
    },
    initialPageParam: nullPlace(),
    getNextPageParam: (page) => {
      const first = page[0]?.n ?? 1;
      return first > 1 ? first : undefined;
    },
    staleTime: 0,
  });

function nullPlace(): number | null {
  return null;
}

export const smsTemplatesQuery = (api: Api) =>
  queryOptions({
    queryKey: TEMPLATES_KEY,
    queryFn: async ({ signal }): Promise<readonly SmsTemplate[]> => (await api.call(listSmsTemplates, { signal })).data,
    staleTime: 60_000,
  });

/** What the server stored is on screen in the same moment in which it leaves the outbox. */
export function addSentSms(
  client: QueryClient,
  { conversation, message }: { readonly conversation: SmsConversation; readonly message: SmsMessage },
): void {
  client.setQueryData(oneKey(conversation.id), conversation);
  client.setQueryData<InfiniteData<readonly SmsMessage[], number | null>>(messagesKey(conversation.id), (known) => {
    const [latest, ...older] = known?.pages ?? [];
    if (known === undefined || latest === undefined || latest.some(({ n }) => n >= message.n)) return known;
    return { ...known, pages: [[...latest, message], ...older] };
  });
}
