import type { ReactNode } from "react";
import styles from "./Spoken.module.css";

export interface SpokenProps {
  readonly is?: "span" | "output" | "h1";
  /** They are read out as they change. */
  readonly "aria-live"?: "polite" | "assertive";
  readonly "aria-label"?: string;
  readonly "data-announcement"?: "";
  readonly children?: ReactNode;
}

/** Text only for screen readers. */
export function Spoken({ is: Element = "span", ...rest }: SpokenProps) {
  return <Element {...rest} className={styles.spoken} />;
}
