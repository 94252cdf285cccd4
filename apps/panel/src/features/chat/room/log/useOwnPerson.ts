import type { ChatPerson } from "@callpanel/contract";
import { useCallback, useMemo } from "react";
import type { ChatClient } from "@callpanel/contract/chat-client";
import { useChat } from "../../../../shared/chat/useChat.ts";
import { usePanel } from "../../../../shared/panel.ts";
import { fullNameOf } from "../../../../shared/viewer.ts";

/** The signed-in person, as an author. */
export function useOwnPerson(): ChatPerson {
  const { viewer } = usePanel();
  const uid = useChat(useCallback((client: ChatClient) => client.uid, []));
  const name = fullNameOf(viewer.user);
  return useMemo(() => ({ uid, name }), [uid, name]);
}
