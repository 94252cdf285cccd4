import { useDial } from "../../../shared/phone/useDial.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { textParts } from "../text/textParts.ts";
import styles from "./PlainText.module.css";
import { smsMessages } from "./sms.messages.ts";

const NOBODY: ReadonlySet<string> = new Set();
const LINK = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/;

/** A text message is plain: only web addresses and telephone numbers in it can be used. */
export function PlainText({ text }: { readonly text: string }) {
  const t = useWords(smsMessages);
  const dial = useDial();
  return (
    <span className={styles.text} dir="auto">
      {text.split(LINK).map((piece, at) =>
        at % 2 === 1 ? (
          <a key={at} href={piece} target="_blank" rel="noreferrer noopener">
            {piece}
          </a>
        ) : (
          textParts(piece, NOBODY).map((part, index) =>
            part.kind === "number" && dial !== null ? (
              <button
                key={`${at}-${index}`}
                type="button"
                className={styles.number}
                aria-label={t("sms.call", { name: part.text })}
                onClick={() => dial(part.number)}
              >
                {part.text}
              </button>
            ) : (
              part.text
            ),
          )
        ),
      )}
    </span>
  );
}
