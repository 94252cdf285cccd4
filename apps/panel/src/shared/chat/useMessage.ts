import { canWrite, newConversation } from "@callpanel/contract";
import type { AnyRoom } from "@callpanel/contract";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { sayError } from "../api/api.ts";
import type { Api } from "../api/api.ts";
import { useChange } from "../api/useChange.ts";
import { CHAT_PARTS } from "../live/chatParts.ts";
import type { ChatParts } from "../live/chatParts.ts";
import { usePanel, useService } from "../panel.ts";
import { useGoAfter } from "../useGoAfter.ts";
import { useLocaleWords } from "../words/useWords.ts";
import { useChatUsers } from "./chatPeople.ts";

export const roomPath = ({ type, id }: Pick<AnyRoom, "type" | "id">, message?: number | string): string =>
  `/chat/${type}/${encodeURIComponent(id)}${message === undefined ? "" : `/${message}`}`;

/** The known direct conversation with one person. */
function directWith(parts: ChatParts | null, uid: string): AnyRoom | undefined {
  if (parts === null) return undefined;
  const { client } = parts.chat;
  for (const id of client.roomIds()) {
    const room = client.room(id)?.room;
    if (room?.type !== "d" || room.is_sms || room.users.length !== 2) continue;
    if (room.users.some((person) => person.uid === uid)) return room;
  }
  return undefined;
}

/** @returns the address of the direct conversation with people, which is created if there is none */
async function startDirect(api: Api, uids: readonly string[]): Promise<string> {
  const { room } = await api.call(newConversation, { body: { destinations: uids.join(",") } });
  return "type" in room ? roomPath(room) : "/chat/d";
}

/** Opens the direct conversation with people; it is created if there is none. */
export function useStartDirect(onDone: () => void) {
  const goAfter = useGoAfter();
  const { busy, run } = useChange(() => undefined);
  const start = (uids: readonly string[]) => {
    const go = goAfter();
    run({
      fallback: "chats.new",
      change: async (api) => {
        const path = await startDirect(api, uids);
        onDone();
        go(path);
      },
      done: null,
    });
  };
  return { busy, start };
}

/** Opens the conversation with a colleague; null: there is nobody to write to. */
export type Message = (colleague: { readonly extension?: string; readonly username?: string }) => (() => void) | null;

/** CHATUI-31: writing to a colleague from any page. The same function until the colleagues change. */
export function useMessage(): Message {
  const { api, notices, viewer } = usePanel();
  const words = useLocaleWords();
  const chat = useService(CHAT_PARTS);
  const navigate = useNavigate();
  const goAfter = useGoAfter();
  const { byExtension, byUsername } = useChatUsers();
  const { rights, user, flags } = viewer;
  return useMemo(() => {
    const mayBegin = canWrite(rights, "chats");
    const begin = async (uid: string) => {
      const go = goAfter();
      try {
        go(await startDirect(api, [uid]));
      } catch (error) {
        notices.error(words.say(sayError(error, "chats.new")));
      }
    };
    return ({ extension = "", username = "" }) => {
      if (!flags.chatsRead) return null;
      const person = byUsername.get(username) ?? byExtension.get(extension);
      if (person === undefined || person.extension === user.extension) return null;
      const { chatUserId } = person;
      if (!mayBegin && directWith(chat.get(), chatUserId) === undefined) return null;
      return () => {
        const room = directWith(chat.get(), chatUserId);
        // A hidden conversation is put back on the list by the server.
        if (room?.subscription?.open === true || (room !== undefined && !mayBegin))
          void navigate({ to: roomPath(room) });
        else void begin(chatUserId);
      };
    };
  }, [api, notices, words, chat, navigate, goAfter, byExtension, byUsername, rights, flags.chatsRead, user.extension]);
}
