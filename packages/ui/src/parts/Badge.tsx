import styles from "./Badge.module.css";

/** A count at the corner of something: nothing at 0, `99+` past 99. Hidden from readers, whose description says it in words. */
export function CountBadge({ count, inline }: { readonly count: number; readonly inline?: boolean }) {
  if (count <= 0) return null;
  return (
    <span className={styles.count} data-inline={inline ? "" : undefined} aria-hidden="true">
      {count > 99 ? "99+" : count}
    </span>
  );
}

export type Tone = "good" | "waiting" | "bad" | "off";

/** A small lamp: good (green), waiting (accent, pulsing), bad (red), off (grey). A word beside it or a tip says the same. */
export function Lamp({ tone }: { readonly tone: Tone }) {
  return <span className={styles.lamp} data-tone={tone} aria-hidden="true" />;
}

/** A key to press, as written on it. */
export function Key({ children }: { readonly children: string }) {
  return <kbd className={styles.key}>{children}</kbd>;
}
