import { CHAT_LIMITS } from "@callpanel/contract";
import type { ChatMessage } from "@callpanel/contract";
import { Button } from "@callpanel/ui";
import { useState } from "react";
import { CHAT } from "../../../../shared/live/chat.ts";
import { useService } from "../../../../shared/panel.ts";
import { useWords } from "../../../../shared/words/useWords.ts";
import { chatMessages } from "../../chat.messages.ts";
import styles from "../composer/Composer.module.css";

export interface EditBoxProps {
  readonly message: ChatMessage;
  readonly onDone: () => void;
}

/** Changes the user's own message in its place; Enter saves, Escape leaves it as it was. */
export function EditBox({ message, onDone }: EditBoxProps) {
  const t = useWords(chatMessages);
  const { client } = useService(CHAT);
  const [text, setText] = useState(message.text);
  const isEmpty = text.trim() === "" && message.files.length === 0;
  const isBad = isEmpty || text.length > CHAT_LIMITS.textChars;
  const save = () => {
    if (isBad) return;
    if (text !== message.text) client.order({ order: "edit", room: message.room, id: message.id, text });
    onDone();
  };
  return (
    <div className={styles.edit}>
      <textarea
        ref={(element) => element?.focus()}
        className={styles.area}
        aria-label={t("chat.editLabel")}
        dir="auto"
        rows={Math.min(8, text.split("\n").length)}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Escape") {
            event.preventDefault();
            onDone();
          } else if (event.key === "Enter" && !event.shiftKey) {
            event.preventDefault();
            save();
          }
        }}
      />
      <span className={styles.editButtons}>
        <Button onClick={onDone}>{t("chat.cancel")}</Button>
        <Button look="primary" disabled={isBad} onClick={save}>
          {t("chat.save")}
        </Button>
      </span>
    </div>
  );
}
