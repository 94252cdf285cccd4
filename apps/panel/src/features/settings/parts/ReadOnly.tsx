import { useWords } from "../../../shared/words/useWords.ts";
import { settingsMessages } from "../settings.messages.ts";
import type { SettingRow } from "../subject.model.ts";
import styles from "./ReadOnly.module.css";

/** SET-3: says that a setting can be seen but not changed. */
export function ReadOnly({ rows }: { readonly rows: ReadonlyArray<SettingRow | undefined> }) {
  const t = useWords(settingsMessages);
  if (rows.every((row) => row?.may_write !== false)) return null;
  return <p className={styles.line}>{t("settings.readOnly")}</p>;
}
