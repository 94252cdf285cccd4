import { useId } from "react";
import type { ComponentProps } from "react";
import { IconAlertCircle, IconChevronDown } from "../icons.ts";
import field from "./Field.module.css";
import styles from "./SelectField.module.css";

export interface SelectChoice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export interface SelectFieldProps<Value extends string> extends Omit<
  ComponentProps<"select">,
  "id" | "onChange" | "value"
> {
  readonly label: string;
  /** The label is only for screen readers: for a field next to a text that says the same. */
  readonly silentLabel?: boolean;
  readonly choices: readonly SelectChoice<Value>[];
  readonly value: Value;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly onChange: (value: Value) => void;
}

/** A choice between several options, in the browser's native select: label above, error below. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, silentLabel, choices, value, error, hint, className, onChange, ...rest } = props;
  const id = useId();
  const note = error ?? hint;
  const choose = (text: string) => {
    const chosen = choices.find((one) => one.value === text);
    if (chosen) onChange(chosen.value);
  };
  return (
    <div className={[field.field, className].filter(Boolean).join(" ")}>
      {silentLabel ? null : (
        <label className={field.label} htmlFor={id}>
          {label}
        </label>
      )}
      <div className={[field.box, styles.box].join(" ")} data-invalid={error ? "" : undefined}>
        <select
          {...rest}
          id={id}
          className={styles.select}
          aria-label={silentLabel ? label : undefined}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {choices.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
        <IconChevronDown size={16} stroke={1.75} aria-hidden />
      </div>
      {note ? (
        <p id={`${id}-note`} className={error ? field.error : field.hint}>
          {error ? <IconAlertCircle size={14} stroke={2} aria-hidden /> : null}
          {note}
        </p>
      ) : null}
    </div>
  );
}
