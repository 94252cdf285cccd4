import { useMemo } from "react";
import { BAR_COUNT, barsPath } from "./peaks.ts";
import styles from "./Waveform.module.css";

declare module "react" {
  interface CSSProperties {
    /** The played part of a sound (Waveform.module.css). */
    "--heard"?: string;
  }
}

export interface WaveformProps {
  /** Heights from 0 to 1; null renders a plain line. */
  readonly peaks: readonly number[] | null;
  /** The played part, from 0 to 1. */
  readonly share: number;
}

/** The waveform of a sound, the played part in the accent colour. Not read out: the slider over it has the values. */
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
