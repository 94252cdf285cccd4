import { useMemo } from "react";
import { BAR_COUNT, barsPath } from "./peaks.ts";
import styles from "./Waveform.module.css";

declare module "react" {
  interface CSSProperties {
    /** How much of a sound has been heard (Waveform.module.css). */
    "--heard"?: string;
  }
}

export interface WaveformProps {
  /** Heights from 0 to 1; null draws a plain line. */
  readonly peaks: readonly number[] | null;
  /** How much has been heard, from 0 to 1. */
  readonly share: number;
}

/** The shape of a sound, what has been heard in the accent. Seen only: the slider over it says it in words. */
export function Waveform({ peaks, share }: WaveformProps) {
  const path = useMemo(() => (peaks === null ? `M0 50H${BAR_COUNT}` : barsPath(peaks)), [peaks]);
  const box = `0 0 ${peaks?.length ?? BAR_COUNT} 100`;
  return (
    <div className={styles.waveform} style={{ "--heard": `${(share * 100).toFixed(2)}%` }} aria-hidden="true">
      <svg viewBox={box} preserveAspectRatio="none" className={styles.ahead}>
        <path d={path} />
      </svg>
      <svg viewBox={box} preserveAspectRatio="none" className={styles.heard}>
        <path d={path} />
      </svg>
    </div>
  );
}
