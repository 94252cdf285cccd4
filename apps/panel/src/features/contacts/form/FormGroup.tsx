import type { ReactNode } from "react";
import styles from "./FormGroup.module.css";

/** A group of fields in a frame. */
export function FormGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      {children}
    </fieldset>
  );
}
