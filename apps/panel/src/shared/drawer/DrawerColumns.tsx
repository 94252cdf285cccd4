import { Suspense } from "react";
import type { ReactNode } from "react";
import styles from "./DrawerColumns.module.css";

export interface DrawerColumnsProps {
  /** The open drawer, may be lazy; null: nothing is open and the list has the whole page. */
  readonly drawer: ReactNode;
  /** The list with its head. */
  readonly children: ReactNode;
}

/** A list with its open item next to it; if there is no space for both, the open item replaces the list. */
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

/** Returns the focus to the row of the closed drawer, by the row's id in the page. */
export function focusRow(id: string): void {
  // On a narrow screen the list was hidden: it is visible after the next render.
  setTimeout(() => document.getElementById(id)?.focus(), 0);
}
