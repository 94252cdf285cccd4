import { IconMessageCircle, PopMenu } from "@callpanel/ui";
import { useContext } from "react";
import { PanelContext } from "../panel.ts";
import { useWords } from "../words/useWords.ts";
import { presenceMessages } from "./presence.messages.ts";
import { useMessage } from "./useMessage.ts";

export interface MessageItemProps {
  /** Of a call or a list; only that of a colleague can be written to. */
  readonly extension: string;
}

/** CHATUI-31: `Message` in the menu of a person or a call; nothing for people without chat. */
export function MessageItem({ extension }: MessageItemProps) {
  const hasChat = useContext(PanelContext)?.viewer.flags.chatsRead === true;
  return hasChat && extension !== "" ? <Item extension={extension} /> : null;
}

function Item({ extension }: MessageItemProps) {
  const t = useWords(presenceMessages);
  const write = useMessage()({ extension });
  if (write === null) return null;
  return (
    <PopMenu.Item leftSection={<IconMessageCircle size={18} stroke={1.7} aria-hidden />} onClick={write}>
      {t("chat.message.write")}
    </PopMenu.Item>
  );
}
