import { Button, Spinner } from "@callpanel/ui";
import { SessionCard } from "./SessionCard.tsx";
import type { SessionCardProps } from "./SessionCard.tsx";
import styles from "./SessionMessage.module.css";

interface MessageAction {
  readonly label: string;
  readonly run: () => void;
}

export interface SessionMessageProps extends Omit<SessionCardProps, "children"> {
  readonly title: string;
  readonly text?: string | undefined;
  /** Below the text, one a line. */
  readonly list?: readonly string[];
  /** The text is an error: read out immediately. */
  readonly failed?: boolean;
  readonly busy?: boolean;
  readonly action?: MessageAction | undefined;
  readonly second?: MessageAction;
}

/** A page of one message: signing in or out, refused, not supported. */
export function SessionMessage({ title, text, list, failed, busy, action, second, ...card }: SessionMessageProps) {
  return (
    <SessionCard {...card}>
      <div className={styles.message}>
        {busy ? <Spinner size={26} /> : null}
        <h1 className={styles.title}>{title}</h1>
        {text ? (
          <p className={styles.text} role={failed ? "alert" : undefined}>
            {text}
          </p>
        ) : null}
        {list ? (
          <ul className={styles.list}>
            {list.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        ) : null}
        {action ? (
          <Button look="primary" wide onClick={action.run}>
            {action.label}
          </Button>
        ) : null}
        {second ? (
          <Button wide onClick={second.run}>
            {second.label}
          </Button>
        ) : null}
      </div>
    </SessionCard>
  );
}
