import { lazyPart, PopMenu } from "@callpanel/ui";
import { useId, useRef } from "react";
import { presenceMessages } from "../../../shared/chat/presence.messages.ts";
import { presenceText } from "../../../shared/chat/presence.words.ts";
import { PresenceDot } from "../../../shared/chat/PresenceDot.tsx";
import { useOwnUid, usePresence } from "../../../shared/live/chatParts.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import styles from "./StatusMenu.module.css";

const LazyItems = lazyPart(async () => (await import("./StatusItems.tsx")).StatusItems);

/** The toolbar's `Chat status`: how colleagues see one now, and the menu to change it. */
export function StatusMenu() {
  const t = useWords(presenceMessages);
  const uid = useOwnUid();
  const presence = usePresence(uid);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const text = presenceText(presence, t);
  return (
    <span className={styles.place}>
      <PopMenu width={300} items={LazyItems}>
        <PopMenu.Target>
          {/* Positioned over the text, which is not its label (WCAG 2.5.3). */}
          <button
            ref={button}
            type="button"
            className={styles.button}
            aria-label={t("chat.presence")}
            aria-describedby={id}
            data-tip={t("chat.presence.is", { status: text })}
          />
        </PopMenu.Target>
        <PopMenu.Dropdown>
          <LazyItems.Part onLeave={() => button.current?.focus()} />
        </PopMenu.Dropdown>
      </PopMenu>
      <PresenceDot silent uid={uid} />
      <bdi id={id} className={styles.status}>
        {text}
      </bdi>
    </span>
  );
}
