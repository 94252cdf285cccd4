import { Button } from "@callpanel/ui";
import { SessionCard } from "../session/index.ts";
import type { SessionCardProps } from "../session/index.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { embeddingMessages } from "./embedding.messages.ts";
import styles from "./ReplaceScreen.module.css";

export interface ReplaceScreenProps extends Omit<SessionCardProps, "children"> {
  /** The signed-in person. */
  readonly name: string;
  /** The person in the address. */
  readonly username: string;
  readonly onReplace: () => void;
  readonly onStay: () => void;
}

/** EMBED-25: asks before an address replaces the signed-in person. */
export function ReplaceScreen({ name, username, onReplace, onStay, ...card }: ReplaceScreenProps) {
  const t = useWords(embeddingMessages);
  return (
    <SessionCard {...card}>
      <h1>{t("embedding.replaceTitle", { name })}</h1>
      <p>{t("embedding.replace", { username, name })}</p>
      <div className={styles.choices}>
        <Button look="primary" onClick={onStay}>
          {t("embedding.replaceNo", { name })}
        </Button>
        <Button onClick={onReplace}>{t("embedding.replaceYes", { username })}</Button>
      </div>
    </SessionCard>
  );
}
