import { listChatMessages } from "@callpanel/contract";
import type { ChatHistory } from "@callpanel/contract";
import type { ChatClient } from "@callpanel/contract/chat-client";
import { useCallback, useRef, useState } from "react";
import { sayError } from "../../../../shared/api/api.ts";
import { CHAT } from "../../../../shared/live/chat.ts";
import { useChat } from "../../../../shared/chat/useChat.ts";
import { usePanel, useService } from "../../../../shared/panel.ts";
import { useWords } from "../../../../shared/words/useWords.ts";
import { chatMessages } from "../../chat.messages.ts";

/** Where a page of history begins. */
export interface HistoryPlace {
  readonly before?: number;
  readonly after?: number;
  readonly id?: number;
  readonly date?: number;
  readonly unread?: "1";
  readonly thread?: number;
}

export interface History {
  readonly state: "idle" | "loading" | "failed";
  /** @returns the page; null if it failed, or another is being loaded */
  load(place: HistoryPlace): Promise<ChatHistory | null>;
}

/** CHATUI-6: pages of a room's or thread's messages, one at a time. */
export function useHistory(room: string): History {
  const t = useWords(chatMessages);
  const { api, notices } = usePanel();
  const chat = useService(CHAT);
  const [state, setState] = useState<History["state"]>("idle");
  const busy = useRef(false);
  const load = useCallback(
    async (place: HistoryPlace) => {
      if (busy.current) return null;
      busy.current = true;
      setState("loading");
      try {
        const page = await api.call(listChatMessages, { params: { room_id: room }, query: place });
        chat.client.addPage(room, page);
        setState("idle");
        return page;
      } catch (error) {
        const isGone = sayError(error, "chats.search").code === "chats.message.gone";
        if (isGone) notices.error(t("chat.messageGone"));
        setState(isGone ? "idle" : "failed");
        return null;
      } finally {
        busy.current = false;
      }
    },
    [api, chat, room, notices, t],
  );
  return { state, load };
}

export function useRoomMessages(room: string) {
  const messages = useChat(useCallback((client: ChatClient) => client.messages(room), [room]));
  const isLive = useChat(useCallback((client: ChatClient) => client.isLive(room), [room]));
  return { messages, isLive };
}
