import { plainTextOf } from "@callpanel/contract";
import type { ChatMessage } from "@callpanel/contract";
import { CountBadge, Spoken } from "@callpanel/ui";
import type { ReactNode } from "react";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { chatDialogsMessages } from "./chatDialogs.messages.ts";
import styles from "./Dialogs.module.css";

export interface MessageHitProps {
  /** Who, and where. */
  readonly head: string;
  readonly message: ChatMessage;
  readonly unread?: number;
  readonly onOpen: () => void;
  /** What else one may do with it. */
  readonly action?: ReactNode;
}

/** A message in a list of messages; a click leads to it. */
export function MessageHit({ head, message, unread = 0, onOpen, action }: MessageHitProps) {
  const t = useWords(chatDialogsMessages);
  const { clock } = usePanel();
  const formats = useFormats();
  const [file] = message.files;
  const text = message.text === "" ? (file?.name ?? t("chat.d.noText")) : plainTextOf(message.text);
  return (
    <li className={styles.hitRow} data-unread={unread}>
      <button type="button" className={styles.hit} onClick={onOpen}>
        <span className={styles.hitHead}>
          <bdi className={styles.name}>{head}</bdi>
          <span className={styles.dim}>{formats.recent(message.at, clock.now())}</span>
        </span>
        <span className={styles.hitHead}>
          <bdi className={styles.hitText}>{text}</bdi>
          {unread > 0 ? <CountBadge count={unread} inline /> : null}
        </span>
        {unread > 0 ? <Spoken>{t("chat.d.unread", { count: unread })}</Spoken> : null}
      </button>
      {action}
    </li>
  );
}
