import { IconButton, IconMessageCircle } from "@callpanel/ui";
import { useContext } from "react";
import { PanelContext } from "../panel.ts";
import { useWords } from "../words/useWords.ts";
import type { MessageItemProps } from "./MessageItem.tsx";
import { presenceMessages } from "./presence.messages.ts";
import { useMessage } from "./useMessage.ts";

/** CHATUI-31: `Message` at a call; nothing for people without chat. */
export function MessageButton({ extension }: MessageItemProps) {
  const hasChat = useContext(PanelContext)?.viewer.flags.chatsRead === true;
  return hasChat && extension !== "" ? <Shown extension={extension} /> : null;
}

function Shown({ extension }: MessageItemProps) {
  const t = useWords(presenceMessages);
  const write = useMessage()({ extension });
  if (write === null) return null;
  return <IconButton size="small" icon={IconMessageCircle} label={t("chat.message.write")} onClick={write} />;
}
