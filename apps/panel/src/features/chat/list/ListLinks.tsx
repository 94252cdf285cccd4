import type { ChatClient } from "@callpanel/contract/chat-client";
import { Button, CountBadge, IconBookmark, IconMessages } from "@callpanel/ui";
import { useChat } from "../../../shared/live/chat.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { chatMessages } from "../chat.messages.ts";
import type { ListDialog } from "../dialogs/ListDialogs.tsx";
import styles from "./RoomList.module.css";

const unreadOf = (client: ChatClient): number => client.unreadThreads();

/** CHATUI-42: above the conversations, what one follows and what one has saved. */
export function ListLinks({ onDialog }: { readonly onDialog: (dialog: ListDialog) => void }) {
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
}
