import { changeChatPresence } from "@callpanel/contract";
import type { PresenceStatus } from "@callpanel/contract";
import { useChange } from "../api/useChange.ts";

/** Chooses the user's status; the text next to it stays. */
export function useChooseStatus(): (status: PresenceStatus) => void {
  const { run } = useChange(() => undefined);
  return (status) =>
    run({
      fallback: "chats.status",
      change: (api) => api.call(changeChatPresence, { body: { status } }),
      done: null,
    });
}
