import { Component, Suspense, useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import styles from "./DrawerColumns.module.css";

export interface DrawerColumnsProps {
  /** The open drawer, may be lazy; null: nothing is open and the list has the whole page. */
  readonly drawer: ReactNode;
  /** The id of the row that the open drawer belongs to; null: nothing is open. The row gets the focus when the drawer closes. */
  readonly rowId: string | null;
  /** The list with its head. */
  readonly children: ReactNode;
}

/** A list with its open item next to it; if there is no space for both, the open item replaces the list. */
export function DrawerColumns({ drawer, rowId, children }: DrawerColumnsProps) {
  useFocusOfRow(rowId);
  return (
    <div className={styles.screen}>
      <KeepsRow rowId={rowId}>
        <div className={styles.columns} data-open={drawer === null ? undefined : ""}>
          <div className={styles.list}>{children}</div>
          {drawer === null ? null : (
            <Suspense fallback={<aside className={styles.waiting} aria-hidden="true" />}>{drawer}</Suspense>
          )}
        </div>
      </KeepsRow>
    </div>
  );
}

/** SHELL-47: next to an open item the list is narrower and its head higher; the page is scrolled by that, so that the row is still under the pointer. A class, because only a class can measure before the page changes. */
class KeepsRow extends Component<Pick<DrawerColumnsProps, "rowId" | "children">> {
  override getSnapshotBeforeUpdate({ rowId: last }: KeepsRow["props"]): { row: Element; top: number } | null {
    const { rowId } = this.props;
    const row = rowId === last ? null : document.getElementById(rowId ?? last ?? "");
    const place = row?.getBoundingClientRect();
    // No height: the open item replaces the list.
    return row === null || !place?.height ? null : { row, top: place.top };
  }

  override componentDidUpdate(_: unknown, __: unknown, before: { row: Element; top: number } | null): void {
    if (before === null) return;
    const { top, height } = before.row.getBoundingClientRect();
    const page = height === 0 ? null : before.row.closest("main");
    if (page !== null) page.scrollTop += top - before.top;
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

/** When the drawer is closed while it has the focus, its row gets it. A field that the user chose meanwhile keeps it. */
function useFocusOfRow(rowId: string | null): void {
  const last = useRef<string | null>(null);
  useLayoutEffect(() => {
    const closed = rowId === null ? last.current : null;
    last.current = rowId;
    if (closed !== null && document.activeElement === document.body) document.getElementById(closed)?.focus();
  }, [rowId]);
}
