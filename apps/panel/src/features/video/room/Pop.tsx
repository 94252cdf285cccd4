import { useEffect, useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import styles from "./Pop.module.css";

interface PopProps {
  /** The name of what opens. */
  readonly label: string;
  readonly button: (props: { "aria-expanded": boolean; "aria-controls": string; onClick: () => void }) => ReactNode;
  readonly children: (close: () => void) => ReactNode;
}

/** A small sheet above its button; Escape, a click elsewhere and a focus elsewhere close it. */
export function Pop({ label, button, children }: PopProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  useEffect(() => {
    if (!opened) return undefined;
    const leave = (event: Event) => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) close();
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
    };
  }, [opened]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape is for everything in it
    <div
      ref={box}
      className={styles.box}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !opened) return;
        event.stopPropagation();
        close();
        box.current?.querySelector("button")?.focus();
      }}
    >
      {button({ "aria-expanded": opened, "aria-controls": id, onClick: () => setOpened(!opened) })}
      {opened ? (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields
        <div id={id} role="group" aria-label={label} className={styles.sheet}>
          {children(close)}
        </div>
      ) : null}
    </div>
  );
}
