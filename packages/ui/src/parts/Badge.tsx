import styles from "./Badge.module.css";

/** A count at a corner: nothing at 0, `99+` above 99. Hidden from screen readers; the element's description has the count. */
export function CountBadge({ count, inline }: { readonly count: number; readonly inline?: boolean }) {
  if (count <= 0) return null;
  return (
    <span className={styles.count} data-inline={inline ? "" : undefined} aria-hidden="true">
      {count > 99 ? "99+" : count}
    </span>
  );
}

export type Tone = "good" | "waiting" | "bad" | "off";

/** A small lamp: good (green), waiting (accent, pulsing), bad (red), off (grey). A word next to it or a tooltip says the same. */
export function Lamp({ tone }: { readonly tone: Tone }) {
  return <span className={styles.lamp} data-tone={tone} aria-hidden="true" />;
}

/** A key to press, as written on it. */
export function Key({ children }: { readonly children: string }) {
  return <kbd className={styles.key}>{children}</kbd>;
}
