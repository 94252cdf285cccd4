import type { ChatMessage } from "@callpanel/contract";
import { usePersonName } from "../../../../shared/chat/usePersonName.ts";
import { CHAT } from "../../../../shared/live/chat.ts";
import { useService } from "../../../../shared/panel.ts";
import { useWords } from "../../../../shared/words/useWords.ts";
import { useChatUsers } from "../../../../shared/chat/chatPeople.ts";
import { chatMessages } from "../../chat.messages.ts";
import styles from "./Reactions.module.css";

const MOST_NAMES = 8;

export interface ReactionsProps {
  readonly message: ChatMessage;
  readonly reacts: boolean;
}

/** The reactions below a message; a click adds or removes the user's own. */
export function Reactions({ message, reacts }: ReactionsProps) {
  const t = useWords(chatMessages);
  const { client } = useService(CHAT);
  const people = useChatUsers();
  const nameOf = usePersonName();
  if (message.reactions.length === 0) return null;
  const namesOf = (by: readonly string[]) => {
    const names = by
      .slice(0, MOST_NAMES)
      .map((uid) => nameOf(people.nameOf(uid)))
      .join(", ");
    return by.length > MOST_NAMES ? t("chat.others", { names, count: by.length - MOST_NAMES }) : names;
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no fields, but buttons
    <div className={styles.reactions} role="group" aria-label={t("chat.reactWith")}>
      {message.reactions.map(({ emoji, by }) => {
        const isOn = by.includes(client.uid);
        const names = namesOf(by);
        return (
          <button
            key={emoji}
            type="button"
            className={styles.reaction}
            aria-pressed={isOn}
            aria-label={t("chat.reaction", { emoji, count: by.length, names })}
            data-tip={names}
            disabled={!reacts}
            onClick={() => client.order({ order: "react", room: message.room, id: message.id, emoji, on: !isOn })}
          >
            <span>{emoji}</span> <span className={styles.count}>{by.length}</span>
          </button>
        );
      })}
    </div>
  );
}
