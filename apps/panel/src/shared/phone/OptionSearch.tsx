import { OptionList, optionField, stepOption, TextField } from "@callpanel/ui";
import { Fragment, useId, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import styles from "./OptionSearch.module.css";

export interface OptionSearchProps<Item> {
  readonly label: string;
  readonly hint: string;
  readonly listLabel: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly items: readonly Item[];
  /** Different for each of them. */
  readonly keyOf: (item: Item) => string;
  readonly onChoose: (item: Item) => void;
  /** Shown when nothing fits what was typed. */
  readonly none: string;
  /** An `Option` for the item. */
  readonly children: (item: Item, option: OptionOf) => ReactNode;
}

/** What the `Option` of an item gets. */
export interface OptionOf {
  readonly id: string;
  readonly marked: boolean;
  readonly onChoose: () => void;
}

/** A field with a list below it, to choose from by pointer or keyboard; it takes the focus of its dialog. */
export function OptionSearch<Item>(props: OptionSearchProps<Item>) {
  const { label, hint, listLabel, search, onSearch, items, keyOf, onChoose, none, children } = props;
  const id = useId();
  const [marked, setMarked] = useState(0);
  const at = Math.min(marked, items.length - 1);
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = stepOption(event.key, at, items.length);
    if (next !== null) {
      event.preventDefault();
      setMarked(next);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const chosen = items[at];
      if (chosen !== undefined) onChoose(chosen);
    }
  };
  return (
    <>
      <TextField
        {...optionField({ listId: `${id}-list`, opened: true, markedId: at < 0 ? undefined : `${id}-${at}` })}
        data-autofocus
        silentLabel
        label={label}
        placeholder={hint}
        maxLength={64}
        value={search}
        onChange={(event) => {
          onSearch(event.currentTarget.value);
          setMarked(0);
        }}
        onKeyDown={press}
      />
      <OptionList id={`${id}-list`} className={styles.list} label={listLabel} marked={at}>
        {items.map((item, index) => (
          <Fragment key={keyOf(item)}>
            {children(item, { id: `${id}-${index}`, marked: index === at, onChoose: () => onChoose(item) })}
          </Fragment>
        ))}
      </OptionList>
      {items.length === 0 && search !== "" ? <p className={styles.none}>{none}</p> : null}
    </>
  );
}
