import type { WrittenSetting } from "@callpanel/contract";
import type { ThingForm } from "../../../shared/form/useThingForm.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { SettingInput } from "../parts/SettingInput.tsx";
import { keyOf } from "./service.model.ts";
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
  return (
    <SettingInput
      form={shape}
      label={wordOf(t, "set", name)}
      hint={"optional" in shape && shape.optional ? t("services.optional") : undefined}
      value={form.value[key] ?? stored}
      error={form.faultOf(key)}
      readOnly={readOnly}
      flagClass={styles.flag}
      choiceName={(choice) => wordOf(t, "choice", choice)}
      onChange={(text) => form.change({ [key]: text })}
    />
  );
}
