import { CountBadge } from "@callpanel/ui";
import { useId, type ReactNode } from "react";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { PageLink } from "../../../shared/PageLink.tsx";
import { usePanel } from "../../../shared/panel.ts";
import styles from "./ConversationRow.module.css";

export interface ConversationRowProps {
  readonly to: string;
  readonly isOpen: boolean;
  readonly name: string;
  readonly picture: ReactNode;
  /** Behind the name: silent, stopped. */
  readonly sign: ReactNode;
  /** Of the last message; null: there is none. */
  readonly at: number | null;
  readonly line: ReactNode;
  /** Unsent text, in place of the line. */
  readonly draft: string | null;
  /** Before the number of unread messages. */
  readonly tag: ReactNode;
  readonly unread: number;
  /** What the row says beside name and line, as words; empty ones are left out. */
  readonly marks: readonly string[];
  readonly isQuiet: boolean;
  /** For the element of the list. */
  readonly data: { readonly [name: `data-${string}`]: string };
}

/** A conversation of a list, in chat or by text message. */
export function ConversationRow(props: ConversationRowProps) {
  const { to, isOpen, name, picture, sign, at, line, draft, tag, unread, marks, isQuiet, data } = props;
  const formats = useFormats();
  const { clock } = usePanel();
  const id = useId();
  const said = marks.filter(Boolean);
  const isDraft = draft !== null && !isOpen;
  return (
    <li className={styles.row} aria-label={name} data-unread={unread} {...data}>
      <PageLink
        to={to}
        current={isOpen}
        className={styles.link}
        data-unread={unread > 0 ? "" : undefined}
        data-quiet={isQuiet ? "" : undefined}
        aria-describedby={said.length > 0 ? `${id}-marks` : undefined}
      >
        {picture}
        <span className={styles.lines}>
          <span className={styles.first}>
            <bdi className={styles.name}>{name}</bdi>
            {sign}
            <span className={styles.when}>{at === null ? "" : formats.recent(at, clock.now())}</span>
          </span>
          <span className={styles.second}>
            <bdi className={styles.last} data-draft={isDraft ? "" : undefined}>
              {isDraft ? draft : line}
            </bdi>
            {tag}
            <CountBadge count={unread} inline />
          </span>
        </span>
        <span id={`${id}-marks`} hidden>
          {said.join(", ")}
        </span>
      </PageLink>
    </li>
  );
}
