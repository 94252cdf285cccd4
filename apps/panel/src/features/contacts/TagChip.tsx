import styles from "./TagChip.module.css";

export interface TagChipProps {
  readonly name: string;
  /** `#rrggbb`. */
  readonly color: string | null | undefined;
}

/** A tag by name, with its colour if it has one. */
export function TagChip({ name, color }: TagChipProps) {
  return (
    <span className={styles.chip}>
      <span className={styles.dot} style={{ background: color ?? undefined }} aria-hidden />
      <bdi className={styles.name}>{name}</bdi>
    </span>
  );
}
