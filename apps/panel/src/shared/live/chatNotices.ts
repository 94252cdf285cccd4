import { getChatNotices } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import { usePanel } from "../panel.ts";

/** The person's notification settings for messages; loaded again when an event reports a change (SET-7). */
export const CHAT_NOTICES_KEY = ["settings", "chat_notices"] as const;

export function useChatNotices() {
  const { api, viewer } = usePanel();
  return useQuery({
    queryKey: CHAT_NOTICES_KEY,
    queryFn: ({ signal }) => api.call(getChatNotices, { signal }),
    enabled: viewer.flags.chatsRead,
  });
}
