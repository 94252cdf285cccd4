import type { AnyRoom } from "@callpanel/contract";
import { useCallback } from "react";
import { usePersonName } from "../../shared/chat/usePersonName.ts";
import { CHAT } from "../../shared/live/chat.ts";
import { useService } from "../../shared/panel.ts";
import { roomName } from "./chat.model.ts";

/** The name of a room for the viewer. */
export function useRoomName(): (room: AnyRoom) => string {
  const { client } = useService(CHAT);
  const nameOf = usePersonName();
  return useCallback((room) => roomName(room, client.uid, nameOf), [client, nameOf]);
}
