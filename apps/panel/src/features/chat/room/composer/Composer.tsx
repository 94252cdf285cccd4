import { CHAT_LIMITS } from "@callpanel/contract";
import { IconButton, IconSend2 } from "@callpanel/ui";
import type { KeyboardEvent } from "react";
import { CHAT } from "../../../../shared/live/chat.ts";
import { useService } from "../../../../shared/panel.ts";
import { useSnapshot } from "../../../../shared/store.ts";
import { useWords } from "../../../../shared/words/useWords.ts";
import { chatMessages } from "../../chat.messages.ts";
import { AttachButton, AttachedFiles, pastedFiles } from "../../files/AttachedFiles.tsx";
import type { Uploads } from "../../files/useUploads.ts";
import styles from "./Composer.module.css";
import { EmojiMenu } from "../../emoji/EmojiMenu.tsx";
import { TypingLine } from "./TypingLine.tsx";
import { useCompletion } from "./useCompletion.tsx";
import { useGrowingField } from "./useGrowingField.ts";

export interface ComposerProps {
  readonly room: string;
  readonly thread?: number;
  readonly placeholder: string;
  /** Direct conversations name nobody as "everybody". */
  readonly offersAll: boolean;
  readonly uploads: Uploads;
  readonly onSent: () => void;
  /** ArrowUp in an empty field. */
  readonly onEditLast?: (() => void) | undefined;
}

/** CHATUI-15: the field for a message: Enter sends, Shift and Enter begin a new line, the text is kept until it is sent. */
export function Composer(props: ComposerProps) {
  const { room, thread, placeholder, uploads, onSent, onEditLast } = props;
  const t = useWords(chatMessages);
  const chat = useService(CHAT);
  const text = useSnapshot(chat.drafts).get(`${room}/${thread ?? ""}`) ?? "";
  const field = useGrowingField(text);
  const tooMany = Math.max(0, text.length - CHAT_LIMITS.textChars);
  const canSend = (text.trim() !== "" || uploads.files.length > 0) && tooMany === 0 && !uploads.isBusy;
  const write = (next: string) => {
    chat.drafts.keep(room, thread, next);
    if (next !== "") chat.writes(room, thread);
  };
  const completion = useCompletion({ ...props, text, field: () => field.current, write });
  const send = () => {
    if (!canSend) return;
    chat.client.write(room, text.trim(), {
      ...(thread === undefined ? {} : { thread }),
      files: uploads.take().map(({ id }) => id),
    });
    chat.drafts.keep(room, thread, "");
    field.current?.focus();
    onSent();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || completion.press(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === "ArrowUp" && text === "" && onEditLast !== undefined) {
      event.preventDefault();
      onEditLast();
    }
  };
  const insert = (emoji: string) => {
    const at = field.current?.selectionStart ?? text.length;
    write(text.slice(0, at) + emoji + text.slice(at));
  };
  return (
    <div className={styles.composer}>
      {completion.list}
      <div className={styles.box}>
        <AttachedFiles uploads={uploads} />
        <textarea
          {...completion.field}
          ref={field}
          className={styles.area}
          dir="auto"
          rows={1}
          aria-label={thread === undefined ? t("chat.message") : t("chat.writeReply")}
          placeholder={placeholder}
          value={text}
          onChange={(event) => {
            write(event.currentTarget.value);
            completion.look(event.currentTarget.value, event.currentTarget.selectionStart);
          }}
          onKeyDown={press}
          onPaste={pastedFiles(uploads.add)}
          onBlur={completion.close}
        />
        <div className={styles.bar}>
          <AttachButton onFiles={uploads.add} />
          <EmojiMenu size="medium" label={t("chat.emoji")} onChoose={insert} />
          <span className={styles.note} role={tooMany > 0 ? "alert" : undefined}>
            {tooMany > 0 ? t("chat.tooLong", { count: tooMany }) : ""}
          </span>
          <IconButton
            className={styles.send}
            icon={IconSend2}
            look={canSend ? "accent" : "quiet"}
            label={t("chat.send")}
            disabled={!canSend}
            onClick={send}
          />
        </div>
      </div>
      <TypingLine room={room} thread={thread ?? null} />
    </div>
  );
}
