import { Fragment, useLayoutEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { IconChevronDown } from "../icons.ts";
import type { Tab, TabsProps } from "./Tabs.tsx";
import styles from "./SideTabs.module.css";

export interface SideTabGroup<Value extends string> {
  readonly name: string;
  /** Above its tabs; null for what stands alone. */
  readonly label: string | null;
  readonly tabs: ReadonlyArray<Pick<Tab<Value>, "value" | "label">>;
}

export interface SideTabsProps<Value extends string> extends Omit<TabsProps<Value>, "tabs"> {
  readonly groups: readonly SideTabGroup<Value>[];
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * More tabs than a line holds: a list at the side of their panel, or, where that would be too narrow, a button that opens the list.
 * Arrow keys, Home and End move between them, Enter chooses.
 */
export function SideTabs<Value extends string>({ label, groups, value, onChange, children }: SideTabsProps<Value>) {
  const id = useId();
  const side = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const tabs = groups.flatMap((group) => group.tabs);
  const allTabs = (): readonly HTMLElement[] => [...(side.current?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])];
  useLayoutEffect(() => {
    if (opened) side.current?.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
  }, [opened]);

  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape" && opened) {
      event.preventDefault();
      setOpened(false);
      opener.current?.focus();
      return;
    }
    const all = allTabs();
    const at = all.findIndex((one) => one === document.activeElement);
    const step = STEPS[event.key];
    if (at === -1 || (step === undefined && event.key !== "Home" && event.key !== "End")) return;
    event.preventDefault();
    const to = event.key === "Home" ? 0 : step === undefined ? -1 : (at + step) % all.length;
    all.at(to)?.focus();
  };
  const choose = (chosen: Value) => {
    if (opened) opener.current?.focus();
    setOpened(false);
    onChange(chosen);
  };
  return (
    <div className={styles.frame}>
      <div className={styles.columns}>
        <div
          ref={side}
          tabIndex={-1}
          className={styles.side}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) setOpened(false);
          }}
        >
          <button
            ref={opener}
            type="button"
            className={styles.opener}
            aria-expanded={opened}
            aria-controls={`${id}-list`}
            aria-describedby={`${id}-label`}
            onClick={() => setOpened(!opened)}
          >
            {tabs.find((one) => one.value === value)?.label ?? label}
            <IconChevronDown size={18} stroke={1.75} aria-hidden />
          </button>
          <span id={`${id}-label`} hidden>
            {label}
          </span>
          <div
            id={`${id}-list`}
            role="tablist"
            tabIndex={-1}
            aria-orientation="vertical"
            aria-label={label}
            className={styles.list}
            data-opened={opened ? "" : undefined}
            onKeyDown={press}
          >
            {groups.map((group) => (
              <Fragment key={group.name}>
                {group.label === null ? null : (
                  <span aria-hidden className={styles.group}>
                    {group.label}
                  </span>
                )}
                {group.tabs.map((one) => (
                  <button
                    key={one.value}
                    type="button"
                    role="tab"
                    id={`${id}-${one.value}`}
                    className={styles.tab}
                    aria-selected={one.value === value}
                    aria-controls={`${id}-panel`}
                    tabIndex={one.value === value ? 0 : -1}
                    onClick={() => choose(one.value)}
                  >
                    {one.label}
                  </button>
                ))}
              </Fragment>
            ))}
          </div>
        </div>
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className={styles.panel}>
          {children}
        </div>
      </div>
    </div>
  );
}
