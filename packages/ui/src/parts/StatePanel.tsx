import type { ReactNode } from "react";
import type { Icon } from "../icons.ts";
import styles from "./StatePanel.module.css";

export interface StatePanelProps {
  readonly icon: Icon;
  readonly title: string;
  readonly text?: string | undefined;
  /** Buttons: Retry, Clear search, … */
  readonly action?: ReactNode;
  /** Read out at once, for what went wrong after the page was there. */
  readonly urgent?: boolean;
}

/** A page's empty, error and no-permission states: what is so, and what to do about it. */
export function StatePanel({ icon: Shape, title, text, action, urgent }: StatePanelProps) {
  return (
    <div className={styles.panel} role={urgent ? "alert" : undefined}>
      <span className={styles.sign}>
        <Shape size={28} stroke={1.5} aria-hidden />
      </span>
      <p className={styles.title}>{title}</p>
      {text ? <p className={styles.text}>{text}</p> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
