import type { PresenceStatus } from "@callpanel/contract";
import { usePresence } from "../live/chatParts.ts";
import { useWords } from "../words/useWords.ts";
import { presenceMessages } from "./presence.messages.ts";
import { presenceText, toneOf } from "./presence.words.ts";
import styles from "./PresenceDot.module.css";

/** The sign of a status, next to its word. */
export function StatusSign({ tone }: { readonly tone: PresenceStatus }) {
  return <span className={styles.dot} data-tone={tone} aria-hidden="true" />;
}

export interface PresenceDotProps {
  /** `rocket_uid` */
  readonly uid: string;
  /** Over the lower corner of a picture; the phone has the upper one. */
  readonly atCorner?: boolean;
  readonly small?: boolean | undefined;
  /** In a control with a name of its own: the words are a tooltip only. */
  readonly silent?: boolean | undefined;
}

/** CHATUI-30: whether a person can be written to now: a dot with its words as tooltip. Rendered only when that person changes. */
export function PresenceDot({ uid, atCorner = false, small = false, silent = false }: PresenceDotProps) {
  const t = useWords(presenceMessages);
  const presence = usePresence(uid);
  const text = t("chat.presence.is", { status: presenceText(presence, t) });
  const shown = {
    className: styles.dot,
    "data-tone": toneOf(presence),
    "data-corner": atCorner ? "" : undefined,
    "data-small": small ? "" : undefined,
    "data-tip": text,
  };
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn, there is no picture
  return silent ? <span {...shown} aria-hidden="true" /> : <span {...shown} role="img" aria-label={text} />;
}
