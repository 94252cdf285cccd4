import type { ReactNode } from "react";
import type { Icon } from "../icons.ts";
import styles from "./StatePanel.module.css";

export interface StatePanelProps {
  readonly icon: Icon;
  readonly title: string;
  readonly text?: string | undefined;
  /** Buttons: Retry, Clear search, … */
  readonly action?: ReactNode;
  /** The title is the page's level-1 heading, for a page without another. */
  readonly heading?: boolean;
  /** Read out immediately, for an error after the page was loaded. */
  readonly urgent?: boolean;
}

/** A page's empty, error and no-permission states: what happened, and what to do about it. */
export function StatePanel({ icon: Shape, title, text, action, heading, urgent }: StatePanelProps) {
  const Title = heading ? "h1" : "p";
  return (
    <div className={styles.panel} role={urgent ? "alert" : undefined}>
      <span className={styles.sign}>
        <Shape size={28} stroke={1.5} aria-hidden />
      </span>
      <Title className={styles.title}>{title}</Title>
      {text ? <p className={styles.text}>{text}</p> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
