import { useId } from "react";
import styles from "./RadioList.module.css";

export interface RadioListProps<Value extends string> {
  /** The accessible name of the group. */
  readonly label: string;
  readonly choices: ReadonlyArray<{ readonly value: Value; readonly label: string; readonly hint?: string }>;
  readonly value: Value;
  readonly disabled?: boolean;
  readonly onChange: (value: Value) => void;
}

/** Radio buttons, each with a description. */
export function RadioList<Value extends string>({ label, choices, value, disabled, onChange }: RadioListProps<Value>) {
  const id = useId();
  return (
    <div className={styles.list} role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice} htmlFor={`${id}-${choice.value}`}>
          <input
            id={`${id}-${choice.value}`}
            type="radio"
            name={id}
            aria-label={choice.label}
            aria-describedby={choice.hint === undefined ? undefined : `${id}-${choice.value}-hint`}
            checked={choice.value === value}
            disabled={disabled}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
          {choice.hint === undefined ? null : (
            <span id={`${id}-${choice.value}-hint`} className={styles.hint}>
              {choice.hint}
            </span>
          )}
        </label>
      ))}
    </div>
  );
}
