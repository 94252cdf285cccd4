import { clockText } from "../formats/duration.ts";
import type { Formats } from "../formats/formats.ts";
import { usePanel } from "../panel.ts";
import styles from "./Row.module.css";

export interface RowWhenProps {
  /** Ms since the epoch, or ISO 8601. */
  readonly at: number | string;
  readonly formats: Formats;
  /** Null: no duration. */
  readonly seconds: number | null;
  readonly className?: string | undefined;
}

/** The time and the duration of a row's call or message. */
export function RowWhen({ at, formats, seconds, className }: RowWhenProps) {
  const { clock } = usePanel();
  return (
    <span className={[styles.when, className].filter(Boolean).join(" ")}>
      <time dateTime={typeof at === "string" ? at : new Date(at).toISOString()} data-tip={formats.dateTime(at)}>
        {formats.recent(at, clock.now())}
      </time>
      <span className={styles.length}>{seconds === null ? "–" : clockText(seconds * 1_000)}</span>
    </span>
  );
}
