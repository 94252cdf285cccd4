import { Suspense } from "react";
import type { ReactNode } from "react";
import styles from "./DrawerColumns.module.css";

export interface DrawerColumnsProps {
  /** What is open; null: nothing is, and the list has all of the page. It may be loaded late. */
  readonly drawer: ReactNode;
  /** The list and what belongs to it. */
  readonly children: ReactNode;
}

/** A list, and beside it what of it is open; where there is no room for both, the open one stands in its place. */
export function DrawerColumns({ drawer, children }: DrawerColumnsProps) {
  return (
    <div className={styles.screen}>
      <div className={styles.columns} data-open={drawer === null ? undefined : ""}>
        <div className={styles.list}>{children}</div>
        {drawer === null ? null : (
          <Suspense fallback={<aside className={styles.waiting} aria-hidden="true" />}>{drawer}</Suspense>
        )}
      </div>
    </div>
  );
}

/** The focus goes back to the row whose drawer was closed, by the row's id in the page. */
export function focusRow(id: string): void {
  // The list was hidden on a narrow screen: it is there with the next drawing.
  setTimeout(() => document.getElementById(id)?.focus(), 0);
}
