import { useEffect, useId, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { IconAlertCircle } from "../icons.ts";
import { CountBadge } from "./Badge.tsx";
import styles from "./Tabs.module.css";

export interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Its panel needs attention: shown as an icon, and as the description of the tab. */
  readonly fault?: string | undefined;
  /** What waits in its panel: a badge, with its words as the description of the tab. */
  readonly count?: { readonly count: number; readonly text: string } | undefined;
}

export interface TabsProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** The panel of the chosen tab. */
  readonly children: ReactNode;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Tabs with one visible panel; arrow keys, Home and End move between the tabs. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // There may be more tabs than fit.
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [value]);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((one) => one.value === value);
    const step = STEPS[event.key];
    const to =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? tabs.length - 1
          : step === undefined
            ? -1
            : (at + step + tabs.length) % tabs.length;
    const next = tabs[to];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.value);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[to]?.focus();
  };
  return (
    <>
      <div ref={list} role="tablist" tabIndex={-1} aria-label={label} className={styles.tabs} onKeyDown={press}>
        {tabs.map((one) => (
          <button
            key={one.value}
            type="button"
            role="tab"
            id={`${id}-${one.value}`}
            className={styles.tab}
            aria-selected={one.value === value}
            aria-controls={`${id}-panel`}
            aria-describedby={one.fault || one.count ? `${id}-${one.value}-note` : undefined}
            tabIndex={one.value === value ? 0 : -1}
            onClick={() => onChange(one.value)}
          >
            {one.label}
            {one.fault ? (
              <span className={styles.fault} data-tip={one.fault}>
                <IconAlertCircle size={15} stroke={2} aria-hidden />
              </span>
            ) : null}
            {one.count ? <CountBadge count={one.count.count} inline /> : null}
            {one.fault || one.count ? (
              <span id={`${id}-${one.value}-note`} hidden>
                {[one.fault, one.count?.text].filter(Boolean).join(", ")}
              </span>
            ) : null}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className={styles.panel}>
        {children}
      </div>
    </>
  );
}
