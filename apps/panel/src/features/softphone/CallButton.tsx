import type { Icon } from "@callpanel/ui";
import styles from "./CallButton.module.css";

export interface CallButtonProps {
  /** The accessible name. */
  readonly label: string;
  /** What stands on a tile, where the name is too long for it; the first word of the name. */
  readonly word?: string;
  readonly icon: Icon;
  readonly onClick: () => void;
  /** `tile`: sign above word, in the toolbar of an open call; `wide`: sign before word; `round`: the sign alone. */
  readonly form: "tile" | "wide" | "round";
  readonly look?: "plain" | "end" | "active" | "held" | "muted";
  /** Ends the call or sends it away: takes no click for a moment after the call changed (SOFT-49). */
  readonly isRisky?: boolean;
  readonly expanded?: boolean;
}

/** What one can do with a call. */
export function CallButton({
  label,
  word = label,
  icon: Shape,
  onClick,
  form,
  look = "plain",
  isRisky = false,
  expanded,
}: CallButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      data-form={form}
      data-look={look}
      data-risky={isRisky ? "" : undefined}
      aria-label={label}
      aria-expanded={expanded}
      data-tip={form === "round" ? label : undefined}
      onClick={onClick}
    >
      <Shape size={form === "tile" ? 21 : 18} stroke={1.8} aria-hidden />
      {form === "round" ? null : <span className={styles.word}>{word}</span>}
    </button>
  );
}

/** Where a control will be as soon as it is possible: the others keep their places (SOFT-49). */
export function CallButtonPlace({
  word,
  icon: Shape,
  form,
}: {
  readonly word: string;
  readonly icon: Icon;
  readonly form: CallButtonProps["form"];
}) {
  return (
    <span className={styles.button} data-form={form} data-look="absent" aria-hidden>
      <Shape size={form === "tile" ? 21 : 18} stroke={1.8} />
      {form === "round" ? null : <span className={styles.word}>{word}</span>}
    </span>
  );
}
