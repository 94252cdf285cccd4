import type { ChatClient } from "@callpanel/contract/chat-client";
import { Button, CountBadge, IconBookmark, IconMessages } from "@callpanel/ui";
import { memo } from "react";
import { useChat } from "../../../shared/chat/useChat.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { chatMessages } from "../chat.messages.ts";
import type { ListDialog } from "../dialogs/ListDialogs.tsx";
import styles from "./RoomList.module.css";

const unreadOf = (client: ChatClient): number => client.unreadThreads();

export interface ListLinksProps {
  readonly onDialog: (dialog: ListDialog) => void;
}

/** CHATUI-42: above the conversations, followed threads and saved messages. */
export const ListLinks = memo(function ListLinks({ onDialog }: ListLinksProps) {
  const t = useWords(chatMessages);
  const unread = useChat(unreadOf);
  const name = unread === 0 ? t("chat.threads") : t("chat.threadsUnread", { count: unread });
  return (
    <div className={styles.links}>
      <Button look="quiet" icon={IconMessages} aria-label={name} onClick={() => onDialog("threads")}>
        <span className={styles.linkText}>
          {t("chat.threads")} <CountBadge count={unread} inline />
        </span>
      </Button>
      <Button look="quiet" icon={IconBookmark} onClick={() => onDialog("saved")}>
        {t("chat.saved")}
      </Button>
    </div>
  );
});
