import { NO_SETTING } from "@callpanel/contract";
import type { SettingForm } from "@callpanel/contract";
import { SelectField, Switch, TextField } from "@callpanel/ui";

export interface SettingInputProps {
  readonly form: SettingForm;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly error: string | undefined;
  readonly readOnly: boolean;
  /** The class of a switch, which is as wide as its group. */
  readonly flagClass?: string | undefined;
  readonly choiceName: (choice: string) => string;
  readonly onChange: (text: string) => void;
}

/** The field of a setting, by its form; in a field, no value is an empty text. */
export function SettingInput(props: SettingInputProps) {
  const { form, label, hint, value, error, readOnly, flagClass, choiceName, onChange } = props;
  switch (form.kind) {
    case "flag":
      return (
        <Switch
          className={flagClass}
          label={label}
          checked={value === "true"}
          disabled={readOnly}
          onChange={(on) => onChange(String(on))}
        />
      );
    case "choice":
      return (
        <SelectField
          label={label}
          hint={hint}
          choices={form.choices.map((choice) => ({ value: choice, label: choiceName(choice) }))}
          value={value}
          disabled={readOnly}
          error={error}
          onChange={onChange}
        />
      );
    case "whole":
    case "featureCodes":
    case "text":
      return (
        <TextField
          label={label}
          hint={hint}
          inputMode={form.kind === "whole" ? "numeric" : undefined}
          autoComplete="off"
          readOnly={readOnly}
          value={form.optional && value === NO_SETTING ? "" : value}
          error={error}
          onChange={({ currentTarget }) =>
            onChange(form.optional && currentTarget.value.trim() === "" ? NO_SETTING : currentTarget.value)
          }
        />
      );
  }
}
