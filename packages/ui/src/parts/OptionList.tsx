import { useEffect, useRef } from "react";
import type { ComponentProps, ReactNode } from "react";
import styles from "./OptionList.module.css";

export interface OptionFieldState {
  /** Of the `OptionList`. */
  readonly listId: string;
  readonly opened: boolean;
  /** Of the marked `Option`; undefined: none is. */
  readonly markedId: string | undefined;
}

/** What makes an input the field of an `OptionList` (WAI-ARIA combobox): it keeps the focus and takes the keys. */
export const optionField = ({ listId, opened, markedId }: OptionFieldState) =>
  ({
    role: "combobox",
    "aria-expanded": opened,
    "aria-controls": listId,
    "aria-autocomplete": "list",
    "aria-activedescendant": opened ? markedId : undefined,
    autoComplete: "off",
    autoCapitalize: "off",
    autoCorrect: "off",
    spellCheck: false,
  }) as const satisfies ComponentProps<"input">;

/** Where an arrow key leads, round at the ends. @param at -1: none is marked. @returns null for any other key, and without options */
export function stepOption(key: string, at: number, count: number): number | null {
  if (count === 0 || (key !== "ArrowDown" && key !== "ArrowUp")) return null;
  if (at < 0) return key === "ArrowDown" ? 0 : count - 1;
  return (at + (key === "ArrowDown" ? 1 : count - 1)) % count;
}

export interface OptionListProps {
  readonly id: string;
  readonly label: string;
  readonly hidden?: boolean;
  /** Index of the marked option, which is kept in sight. */
  readonly marked: number;
  /** Its place and height. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** What a field offers as one types. */
export function OptionList({ id, label, hidden, marked, className, children }: OptionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView?.({ block: "nearest" });
  }, [marked]);
  return (
    <div
      ref={list}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot stand below a field of our own
      role="listbox"
      className={[styles.list, className].filter(Boolean).join(" ")}
      aria-label={label}
      hidden={hidden}
      // The field keeps the focus, so that typing goes on.
      onPointerDown={(event) => event.preventDefault()}
    >
      {children}
    </div>
  );
}

export interface OptionProps {
  readonly id: string;
  readonly marked: boolean;
  readonly disabled?: boolean;
  readonly onChoose: () => void;
  readonly onPointerMove?: () => void;
  readonly children: ReactNode;
}

export function Option({ id, marked, disabled, onChoose, onPointerMove, children }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys of a combobox are taken by its field
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option element lives in a select or datalist only
      role="option"
      tabIndex={-1}
      className={styles.option}
      aria-selected={marked}
      aria-disabled={disabled}
      onClick={onChoose}
      onPointerMove={onPointerMove}
    >
      {children}
    </div>
  );
}
