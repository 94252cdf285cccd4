import { CHAT_LIMITS } from "@callpanel/contract";
import {
  IconButton,
  IconPaperclip,
  IconSend2,
  IconX,
  Option,
  OptionList,
  optionField,
  stepOption,
} from "@callpanel/ui";
import { useId, useLayoutEffect, useRef, useState } from "react";
import type { ClipboardEvent, KeyboardEvent } from "react";
import { CHAT } from "../../../shared/live/chat.ts";
import { useService } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useChatUsers } from "../chat.api.ts";
import { chatMessages } from "../chat.messages.ts";
import styles from "./Composer.module.css";
import { EmojiMenu } from "./EmojiMenu.tsx";
import { complete, fittingPeople, mentionAt } from "./mention.model.ts";
import type { Mentionable, OpenMention } from "./mention.model.ts";
import { TypingLine } from "./TypingLine.tsx";
import type { Uploads } from "./useUploads.ts";

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
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useSnapshot(chat.drafts).get(`${room}/${thread ?? ""}`) ?? "";
  const tooMany = Math.max(0, text.length - CHAT_LIMITS.textChars);
  const canSend = (text.trim() !== "" || uploads.files.length > 0) && tooMany === 0 && !uploads.isBusy;
  const write = (next: string) => {
    chat.drafts.keep(room, thread, next);
    if (next !== "") chat.writes(room, thread);
  };
  const mention = useMention({ ...props, text, field: () => field.current, write });
  // As high as its text, up to what the style sheet allows.
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);
  const send = () => {
    if (!canSend) return;
    chat.client.write(room, text.trim(), { ...(thread === undefined ? {} : { thread }), files: uploads.take() });
    chat.drafts.keep(room, thread, "");
    field.current?.focus();
    onSent();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || mention.press(event)) return;
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
      {mention.list}
      <div className={styles.box}>
        <Attachments uploads={uploads} />
        <textarea
          {...mention.field}
          ref={field}
          className={styles.area}
          dir="auto"
          rows={1}
          aria-label={thread === undefined ? t("chat.message") : t("chat.writeReply")}
          placeholder={placeholder}
          value={text}
          onChange={(event) => {
            write(event.currentTarget.value);
            mention.look(event.currentTarget.value, event.currentTarget.selectionStart);
          }}
          onKeyDown={press}
          onPaste={paste}
          onBlur={mention.close}
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
  const t = useWords(chatMessages);
  if (uploads.files.length === 0) return null;
  return (
    <ul className={styles.attached}>
      {uploads.files.map(({ key, name, state, percent }) => (
        <li
          key={key}
          className={styles.file}
          aria-label={t(state === "ready" ? "chat.uploaded" : "chat.uploading", { name, percent })}
        >
          <bdi className={styles.fileName}>{name}</bdi>
          {state === "ready" ? null : (
            <progress className={styles.progress} max={100} value={percent} aria-label={name} />
          )}
          <IconButton
            size="small"
            icon={IconX}
            label={t("chat.removeFile", { name })}
            onClick={() => uploads.remove(key)}
          />
        </li>
      ))}
    </ul>
  );
}

interface MentionDeps extends Pick<ComposerProps, "offersAll"> {
  readonly text: string;
  readonly field: () => HTMLTextAreaElement | null;
  readonly write: (text: string) => void;
}

/** CHATUI-13: the list of people while a name is typed. */
function useMention({ offersAll, text, field, write }: MentionDeps) {
  const t = useWords(chatMessages);
  const { client } = useService(CHAT);
  const { list: people } = useChatUsers();
  const id = useId();
  const [open, setOpen] = useState<OpenMention | null>(null);
  const [marked, setMarked] = useState(0);
  const all: readonly Mentionable[] =
    offersAll && open !== null && "all".startsWith(open.search.toLowerCase())
      ? [{ username: "all", name: t("chat.mentionAll"), uid: null }]
      : [];
  const found = open === null ? [] : [...fittingPeople(people, open.search, client.uid), ...all];
  const choose = ({ username }: Mentionable) => {
    if (open === null) return;
    const done = complete(text, open, username);
    write(done.text);
    setOpen(null);
    const element = field();
    element?.focus();
    // After the text is drawn.
    requestAnimationFrame(() => element?.setSelectionRange(done.cursor, done.cursor));
  };
  const isOpen = found.length > 0;
  return {
    field: isOpen ? optionField({ listId: `${id}-list`, opened: true, markedId: `${id}-${marked}` }) : {},
    look: (next: string, cursor: number) => {
      setOpen(mentionAt(next, cursor));
      setMarked(0);
    },
    close: () => setOpen(null),
    /** @returns whether the key was for the list */
    press: (event: KeyboardEvent): boolean => {
      if (!isOpen) return false;
      const next = stepOption(event.key, marked, found.length);
      const chosen = event.key === "Enter" || event.key === "Tab" ? found[marked] : undefined;
      if (next === null && chosen === undefined && event.key !== "Escape") return false;
      event.preventDefault();
      if (next !== null) setMarked(next);
      else if (chosen === undefined) setOpen(null);
      else choose(chosen);
      return true;
    },
    list: isOpen ? (
      <OptionList id={`${id}-list`} className={styles.mentions} label={t("chat.mentionList")} marked={marked}>
        {found.map((one, at) => (
          <Option key={one.username} id={`${id}-${at}`} marked={at === marked} onChoose={() => choose(one)}>
            <bdi>{one.name}</bdi> <span className={styles.username}>@{one.username}</span>
          </Option>
        ))}
      </OptionList>
    ) : null,
  };
}
