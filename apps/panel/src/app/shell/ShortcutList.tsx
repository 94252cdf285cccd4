import { Dialog, Key } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { shellMessages } from "./shell.messages.ts";
import styles from "./ShortcutList.module.css";

const SHORTCUTS = [
  { keys: ["Ctrl", "K"], id: "shell.shortcuts.palette" },
  { keys: ["/"], id: "shell.shortcuts.search" },
  { keys: ["?"], id: "shell.shortcuts.list" },
] as const;

/** Every shortcut there is; opened by `?`. */
export function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(shellMessages);
  return (
    <Dialog opened onClose={onClose} title={t("shell.shortcuts")} closeLabel={t("shell.dialog.close")}>
      <dl className={styles.list}>
        {SHORTCUTS.map(({ keys, id }) => (
          <div key={id} className={styles.row}>
            <dt>{t(id)}</dt>
            <dd>
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{t("shell.shortcuts.note")}</p>
    </Dialog>
  );
}
