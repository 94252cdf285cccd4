import { CHAT } from "../../../../shared/live/chat.ts";
import { useService } from "../../../../shared/panel.ts";
import { useSnapshot } from "../../../../shared/store.ts";
import { useWords } from "../../../../shared/words/useWords.ts";
import { chatMessages } from "../../chat.messages.ts";
import styles from "./Composer.module.css";

export interface TypingLineProps {
  readonly room: string;
  readonly thread: number | null;
}

/** The people who are typing; its line is always there, so that nothing moves. */
export function TypingLine({ room, thread }: TypingLineProps) {
  const t = useWords(chatMessages);
  const { typing } = useService(CHAT);
  const [first, second, ...more] = useSnapshot(typing)
    .filter((one) => one.room === room && one.thread === thread)
    .map(({ from }) => from.name);
  const text =
    first === undefined
      ? ""
      : more.length > 0
        ? t("chat.typing.many")
        : second === undefined
          ? t("chat.typing.one", { name: first })
          : t("chat.typing.two", { name: first, other: second });
  return <p className={styles.typing}>{text}</p>;
}
