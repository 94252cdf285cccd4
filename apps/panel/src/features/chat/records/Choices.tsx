import { useId } from "react";
import dialogs from "../dialogs/Dialogs.module.css";
import styles from "./Records.module.css";

export interface ChoicesProps<Value extends string> {
  readonly label: string;
  readonly choices: ReadonlyArray<{ readonly value: Value; readonly label: string }>;
  readonly value: Value;
  /** The label is only for screen readers: where a title says the same. */
  readonly silentLabel?: boolean;
  readonly onChange: (value: Value) => void;
}

/** One of a few, below each other. */
export function Choices<Value extends string>({ label, choices, value, silentLabel, onChange }: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className={silentLabel ? dialogs.spoken : styles.legend}>{label}</legend>
      {choices.map((one) => (
        <label key={one.value} className={styles.choice}>
          <input type="radio" name={name} checked={one.value === value} onChange={() => onChange(one.value)} />
          {one.label}
        </label>
      ))}
    </fieldset>
  );
}
