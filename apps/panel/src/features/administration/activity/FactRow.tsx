import type { ReactNode } from "react";
import styles from "./Activity.module.css";

export interface FactRowProps {
  readonly name: string;
  /** Below the name. */
  readonly about: readonly string[];
  /** What needs attention. */
  readonly wrong?: string | null;
  /** At the end. */
  readonly children?: ReactNode;
}

/** One thing that goes on. */
export function FactRow({ name, about, wrong = null, children }: FactRowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.what}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.dim}>{about.join(" · ")}</span>
      </span>
      {wrong === null ? null : <span className={styles.wrong}>{wrong}</span>}
      {children}
    </li>
  );
}
