import type { ChatPresence } from "@callpanel/contract";
import { useMemo } from "react";
import type { ComponentType } from "react";
import { useService } from "../panel.ts";
import { defineService } from "../service.ts";
import { useSnapshot } from "../store.ts";
import type { Readable } from "../store.ts";
import type { Chat } from "./chat.ts";
import { readLater } from "./readLater.ts";
import type { Sms } from "./sms.ts";

export interface ChatParts {
  readonly chat: Chat;
  readonly sms: Sms;
  /** What they show over every page. */
  readonly Layer: ComponentType;
}

/** Null until their code is there. */
export interface LaterChat extends Readable<ChatParts | null> {
  /** They are needed now, not in the first idle moment. */
  load(): void;
}

/** CHATUI-67: what is shown before the code of chat is there reads chat and text messages through this. */
export const CHAT_PARTS = defineService<LaterChat>("chat parts");

/** The status of a person by `rocket_uid`; undefined: offline, or not known yet. */
export function usePresence(uid: string): ChatPresence | undefined {
  const parts = useService(CHAT_PARTS);
  return useSnapshot(useMemo(() => readLater(parts, ({ chat }) => chat.presence(uid), undefined), [parts, uid]));
}

/** The user's own `rocket_uid`; empty until the chat server has sent it. */
export function useOwnUid(): string {
  const parts = useService(CHAT_PARTS);
  return useSnapshot(useMemo(() => readLater(parts, ownUidOf, ""), [parts]));
}

const ownUidOf = ({ chat }: ChatParts): Readable<string> => ({
  get: () => chat.client.uid,
  subscribe: chat.version.subscribe,
});
