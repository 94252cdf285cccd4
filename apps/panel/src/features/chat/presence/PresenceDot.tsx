import { useCallback } from "react";
import { useChat } from "../../../shared/live/chat.ts";
import type { ChatClient } from "@callpanel/contract/chat-client";
import { useWords } from "../../../shared/words/useWords.ts";
import { chatMessages } from "../chat.messages.ts";
import { presenceText, toneOf } from "./presence.words.ts";
import styles from "./PresenceDot.module.css";

export interface PresenceDotProps {
  /** `rocket_uid` */
  readonly uid: string;
  /** Over a corner of a picture. */
  readonly corner?: "top" | "bottom";
}

/** CHATUI-30: whether a person can be written to now: a dot with its words as tooltip. */
export function PresenceDot({ uid, corner }: PresenceDotProps) {
  const t = useWords(chatMessages);
  const presence = useChat(useCallback((client: ChatClient) => client.presence(uid), [uid]));
  const text = t("chat.presence.is", { status: presenceText(presence, t) });
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn, there is no picture
      role="img"
      className={styles.dot}
      data-tone={toneOf(presence)}
      data-corner={corner}
      aria-label={text}
      data-tip={text}
    />
  );
}
