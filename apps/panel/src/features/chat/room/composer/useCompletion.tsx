import { Option, OptionList, optionField, stepOption } from "@callpanel/ui";
import { useId, useState } from "react";
import type { KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { CHAT } from "../../../../shared/live/chat.ts";
import { useService } from "../../../../shared/panel.ts";
import { useWords } from "../../../../shared/words/useWords.ts";
import { chatMessages } from "../../chat.messages.ts";
import { useChatUsers } from "../../../../shared/chat/chatPeople.ts";
import { useEmojis } from "../../emoji/useEmojis.ts";
import styles from "./Composer.module.css";
import {
  closedCode,
  complete,
  fittingEmojis,
  fittingPeople,
  fittingRooms,
  nameAt,
  suggestedPerson,
} from "./completion.model.ts";
import type { OpenName, Suggestion } from "./completion.model.ts";

export interface CompletionDeps {
  /** Direct conversations name nobody as "everybody". */
  readonly offersAll: boolean;
  readonly text: string;
  readonly field: () => HTMLTextAreaElement | null;
  readonly write: (text: string) => void;
}

/** CHATUI-13, CHATUI-43, CHATUI-45: the list of people, rooms or emojis while a name is typed. */
export function useCompletion({ offersAll, text, field, write }: CompletionDeps) {
  const t = useWords(chatMessages);
  const id = useId();
  const [open, setOpen] = useState<OpenName | null>(null);
  const [marked, setMarked] = useState(0);
  const emojis = useEmojis(text.includes(":"));
  const found = useSuggestions(open, offersAll, emojis);
  const isOpen = found.length > 0;
  const put = (done: { readonly text: string; readonly cursor: number }) => {
    // What is typed next goes behind it.
    flushSync(() => {
      write(done.text);
      setOpen(null);
    });
    const element = field();
    element?.focus();
    element?.setSelectionRange(done.cursor, done.cursor);
  };
  const choose = ({ insert }: Suggestion) => {
    if (open !== null) put(complete(text, open, insert));
  };
  return {
    field: isOpen ? optionField({ listId: `${id}-list`, opened: true, markedId: `${id}-${marked}` }) : {},
    /** The text was changed by its writer. */
    look: (next: string, cursor: number) => {
      const closed = emojis === null ? null : closedCode(next, cursor, emojis);
      if (closed !== null) return put(closed);
      setOpen(nameAt(next, cursor));
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
      <OptionList id={`${id}-list`} className={styles.mentions} label={t(LABELS[open?.sign ?? "@"])} marked={marked}>
        {found.map((one, at) => (
          <Option key={one.key} id={`${id}-${at}`} marked={at === marked} onChoose={() => choose(one)}>
            <bdi className={styles.suggested}>{one.name}</bdi> <span className={styles.username}>{one.code}</span>
          </Option>
        ))}
      </OptionList>
    ) : null,
  };
}

const LABELS = { "@": "chat.mentionList", "#": "chat.roomList", ":": "chat.emojiList" } as const;

function useSuggestions(
  open: OpenName | null,
  offersAll: boolean,
  emojis: ReturnType<typeof useEmojis>,
): readonly Suggestion[] {
  const t = useWords(chatMessages);
  const { client } = useService(CHAT);
  const { list: people } = useChatUsers();
  if (open === null) return [];
  const { sign, search } = open;
  if (sign === ":") return emojis === null ? [] : fittingEmojis(emojis, search);
  if (sign === "#")
    return fittingRooms(
      client.roomIds().flatMap((one) => client.room(one)?.room ?? []),
      search,
    );
  const isAll = offersAll && "all".startsWith(search.toLowerCase());
  const all = isAll ? [{ username: "all", name: t("chat.mentionAll") }] : [];
  return [...fittingPeople(people, search, client.uid), ...all].map(suggestedPerson);
}
