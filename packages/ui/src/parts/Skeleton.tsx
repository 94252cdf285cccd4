import styles from "./Skeleton.module.css";

export interface SkeletonProps {
  /** CSS lengths. */
  readonly width?: number | string;
  readonly height?: number | string;
  readonly round?: boolean;
}

/** The grey shape of what is being loaded. Hidden from readers: the list around it carries aria-busy. */
export function Skeleton({ width = "100%", height = 14, round }: SkeletonProps) {
  return (
    <span
      className={styles.skeleton}
      style={{ width, height, borderRadius: round ? "50%" : undefined }}
      aria-hidden="true"
    />
  );
}

/** A single grey block where one part is being loaded, marked as busy by itself. */
export function LoadingBlock({ height }: { readonly height: number }) {
  return (
    <div aria-busy="true">
      <Skeleton height={height} />
    </div>
  );
}
