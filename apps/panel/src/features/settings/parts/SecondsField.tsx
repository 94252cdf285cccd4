import { TextField } from "@callpanel/ui";
import type { TextFieldProps } from "@callpanel/ui";

export interface SecondsFieldProps extends Omit<TextFieldProps, "type" | "value" | "onChange"> {
  /** NaN while the text is not a number. */
  readonly value: number;
  readonly onChange: (seconds: number) => void;
  readonly max: number;
}

/** Whole seconds from 0. */
export function SecondsField({ value, onChange, max, ...rest }: SecondsFieldProps) {
  return (
    <TextField
      {...rest}
      type="number"
      inputMode="numeric"
      min={0}
      max={max}
      step={1}
      value={Number.isFinite(value) ? value : ""}
      onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
    />
  );
}
