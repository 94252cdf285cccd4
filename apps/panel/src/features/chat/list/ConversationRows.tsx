import type { KeyboardEvent, ReactNode } from "react";
import styles from "./ConversationRow.module.css";

export interface ConversationRowsProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A list of conversations. */
export function ConversationRows({ label, children }: ConversationRowsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between its links
    <ul className={styles.rows} aria-label={label} onKeyDown={moveBetweenLinks}>
      {children}
    </ul>
  );
}

/** CHATUI-46: arrow keys move between conversations. */
function moveBetweenLinks(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a")];
  const at = links.findIndex((link) => link === event.target);
  const next = links[at + step];
  if (step === 0 || at < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}
