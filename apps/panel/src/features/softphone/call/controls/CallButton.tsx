import type { Icon } from "@callpanel/ui";
import styles from "./CallButton.module.css";

export interface CallButtonProps {
  /** The accessible name. */
  readonly label: string;
  /** The label of a tile, if the name is too long for it. Default: the first word of the name. */
  readonly word?: string;
  readonly icon: Icon;
  readonly onClick: () => void;
  /** `tile`: icon above label, in the toolbar of the open call; `wide`: icon before label; `round`: icon only. */
  readonly form: "tile" | "wide" | "round";
  readonly look?: "plain" | "end" | "active" | "held" | "muted";
  /** Ends or transfers the call: ignores clicks for a moment after the call changed (SOFT-49). */
  readonly isRisky?: boolean;
  readonly expanded?: boolean;
}

/** A button for one action on a call. */
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

/** Keeps the place of a control that is not possible now, so that the others do not move (SOFT-49). */
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
