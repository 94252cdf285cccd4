import styles from "./Tiles.module.css";

export interface TileFact {
  readonly label: string;
  readonly value: string;
  /** It needs somebody's attention. */
  readonly isWrong?: boolean;
}

/** Figures of now, each with its name. */
export function Tiles({ tiles }: { readonly tiles: readonly TileFact[] }) {
  return (
    <dl className={styles.tiles}>
      {tiles.map(({ label, value, isWrong = false }) => (
        <div key={label} className={styles.tile} data-wrong={isWrong ? "" : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Less than this share of a disk is worth a warning. */
const DISK_LOW = 0.1;

/** Whether the disk is nearly full. */
export const isDiskLow = ({ free_bytes, total_bytes }: { readonly free_bytes: number; readonly total_bytes: number }) =>
  free_bytes < total_bytes * DISK_LOW;
