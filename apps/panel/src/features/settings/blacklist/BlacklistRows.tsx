import type { BlacklistEntry } from "@callpanel/contract";
import { IconButton, IconTrash } from "@callpanel/ui";
import { usePanel } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useShowFailure } from "../rows.ts";
import { blacklistMessages } from "./blacklist.messages.ts";
import styles from "./BlacklistPage.module.css";

export interface BlacklistRowsProps {
  readonly entries: readonly BlacklistEntry[];
  /** Null: they may be seen only. */
  readonly remove: ((entry: BlacklistEntry) => Promise<unknown>) | null;
}

export function BlacklistRows({ entries, remove }: BlacklistRowsProps) {
  const t = useWords(blacklistMessages);
  const { notices, viewer } = usePanel();
  const write = useNumberText(viewer);
  const showFailure = useShowFailure();
  const unblock = async (entry: BlacklistEntry) => {
    try {
      await remove?.(entry);
      notices.success(t("settings.blacklist.removed", { number: write(entry.number) }));
    } catch (error) {
      showFailure(error, "settings.blacklist.removeFailed");
    }
  };
  return (
    <ul className={styles.rows}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.row}>
          <bdi className={styles.name}>{entry.name}</bdi>
          <span className={styles.number}>{write(entry.number)}</span>
          {remove === null ? null : (
            <IconButton
              label={t("settings.blacklist.remove", { name: entry.name })}
              icon={IconTrash}
              onClick={() => void unblock(entry)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
