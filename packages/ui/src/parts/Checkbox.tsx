import type { ComponentProps, ReactNode } from "react";
import styles from "./Checkbox.module.css";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "onChange" | "children"> {
  readonly label: ReactNode;
  /** Below the label, read out with it. */
  readonly hint?: string | undefined;
  /** Indeterminate: some of its items are selected. */
  readonly partly?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox; its label is its name. */
export function Checkbox({ label, hint, partly, className, onChange, ...rest }: CheckboxProps) {
  return (
    <label className={[styles.checkbox, className].filter(Boolean).join(" ")}>
      <input
        {...rest}
        ref={(box) => {
          if (box) box.indeterminate = partly === true;
        }}
        type="checkbox"
        className={styles.box}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={styles.words}>
        <span>{label}</span>
        {hint ? <span className={styles.hint}>{hint}</span> : null}
      </span>
    </label>
  );
}
