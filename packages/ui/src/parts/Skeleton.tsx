import styles from "./Skeleton.module.css";

export interface SkeletonProps {
  /** CSS lengths. */
  readonly width?: number | string;
  readonly height?: number | string;
  readonly round?: boolean;
}

/** The placeholder of content that is being loaded. Hidden from screen readers: the list around it has aria-busy. */
export function Skeleton({ width = "100%", height = 14, round }: SkeletonProps) {
  return (
    <span
      className={styles.skeleton}
      style={{ width, height, borderRadius: round ? "50%" : undefined }}
      aria-hidden="true"
    />
  );
}

/** A single placeholder for one part that is being loaded, with its own aria-busy. */
export function LoadingBlock({ height }: { readonly height: number }) {
  return (
    <div aria-busy="true">
      <Skeleton height={height} />
    </div>
  );
}
