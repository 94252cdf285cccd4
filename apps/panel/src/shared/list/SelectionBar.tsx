import { Checkbox } from "@callpanel/ui";
import type { ReactNode } from "react";
import styles from "./SelectionBar.module.css";

/** Ids of the selectable rows of the page, and of the selected rows on all pages. */
export interface Selection {
  readonly ids: readonly number[];
  readonly selected: ReadonlySet<number>;
  readonly onTick: (ids: readonly number[], on: boolean) => void;
}

export interface SelectionBarProps extends Selection {
  /** The label of the checkbox that selects the whole page. */
  readonly label: string;
  /** The text for the number of selected rows. */
  readonly count: string;
  /** At its end while nothing is selected: the total. */
  readonly rest?: string;
  /** The actions on all selected rows. */
  readonly children: ReactNode;
}

/** Above a list: selects the whole page, and has the actions for the selected rows. */
export function SelectionBar({ ids, selected, onTick, label, count, rest, children }: SelectionBarProps) {
  const ticked = ids.filter((id) => selected.has(id)).length;
  const all = ids.length > 0 && ticked === ids.length;
  const on = selected.size > 0;
  return (
    <div className={styles.bar} data-on={on ? "" : undefined}>
      <Checkbox
        className={styles.all}
        aria-label={label}
        label={on ? null : rest === undefined ? label : <Word>{label}</Word>}
        checked={all}
        partly={ticked > 0 && !all}
        onChange={(tick) => onTick(ids, tick)}
      />
      <output className={styles.count}>{on ? count : null}</output>
      {on ? children : rest === undefined ? null : <Rest>{rest}</Rest>}
    </div>
  );
}

/** For a list without selection: the same height, so that the list begins at the same place. */
export function PlainBar({ rest }: { readonly rest: string }) {
  return (
    <div className={styles.bar}>
      <span className={styles.count} />
      <Rest>{rest}</Rest>
    </div>
  );
}

function Rest({ children }: { readonly children: string }) {
  return <output className={styles.rest}>{children}</output>;
}

/** For a button of the bar: if there is little space only its icon is shown, and the label is still read out. */
export function Word({ children }: { readonly children: string }) {
  return <span className={styles.word}>{children}</span>;
}
