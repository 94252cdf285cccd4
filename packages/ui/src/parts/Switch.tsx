import { useId } from "react";
import type { ComponentPropsWithRef, ReactNode } from "react";
import styles from "./Switch.module.css";

export interface SwitchProps extends Omit<ComponentPropsWithRef<"input">, "id" | "type" | "role" | "onChange"> {
  /** The setting that it switches; the accessible name. */
  readonly label: string;
  /** Below the label, and read out as its description. */
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A switch at the end of its line: label and hint before it. */
export function Switch({ label, hint, onChange, className = "", ...rest }: SwitchProps) {
  const id = useId();
  return (
    <div className={`${styles.line} ${className}`}>
      <div className={styles.words}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        ) : null}
      </div>
      <input
        {...rest}
        id={id}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has its own checked state (HTML-AAM)
        role="switch"
        className={styles.switch}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </div>
  );
}
