import { useId } from "react";
import type { ReactNode } from "react";
import styles from "../../../shared/form/Section.module.css";

export interface SectionProps {
  readonly title: string;
  /** Its purpose, in one sentence. */
  readonly hint?: string;
  /** Buttons next to the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One part of the page of a thing, with its heading. */
export function Section({ title, hint, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <div>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
        </div>
        {actions === undefined ? null : <span className={styles.actions}>{actions}</span>}
      </div>
      {children}
    </section>
  );
}
