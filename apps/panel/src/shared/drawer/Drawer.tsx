import type { PanelErrorCode } from "@callpanel/contract";
import { IconButton, IconX, Skeleton, StatePanel } from "@callpanel/ui";
import type { Icon } from "@callpanel/ui";
import type { UseQueryResult } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { answerOf } from "../api/api.ts";
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

export interface DrawerFrameProps {
  readonly label: string;
  readonly busy?: boolean;
  /** `left`: it opens by itself, or next to something that needs the focus. */
  readonly focus?: "taken" | "left";
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The frame of a drawer. It takes the focus; Escape closes it. */
export function DrawerFrame({ label, busy = false, focus = "taken", onClose, children }: DrawerFrameProps) {
  const drawer = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (focus === "taken") drawer.current?.focus();
  }, [focus]);
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    // A menu of the drawer is drawn elsewhere, and Escape closes the menu alone.
    if (!(event.target instanceof Node) || !drawer.current?.contains(event.target)) return;
    event.preventDefault();
    onClose();
  };
  return (
    // Escape is handled for every control inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside ref={drawer} className={styles.drawer} tabIndex={-1} aria-label={label} aria-busy={busy} onKeyDown={press}>
      {children}
    </aside>
  );
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

/** The details of one item, next to its list. */
export function Drawer<Data>(props: DrawerProps<Data>) {
  const { label, query, gone, fallback, shapes, closeLabel, onClose, children } = props;
  const open = query === null || isNotFound(query.error) ? null : query;
  return (
    <DrawerFrame label={label} busy={open?.isPending === true} onClose={onClose}>
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
    </DrawerFrame>
  );
}

const isNotFound = (error: unknown): boolean => answerOf(error)?.status === 404;

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
