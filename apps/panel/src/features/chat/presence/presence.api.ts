import { changeChatPreferences, changeChatPresence, getOwnChatPresence, listPresenceTypes } from "@callpanel/contract";
import type { OwnChatPresence, PresenceStatus } from "@callpanel/contract";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Api } from "../../../shared/api/api.ts";
import { useChange } from "../../../shared/api/useChange.ts";
import { CHAT_KEY } from "../../../shared/chat/chatPeople.ts";
import { usePanel } from "../../../shared/panel.ts";

/** Other tabs and colleagues change them too: read again each time they are shown. */
export const presenceTypesQuery = (api: Api) =>
  queryOptions({
    queryKey: [...CHAT_KEY, "presenceTypes"],
    queryFn: ({ signal }) => api.call(listPresenceTypes, { signal }),
    staleTime: 0,
  });

export const ownPresenceQuery = (api: Api) =>
  queryOptions({
    queryKey: [...CHAT_KEY, "ownPresence"],
    queryFn: ({ signal }) => api.call(getOwnChatPresence, { signal }),
    staleTime: 0,
  });

const CALL_LINES_STALE_MS = 60_000;

/** CHATUI-34: whether lines of the phone are hidden. Every room asks: not each time one comes to another. */
export const callLinesQuery = (api: Api) =>
  queryOptions({
    ...ownPresenceQuery(api),
    staleTime: CALL_LINES_STALE_MS,
    select: ({ callLines }) => !callLines,
  });

/** A status of everybody's, or one of the company's own by id. */
export type StatusChoice = PresenceStatus | number;

export const choiceOf = ({ status, customId }: OwnChatPresence): StatusChoice => customId ?? status;

/** What one has chosen, and its changes. Undefined until it is loaded. */
export function useOwnStatus() {
  const { api } = usePanel();
  const client = useQueryClient();
  const { data: own } = useQuery(ownPresenceQuery(api));
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: [...CHAT_KEY, "ownPresence"] }));
  /** Without `message` the text stays. */
  const choose = (choice: StatusChoice, message?: string, after?: () => void) => {
    const status = typeof choice === "number" ? { status: "custom" as const, customId: choice } : { status: choice };
    run({
      fallback: "chats.status",
      change: (server) =>
        server.call(changeChatPresence, { body: { ...status, ...(message !== undefined && { message }) } }),
      done: null,
      ...(after && { after }),
    });
  };
  const prefer = (body: Partial<Pick<OwnChatPresence, "busyOnCalls" | "callLines">>) =>
    run({
      fallback: "chats.status",
      change: (server) => server.call(changeChatPreferences, { body }),
      done: null,
    });
  return { own, busy, choose, prefer };
}
