import { changeChatRoom, CHAT_LIMITS, renameChatRoom, roomNameOf } from "@callpanel/contract";
import type { ChatRoom } from "@callpanel/contract";
import { Button, Dialog, TextField } from "@callpanel/ui";
import { useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { chatDialogsMessages } from "./chatDialogs.messages.ts";
import styles from "./Dialogs.module.css";

export interface NameDialogProps {
  readonly room: ChatRoom;
  readonly what: "rename" | "topic";
  readonly onClose: () => void;
}

/** CHATUI-19: another name for a room, or another topic. */
export function NameDialog({ room, what, onClose }: NameDialogProps) {
  const t = useWords(chatDialogsMessages);
  const words = useLocaleWords();
  const { api } = usePanel();
  const isName = what === "rename";
  const [text, setText] = useState(isName ? room.name : room.topic);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const kept = roomNameOf(text);
  const isBad = isName && kept === "";
  const save = async () => {
    if (isBad || busy) return;
    setBusy(true);
    try {
      const body = { room_id: room.id };
      if (isName) await api.call(renameChatRoom, { body: { ...body, name: text } });
      else await api.call(changeChatRoom, { body: { ...body, topic: text.trim() } });
      onClose();
    } catch (failure) {
      setError(words.say(sayError(failure, isName ? "chats.rename" : "chats.change")));
      setBusy(false);
    }
  };
  return (
    <Dialog
      opened
      persistent="form"
      onClose={onClose}
      title={t(isName ? "chat.d.renameTitle" : "chat.d.topicTitle", { name: room.name })}
      closeLabel={t("chat.d.close")}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          data-autofocus
          label={t(isName ? "chat.d.name" : "chat.d.topic")}
          maxLength={isName ? CHAT_LIMITS.roomNameChars : CHAT_LIMITS.topicChars}
          value={text}
          urgent
          error={error ?? (isBad ? t("chat.d.nameNeeded") : undefined)}
          hint={isName && kept !== "" && kept !== text ? t("chat.d.nameBecomes", { name: kept }) : undefined}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <div className={styles.buttons}>
          <Button onClick={onClose}>{t("chat.d.cancel")}</Button>
          <Button type="submit" look="primary" busy={busy} disabled={isBad}>
            {t(isName ? "chat.d.rename" : "chat.d.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
