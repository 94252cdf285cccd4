import { SNACKBAR_MS } from "@callpanel/contract";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { CHAT } from "../../../shared/live/chat.ts";
import type { Chat, ChatNotice } from "../../../shared/live/chat.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { roomPath } from "../../../shared/chat/useMessage.ts";
import { roomName } from "../chat.model.ts";
import { chatNoticeMessages } from "./chatNotice.messages.ts";

/** CHATUI-20: a message elsewhere shows for 2 s, with a way there. */
export function ChatNotices() {
  const panel = usePanel();
  const t = useWords(chatNoticeMessages);
  const navigate = useNavigate();
  const chat = CHAT.of(panel);
  const { notices } = panel;
  useEffect(
    () =>
      chat.onNotice((notice) => {
        if (isOnScreen(chat, notice)) return;
        const { activity, room } = notice;
        const from = activity.from.name;
        const values = { from, room: roomName(room, chat.client.uid), text: activity.preview };
        const text =
          activity.preview === ""
            ? t("chat.notice.file", values)
            : t(room.type === "d" ? "chat.notice.direct" : "chat.notice.room", values);
        notices.success(text, {
          key: `chat-${room.id}`,
          forMs: SNACKBAR_MS,
          action: { label: t("chat.notice.open"), run: () => void navigate({ to: roomPath(room) }) },
        });
      }),
    [chat, notices, navigate, t],
  );
  return null;
}

const isOnScreen = (chat: Chat, { activity }: ChatNotice): boolean =>
  chat.shown() === activity.room && document.visibilityState === "visible" && activity.thread === null;
