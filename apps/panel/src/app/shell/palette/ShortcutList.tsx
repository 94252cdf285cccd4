import { Dialog, Key } from "@callpanel/ui";
import type { Shortcut } from "../../../shared/shortcuts.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { shellMessages } from "../shell.messages.ts";
import { paletteMessages } from "./palette.messages.ts";
import styles from "./ShortcutList.module.css";

const SHORTCUTS = [
  { keys: ["Ctrl", "K"], id: "shell.shortcuts.palette" },
  { keys: ["/"], id: "shell.shortcuts.search" },
  { keys: ["?"], id: "shell.shortcuts.list" },
  { keys: ["↑", "↓"], id: "shell.shortcuts.chatRows" },
  { keys: ["Shift", "F10"], id: "shell.shortcuts.chatMenu" },
  { keys: ["Esc"], id: "shell.shortcuts.chatThread" },
] as const;

export interface ShortcutListProps {
  /** The shortcuts of the softphone; empty without a phone. */
  readonly phoneShortcuts: readonly Shortcut[];
  readonly onClose: () => void;
}

/** Every shortcut there is; opened by `?`. */
export function ShortcutList({ phoneShortcuts, onClose }: ShortcutListProps) {
  const t = useWords(paletteMessages);
  const inShell = useWords(shellMessages);
  const words = useLocaleWords();
  const rows = [
    ...SHORTCUTS.map(({ keys, id }) => ({ id, keys, label: t(id) })),
    ...phoneShortcuts.map(({ id, letter, label }) => ({ id, keys: ["Alt", "Shift", letter], label: label(words) })),
  ];
  return (
    <Dialog opened onClose={onClose} title={t("shell.shortcuts")} closeLabel={inShell("shell.dialog.close")}>
      <dl className={styles.list}>
        {rows.map(({ id, keys, label }) => (
          <div key={id} className={styles.row}>
            <dt>{label}</dt>
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
