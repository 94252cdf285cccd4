import { CHAT_LIMITS } from "@callpanel/contract";
import { Button, IconButton, IconPaperclip, IconSend2, IconX } from "@callpanel/ui";
import { useRef } from "react";
import type { ClipboardEvent, KeyboardEvent } from "react";
import { CHAT } from "../../../shared/live/chat.ts";
import { useService } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { chatMessages } from "../chat.messages.ts";
import styles from "./Composer.module.css";
import { EmojiMenu } from "./EmojiMenu.tsx";
import { TypingLine } from "./TypingLine.tsx";
import { useCompletion } from "./useCompletion.tsx";
import type { Attached, Uploads } from "./useUploads.ts";
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
    chat.client.write(room, text.trim(), { ...(thread === undefined ? {} : { thread }), files: uploads.take() });
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
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    uploads.add(files);
  };
  const insert = (emoji: string) => {
    const at = field.current?.selectionStart ?? text.length;
    write(text.slice(0, at) + emoji + text.slice(at));
  };
  return (
    <div className={styles.composer}>
      {completion.list}
      <div className={styles.box}>
        <Attachments uploads={uploads} />
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
          onPaste={paste}
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

function AttachButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const t = useWords(chatMessages);
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file can be chosen again.
          currentTarget.value = "";
          onFiles(files);
        }}
      />
      <IconButton icon={IconPaperclip} label={t("chat.attach")} onClick={() => field.current?.click()} />
    </>
  );
}

function Attachments({ uploads }: { readonly uploads: Uploads }) {
  if (uploads.files.length === 0) return null;
  return (
    <ul className={styles.attached}>
      {uploads.files.map((file) => (
        <AttachedFile key={file.key} file={file} uploads={uploads} />
      ))}
    </ul>
  );
}

const STATES = { uploading: "chat.uploading", ready: "chat.uploaded", failed: "chat.notUploaded" } as const;

function AttachedFile({ file, uploads }: { readonly file: Attached; readonly uploads: Uploads }) {
  const t = useWords(chatMessages);
  const { key, name, state, percent, reason, mayRetry } = file;
  return (
    <li className={styles.file} data-state={state} aria-label={t(STATES[state], { name, percent, reason })}>
      <span className={styles.fileLines}>
        <bdi className={styles.fileName}>{name}</bdi>
        {state === "failed" ? (
          <span className={styles.fileReason} role="alert">
            {reason}
          </span>
        ) : null}
      </span>
      {state === "uploading" ? (
        <progress className={styles.progress} max={100} value={percent} aria-label={name} />
      ) : null}
      {state === "failed" && mayRetry ? (
        <Button look="quiet" aria-label={t("chat.retryFile", { name })} onClick={() => uploads.retry(key)}>
          {t("chat.retry")}
        </Button>
      ) : null}
      <IconButton
        size="small"
        icon={IconX}
        label={t("chat.removeFile", { name })}
        onClick={() => uploads.remove(key)}
      />
    </li>
  );
}
