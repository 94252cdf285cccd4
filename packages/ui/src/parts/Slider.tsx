import type { ComponentPropsWithRef } from "react";
import styles from "./Slider.module.css";

declare module "react" {
  interface CSSProperties {
    /** The filled part of the track (Slider.module.css). */
    "--fill"?: string;
  }
}

export interface SliderProps extends Omit<
  ComponentPropsWithRef<"input">,
  "type" | "min" | "max" | "step" | "value" | "onChange"
> {
  readonly "aria-label": string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** The browser's native range input, filled up to its value. */
export function Slider({ min, max, step, value, onChange, className = "", ...rest }: SliderProps) {
  return (
    <input
      {...rest}
      type="range"
      className={`${styles.slider} ${className}`}
      min={min}
      max={max}
      step={step}
      value={value}
      style={{ "--fill": `${((value - min) / (max - min)) * 100}%` }}
      onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
    />
  );
}
