import { Spoken } from "@callpanel/ui";
import type { Icon } from "@callpanel/ui";
import styles from "./Mark.module.css";

export interface MarkProps {
  /** Read out, and shown as a tooltip. */
  readonly label: string;
  readonly icon: Icon;
  readonly sizePx?: number;
  readonly tone?: "quiet" | "urgent";
}

/** An icon that shows something about a person. */
export function Mark({ label, icon: Shape, sizePx = 15, tone = "quiet" }: MarkProps) {
  return (
    <span className={styles.mark} data-tip={label} data-tone={tone}>
      <Shape size={sizePx} stroke={1.9} aria-hidden />
      <Spoken>{label}</Spoken>
    </span>
  );
}
