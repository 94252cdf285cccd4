import { Checkbox } from "@callpanel/ui";
import type { ReactNode } from "react";
import styles from "./SelectionBar.module.css";

/** Ids of the page's rows that can be ticked, and those that are, on whichever page. */
export interface Selection {
  readonly ids: readonly number[];
  readonly selected: ReadonlySet<number>;
  readonly onTick: (ids: readonly number[], on: boolean) => void;
}

export interface SelectionBarProps extends Selection {
  /** The name of the box that ticks all of the page. */
  readonly label: string;
  /** How many are ticked, in words. */
  readonly count: string;
  /** At its end while nothing is ticked: how many there are. */
  readonly rest?: string;
  /** What can be done with all that are ticked. */
  readonly children: ReactNode;
}

/** Above a list: ticks all of its page, and does to all that are ticked what can be done to several. */
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

/** Where nothing can be ticked: as high, so that the list begins where it always does. */
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

/** Of a button in the bar: where there is little room its sign stands alone, and the word is read out still. */
export function Word({ children }: { readonly children: string }) {
  return <span className={styles.word}>{children}</span>;
}
