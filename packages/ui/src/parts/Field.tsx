import { useId, useState } from "react";
import type { ComponentProps, ReactNode } from "react";
import { IconAlertCircle, IconEye, IconEyeOff, IconSearch, IconX } from "../icons.ts";
import styles from "./Field.module.css";

export interface TextFieldProps extends Omit<ComponentProps<"input">, "id"> {
  readonly label: string;
  /** The label is only for screen readers: for a field next to a text that says the same. */
  readonly silentLabel?: boolean;
  /** Shown below the field and read out with it; the field counts as invalid. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** An error is announced immediately: it is the reply to the person's last action. */
  readonly urgent?: boolean;
  /** Shown inside the field, at its end. */
  readonly end?: ReactNode;
}

/** A labelled line of text: label above, error below. */
export function TextField({ label, silentLabel, error, hint, urgent, end, className, ...rest }: TextFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={[styles.field, className].filter(Boolean).join(" ")}>
      {silentLabel ? null : (
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
      )}
      <div className={styles.box} data-invalid={error ? "" : undefined}>
        <input
          {...rest}
          id={id}
          className={styles.input}
          aria-label={silentLabel ? label : rest["aria-label"]}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
        />
        {end}
      </div>
      {note ? (
        <p
          id={`${id}-note`}
          className={error ? styles.error : styles.hint}
          role={error && urgent ? "alert" : undefined}
        >
          {error ? <IconAlertCircle size={14} stroke={2} aria-hidden /> : null}
          {note}
        </p>
      ) : null}
    </div>
  );
}

export interface TextAreaProps extends Omit<ComponentProps<"textarea">, "id" | "className"> {
  readonly label: string;
  /** Below the field and read out with it, for example the remaining length. */
  readonly hint?: string;
}

/** A labelled text of several lines. */
export function TextArea({ label, hint, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        className={styles.area}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

export interface PasswordFieldProps extends Omit<TextFieldProps, "type" | "end"> {
  readonly showLabel: string;
  readonly hideLabel: string;
}

/** A password with a button that shows it. Its name must not repeat the label, which is how people find the field. */
export function PasswordField({ showLabel, hideLabel, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const Shape = shown ? IconEyeOff : IconEye;
  return (
    <TextField
      {...rest}
      type={shown ? "text" : "password"}
      end={
        <button
          type="button"
          className={styles.end}
          aria-label={shown ? hideLabel : showLabel}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Shape size={18} stroke={1.75} aria-hidden />
        </button>
      }
    />
  );
}

export interface SearchFieldProps {
  readonly label: string;
  readonly clearLabel: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly className?: string | undefined;
}

/** A searchbox; Escape and the cross clear it. */
export function SearchField({ label, clearLabel, value, onChange, placeholder, className }: SearchFieldProps) {
  return (
    <div className={[styles.box, styles.search, className].filter(Boolean).join(" ")}>
      <IconSearch size={17} stroke={1.75} aria-hidden />
      <input
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || value === "") return;
          event.preventDefault();
          onChange("");
        }}
      />
      {value === "" ? null : (
        <button type="button" className={styles.end} aria-label={clearLabel} onClick={() => onChange("")}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </button>
      )}
    </div>
  );
}
