import type { ReactNode } from "react";
import styles from "./FormGroup.module.css";

/** Fields that belong together, in a frame of their own. */
export function FormGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      {children}
    </fieldset>
  );
}
