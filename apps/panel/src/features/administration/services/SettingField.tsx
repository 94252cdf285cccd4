import type { WrittenSetting } from "@callpanel/contract";
import { SelectField, Switch, TextField } from "@callpanel/ui";
import type { ThingForm } from "../../../shared/form/useThingForm.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { keyOf, shownText, typedText } from "./service.model.ts";
import type { ServiceValues } from "./service.model.ts";
import { servicesMessages, wordOf } from "./services.messages.ts";
import styles from "./Service.module.css";

export interface SettingFieldProps {
  readonly form: ThingForm<ServiceValues>;
  readonly setting: WrittenSetting;
  readonly readOnly: boolean;
}

/** SERVICES-3: the field of one setting, by its form. */
export function SettingField({ form, setting: { name, value: stored, form: shape }, readOnly }: SettingFieldProps) {
  const t = useWords(servicesMessages);
  const key = keyOf(name);
  const label = wordOf(t, "set", name);
  const value = form.value[key] ?? stored;
  const change = (text: string) => form.change({ [key]: text });
  switch (shape.kind) {
    case "flag":
      return (
        <Switch
          className={styles.flag}
          label={label}
          checked={value === "true"}
          disabled={readOnly}
          onChange={(on) => change(String(on))}
        />
      );
    case "choice":
      return (
        <SelectField
          label={label}
          choices={shape.choices.map((choice) => ({ value: choice, label: wordOf(t, "choice", choice) }))}
          value={value}
          disabled={readOnly}
          error={form.faultOf(key)}
          onChange={change}
        />
      );
    case "whole":
    case "text":
      return (
        <TextField
          label={label}
          hint={shape.optional ? t("services.optional") : undefined}
          inputMode={shape.kind === "whole" ? "numeric" : undefined}
          autoComplete="off"
          readOnly={readOnly}
          value={shownText(shape, value)}
          error={form.faultOf(key)}
          onChange={({ currentTarget }) => change(typedText(shape, currentTarget.value))}
        />
      );
  }
}
