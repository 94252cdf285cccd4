import type { ReactNode } from "react";
import { PageLink } from "../../../shared/PageLink.tsx";
import styles from "./FactRows.module.css";

export interface FactRowsProps {
  readonly label?: string;
  /** `FactRow` is one. */
  readonly children: ReactNode;
}

/** A short list in a section: what there is now, with what can be done about it. */
export function FactRows({ label, children }: FactRowsProps) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}

export interface FactRowProps {
  readonly name: string;
  /** The page that the name leads to. */
  readonly to?: string;
  /** Below the name. */
  readonly about: readonly string[];
  /** Each in a line of its own below that. */
  readonly more?: readonly string[];
  /** What needs attention. */
  readonly wrong?: string | null;
  /** The list has a frame of its own. */
  readonly framed?: boolean;
  /** At the end: buttons. */
  readonly children?: ReactNode;
}

export function FactRow({ name, to, about, more = [], wrong = null, framed = false, children }: FactRowProps) {
  return (
    <li className={styles.row} aria-label={name} data-framed={framed ? "" : undefined}>
      <span className={styles.what}>
        {to === undefined ? (
          <bdi className={styles.name}>{name}</bdi>
        ) : (
          <PageLink to={to} current={false} className={styles.link}>
            <bdi>{name}</bdi>
          </PageLink>
        )}
        {[about.join(" · "), ...more].map((text) => (
          <span key={text} className={styles.about}>
            {text}
          </span>
        ))}
      </span>
      {wrong === null ? null : <span className={styles.wrong}>{wrong}</span>}
      {children === undefined ? null : <span className={styles.buttons}>{children}</span>}
    </li>
  );
}
