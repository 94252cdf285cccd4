import { useWords } from "../../../../shared/words/useWords.ts";
import { useFormats } from "../../../../shared/formats/useFormats.ts";
import { usePanel } from "../../../../shared/panel.ts";
import { chatMessages } from "../../chat.messages.ts";
import styles from "./MessageLog.module.css";

const DAY_MS = 86_400_000;

/** Between the messages of two days. */
export function DayLine({ at }: { readonly at: number }) {
  const t = useWords(chatMessages);
  const formats = useFormats();
  const { clock } = usePanel();
  const day = new Date(at).toDateString();
  const now = clock.now();
  const text =
    day === new Date(now).toDateString()
      ? t("chat.today")
      : day === new Date(now - DAY_MS).toDateString()
        ? t("chat.yesterday")
        : formats.date(at);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- with a word in it
    <div className={styles.day} role="separator" aria-label={text}>
      <span>{text}</span>
    </div>
  );
}
