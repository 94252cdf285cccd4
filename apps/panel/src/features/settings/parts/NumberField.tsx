import { IconAlertCircle } from "@callpanel/ui";
import { useId, useState } from "react";
import type { KeyboardEvent } from "react";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { settingsMessages } from "../settings.messages.ts";
import { useNumberSuggestions } from "../useNumberSuggestions.ts";
import styles from "./NumberField.module.css";

export interface NumberFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly disabled?: boolean;
  readonly silentLabel?: boolean;
}

/** A number that can be dialled: people and places that fit are offered as one types (`contact/phone_numbers`). */
export function NumberField({ label, value, onChange, error, hint, disabled, silentLabel }: NumberFieldProps) {
  const t = useWords(settingsMessages);
  const id = useId();
  const [mark, setMark] = useState(-1);
  const { typed, matches: found } = useNumberSuggestions();
  const asked = useSnapshot(typed);
  const matches = asked === "" ? [] : found;
  const isOpen = matches.length > 0;
  const close = () => {
    typed.dispatch("");
    setMark(-1);
  };
  const take = (number: string | undefined) => {
    if (number !== undefined) onChange(number);
    close();
  };
  const press = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing) return;
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by !== 0) setMark((mark + by + matches.length + (mark < 0 && by < 0 ? 1 : 0)) % matches.length);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && mark >= 0) take(matches[mark]?.phoneNumber);
    else return;
    event.preventDefault();
  };
  const note = error ?? hint;
  return (
    <div className={styles.field}>
      {silentLabel ? null : (
        <label className={styles.label} htmlFor={`${id}-input`}>
          {label}
        </label>
      )}
      <input
        id={`${id}-input`}
        type="text"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist cannot be filled while one types
        role="combobox"
        className={styles.input}
        aria-label={silentLabel ? label : undefined}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && mark >= 0 ? `${id}-${mark}` : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        disabled={disabled}
        value={value}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          typed.dispatch(currentTarget.value);
          setMark(-1);
        }}
        onKeyDown={press}
        onBlur={close}
      />
      <span className={styles.silent} aria-live="polite">
        {isOpen ? t("settings.matchCount", { count: matches.length }) : ""}
      </span>
      <div
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot stand below a combobox of our own
        role="listbox"
        className={styles.list}
        aria-label={t("settings.matches")}
        hidden={!isOpen}
        // The field keeps the focus, so that typing goes on.
        onPointerDown={(event) => event.preventDefault()}
      >
        {matches.map(({ phoneNumber, name, label: kind }, index) => (
          // The keys of a combobox are taken by its field.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={`${phoneNumber} ${kind}`}
            id={`${id}-${index}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option lives in a select or datalist only
            role="option"
            tabIndex={-1}
            className={styles.match}
            aria-selected={index === mark}
            onClick={() => take(phoneNumber)}
          >
            <bdi className={styles.name}>{name}</bdi>
            <span className={styles.number}>{phoneNumber}</span>
          </div>
        ))}
      </div>
      {note ? (
        <p id={`${id}-note`} className={error ? styles.error : styles.hint}>
          {error ? <IconAlertCircle size={14} stroke={2} aria-hidden /> : null}
          {note}
        </p>
      ) : null}
    </div>
  );
}
