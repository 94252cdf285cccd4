import type { Icon } from "../icons.ts";
import { useId } from "react";
import styles from "./Segments.module.css";

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Replaces the label, which becomes a tooltip. */
  readonly icon?: Icon;
  readonly count?: number;
}

export interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly segments: readonly Segment<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice between a few options, side by side. */
export function Segments<Value extends string>({ label, segments, value, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.segments} aria-label={label}>
      {segments.map((one) => (
        <label key={one.value} className={styles.segment} data-tip={one.icon ? one.label : undefined}>
          <input
            type="radio"
            name={name}
            className={styles.input}
            checked={one.value === value}
            aria-label={one.label}
            onChange={() => onChange(one.value)}
          />
          {one.icon ? <one.icon size={18} stroke={1.75} aria-hidden /> : <span>{one.label}</span>}
          {one.count === undefined ? null : <span className={styles.count}>{one.count}</span>}
        </label>
      ))}
    </fieldset>
  );
}
