import { useId } from "react";
import type { ReactNode } from "react";
import styles from "../../../shared/form/Section.module.css";

export interface SettingsSectionProps {
  readonly title: string;
  /** Its purpose, in one sentence. */
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

/** One section of a settings page, with its heading. */
export function SettingsSection({ title, hint, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {hint ? <p className={styles.hint}>{hint}</p> : null}
      </div>
      {children}
    </section>
  );
}
