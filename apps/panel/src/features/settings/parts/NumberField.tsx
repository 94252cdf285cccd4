import { Option, OptionList, optionField, Spoken, stepOption, TextField } from "@callpanel/ui";
import { useId, useState } from "react";
import type { KeyboardEvent, Ref } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
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
  readonly ref?: Ref<HTMLInputElement>;
}

/** A number that can be dialled: matching people and places are offered while the user types. */
export function NumberField({ value, onChange, hint, ...field }: NumberFieldProps) {
  const t = useWords(settingsMessages);
  const words = useLocaleWords();
  const write = useNumberText(usePanel().viewer);
  const id = useId();
  const [mark, setMark] = useState(-1);
  const { typed, matches: found, failure } = useNumberSuggestions();
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
    const next = stepOption(event.key, mark, matches.length);
    if (next !== null) setMark(next);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && mark >= 0) take(matches[mark]?.extension);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.place}>
      <TextField
        {...field}
        hint={failure === null ? hint : words.say(sayError(failure, "settings.extensions"))}
        {...optionField({ listId: `${id}-list`, opened: isOpen, markedId: mark < 0 ? undefined : `${id}-${mark}` })}
        className={styles.field}
        maxLength={64}
        value={value}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          typed.dispatch(currentTarget.value);
          setMark(-1);
        }}
        onKeyDown={press}
        onBlur={close}
      />
      <Spoken aria-live="polite">{isOpen ? t("settings.matchCount", { count: matches.length }) : ""}</Spoken>
      <OptionList
        id={`${id}-list`}
        className={styles.list}
        label={t("settings.matches")}
        hidden={!isOpen}
        marked={mark}
      >
        {matches.map(({ name, extension }, index) => (
          <Option
            key={`${extension} ${name}`}
            id={`${id}-${index}`}
            marked={index === mark}
            onChoose={() => take(extension)}
          >
            <bdi>{name}</bdi>
            <span className={styles.number}>{write(extension)}</span>
          </Option>
        ))}
      </OptionList>
    </div>
  );
}
