import type { Icon } from "@callpanel/ui";
import styles from "./CallButton.module.css";

export interface CallButtonProps {
  /** The accessible name. */
  readonly label: string;
  /** What stands on a tile, where the name is too long for it; the first word of the name. */
  readonly word?: string;
  readonly icon: Icon;
  readonly onClick: () => void;
  /** `tile`: sign above word, in the toolbar of an open call; `round`: the sign alone. */
  readonly form: "tile" | "round";
  readonly look?: "plain" | "end" | "accept" | "active";
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
  expanded,
}: CallButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      data-form={form}
      data-look={look}
      aria-label={label}
      aria-expanded={expanded}
      data-tip={form === "round" ? label : undefined}
      onClick={onClick}
    >
      <Shape size={form === "tile" ? 21 : 18} stroke={1.8} aria-hidden />
      {form === "tile" ? <span className={styles.word}>{word}</span> : null}
    </button>
  );
}
