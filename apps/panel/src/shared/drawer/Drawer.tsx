import type { PanelErrorCode } from "@callpanel/contract";
import { IconButton, IconX, Skeleton, StatePanel } from "@callpanel/ui";
import type { Icon } from "@callpanel/ui";
import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { ApiError } from "../api/api.ts";
import { LoadFailed } from "../api/LoadFailed.tsx";
import styles from "./Drawer.module.css";

export interface Closing {
  readonly closeLabel: string;
  readonly onClose: () => void;
}

/** The text for an item that does not exist, or no longer exists. */
export interface Gone {
  readonly icon: Icon;
  readonly title: string;
  readonly text: string;
}

export interface DrawerProps<Data> extends Closing {
  readonly label: string;
  /** The open item; null if it cannot exist. */
  readonly query: Pick<UseQueryResult<Data>, "data" | "isPending" | "isError" | "error" | "refetch"> | null;
  readonly gone: Gone;
  /** The error if loading fails. */
  readonly fallback: PanelErrorCode;
  /** Heights of the skeleton shapes while it is loading, px. */
  readonly shapes: readonly number[];
  readonly children: (data: Data) => ReactNode;
}

/** The details of one item, next to its list. It takes the focus; Escape closes it. */
export function Drawer<Data>(props: DrawerProps<Data>) {
  const { label, query, gone, fallback, shapes, closeLabel, onClose, children } = props;
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => drawer.current?.focus(), []);
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  const open = query === null || isNotFound(query.error) ? null : query;
  return (
    // Escape is handled for every control inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={drawer}
      className={styles.drawer}
      tabIndex={-1}
      aria-label={label}
      aria-busy={open?.isPending === true}
      onKeyDown={press}
    >
      {open?.data !== undefined ? (
        children(open.data)
      ) : (
        <>
          <div className={styles.bare}>
            <IconButton icon={IconX} label={closeLabel} onClick={onClose} />
          </div>
          {open === null ? (
            <StatePanel {...gone} />
          ) : open.isError ? (
            <LoadFailed error={open.error} fallback={fallback} onRetry={() => void open.refetch()} />
          ) : (
            shapes.map((height, at) => <Skeleton key={at} height={height} />)
          )}
        </>
      )}
    </aside>
  );
}

const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.fault.kind === "answer" && error.fault.status === 404;

export interface DrawerHeadProps extends Closing {
  readonly picture?: ReactNode;
  readonly title: ReactNode;
  /** Below the title. */
  readonly children: ReactNode;
}

/** The title of the open item, and the close button. */
export function DrawerHead({ picture, title, closeLabel, onClose, children }: DrawerHeadProps) {
  return (
    <header className={styles.head}>
      {picture}
      <div className={styles.who}>
        <h2 className={styles.name}>{title}</h2>
        {children}
      </div>
      <IconButton icon={IconX} label={closeLabel} onClick={onClose} />
    </header>
  );
}

/** The main actions on the open item. */
export function DrawerTools({ children }: { readonly children: ReactNode }) {
  return <div className={styles.tools}>{children}</div>;
}
