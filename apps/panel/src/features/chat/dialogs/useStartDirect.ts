import { newConversation } from "@callpanel/contract";
import { useNavigate } from "@tanstack/react-router";
import { useChange } from "../../../shared/api/useChange.ts";
import { conversationPath } from "../chat.model.ts";

/** Opens the direct conversation with people; it is created if there is none. */
export function useStartDirect(onDone: () => void) {
  const navigate = useNavigate();
  const { busy, run } = useChange(() => undefined);
  const start = (uids: readonly string[]) =>
    run({
      fallback: "chats.new",
      change: async (api) => {
        const { room } = await api.call(newConversation, { body: { destinations: uids.join(",") } });
        onDone();
        await navigate({ to: conversationPath(room) });
      },
      done: null,
    });
  return { busy, start };
}
