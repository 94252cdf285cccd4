import { useId } from "react";
import styles from "./Records.module.css";

export interface ChoicesProps<Value extends string> {
  readonly label: string;
  readonly choices: ReadonlyArray<{ readonly value: Value; readonly label: string }>;
  readonly value: Value;
  readonly disabled?: boolean;
  readonly onChange: (value: Value) => void;
}

/** One of a few, below each other. */
export function Choices<Value extends string>({ label, choices, value, disabled, onChange }: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choices} disabled={disabled}>
      <legend className={styles.legend}>{label}</legend>
      {choices.map((one) => (
        <label key={one.value} className={styles.choice}>
          <input type="radio" name={name} checked={one.value === value} onChange={() => onChange(one.value)} />
          {one.label}
        </label>
      ))}
    </fieldset>
  );
}
