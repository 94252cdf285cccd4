/** Sounds that any page can share in chat. The feature `chat` shows the dialog. */
import { canWrite } from "@callpanel/contract";
import { useMemo } from "react";
import { usePanel, useService } from "../panel.ts";
import { defineService } from "../service.ts";
import type { Store } from "../store.ts";

export type SharedSound = {
  /** Of the file in the conversation, without its ending. */
  readonly name: string;
} & (
  | { readonly of: "recording"; readonly call: string; readonly recording: string }
  | { readonly of: "voicemail"; readonly id: number }
);

/** The sound for which the dialog is open; null: none. */
export const SHARE_DESK = defineService<Store<SharedSound | null, SharedSound | null>>("shareDesk");

/** Opens the dialog; null for people who write nothing in chat. */
export function useSharing(): ((sound: SharedSound) => void) | null {
  const { viewer } = usePanel();
  const desk = useService(SHARE_DESK);
  const may = viewer.flags.chatsRead && canWrite(viewer.rights, "chats");
  return useMemo(() => (may ? desk.dispatch : null), [may, desk]);
}
