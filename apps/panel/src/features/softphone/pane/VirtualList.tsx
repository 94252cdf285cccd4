import { useState } from "react";
import type { ReactNode } from "react";
import styles from "./VirtualList.module.css";

export const LIST_MAX_PX = 300; // spec 1 §2: lists have max height 300 px
export const ROW_PX = 52;
const MARGIN_ROWS = 4;

export interface VirtualListProps<Row> {
  readonly rows: readonly Row[];
  readonly label: string;
  readonly keyOf: (row: Row, index: number) => string;
  readonly children: (row: Row) => ReactNode;
}

/** Rows of equal height; only the visible ones, and a few around them, are in the page. */
export function VirtualList<Row>({ rows, label, keyOf, children }: VirtualListProps<Row>) {
  const [top, setTop] = useState(0);
  const first = Math.max(0, Math.floor(top / ROW_PX) - MARGIN_ROWS);
  const last = Math.min(rows.length, Math.ceil((top + LIST_MAX_PX) / ROW_PX) + MARGIN_ROWS);
  return (
    <div className={styles.scroll} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
      <ul className={styles.list} aria-label={label} style={{ height: rows.length * ROW_PX }}>
        {rows.slice(first, last).map((row, offset) => {
          const index = first + offset;
          return (
            <li
              key={keyOf(row, index)}
              className={styles.row}
              style={{ transform: `translateY(${index * ROW_PX}px)` }}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              {children(row)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
