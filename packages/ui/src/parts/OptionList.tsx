import { useEffect, useRef } from "react";
import type { ComponentProps, ReactNode } from "react";
import styles from "./OptionList.module.css";

export interface OptionFieldState {
  /** The id of the `OptionList`. */
  readonly listId: string;
  readonly opened: boolean;
  /** The id of the highlighted `Option`, if any. */
  readonly markedId: string | undefined;
}

/** What makes an input the field of an `OptionList` (WAI-ARIA combobox): it keeps the focus and handles the keys. */
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

/** The index after an arrow key, wrapping at the ends; null for other keys, and without options. @param at -1: no highlight */
export function stepOption(key: string, at: number, count: number): number | null {
  if (count === 0 || (key !== "ArrowDown" && key !== "ArrowUp")) return null;
  if (at < 0) return key === "ArrowDown" ? 0 : count - 1;
  return (at + (key === "ArrowDown" ? 1 : count - 1)) % count;
}

export interface OptionListProps {
  readonly id: string;
  readonly label: string;
  readonly hidden?: boolean;
  /** Index of the highlighted option, which is scrolled into view. */
  readonly marked: number;
  /** Its place and height. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The options of a field while typing. */
export function OptionList({ id, label, hidden, marked, className, children }: OptionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView?.({ block: "nearest" });
  }, [marked]);
  return (
    <div
      ref={list}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be placed below a custom field
      role="listbox"
      className={[styles.list, className].filter(Boolean).join(" ")}
      aria-label={label}
      hidden={hidden}
      // The field keeps the focus, so that typing can continue.
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
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field of a combobox handles its keys
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
