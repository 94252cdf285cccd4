import { THING_SHAPES } from "@callpanel/contract";
import { PasswordField, SelectField, Switch, TextField } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import type { ThingForm } from "../../../shared/form/useThingForm.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { DatesField } from "./DatesField.tsx";
import { DestinationField } from "./DestinationField.tsx";
import type { OneFieldProps } from "./oneField.ts";
import type { ThingPageKind } from "./thing.kinds.ts";
import type { ThingTexts } from "./thing.model.ts";
import { hoursQuery } from "./things.api.ts";
import { choiceName, fieldName, hintOf, thingsMessages } from "./things.messages.ts";
import { WeekField } from "./WeekField.tsx";
import page from "../parts/Page.module.css";
import styles from "./Thing.module.css";

export interface ThingFieldsProps {
  readonly kind: ThingPageKind;
  readonly form: ThingForm<ThingTexts>;
  readonly isNew: boolean;
  readonly readOnly: boolean;
}

/** THINGS-2: the fields of a thing, in the order of its shape. */
export function ThingFields({ kind: { kind }, form, isNew, readOnly }: ThingFieldsProps) {
  const t = useWords(thingsMessages);
  return (
    <div className={page.fields}>
      {isNew ? (
        <TextField
          label={fieldName(t, kind, "id")}
          hint={t("things.idHint")}
          autoComplete="off"
          spellCheck={false}
          value={form.value["id"] ?? ""}
          error={form.faultOf("id")}
          onChange={({ currentTarget }) => form.change({ id: currentTarget.value })}
        />
      ) : null}
      {shownFields(kind, form.value).map(([name, field]) => (
        <OneField
          key={name}
          field={field}
          label={fieldName(t, kind, name)}
          hint={hintOf(t, name, { isNew, optional: field.optional === true })}
          value={form.value[name] ?? ""}
          error={form.faultOf(name)}
          readOnly={readOnly}
          onChange={(text) => form.change({ [name]: text })}
        />
      ))}
    </div>
  );
}

/** Where a number leads outside business hours is asked when there are some. */
const shownFields = (kind: ThingPageKind["kind"], texts: ThingTexts) =>
  Object.entries(THING_SHAPES[kind].fields).filter(
    ([name]) => name !== "otherwise" || Boolean(texts["hours"]) || Boolean(texts["otherwise"]),
  );

function OneField(props: OneFieldProps) {
  const { field, label, hint, value, error, readOnly, onChange } = props;
  const t = useWords(thingsMessages);
  switch (field.kind) {
    case "flag":
      return (
        <Switch
          className={styles.wide}
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
          choices={(field.choices ?? []).map((one) => ({ value: one, label: choiceName(t, one) }))}
          value={value}
          disabled={readOnly}
          error={error}
          onChange={onChange}
        />
      );
    case "zone":
      return <ZoneField {...props} />;
    case "hours":
      return <HoursField {...props} />;
    case "week":
      return <WeekField {...props} />;
    case "dates":
      return <DatesField {...props} />;
    case "number":
      return <DestinationField {...props} />;
    case "secret":
      return (
        <PasswordField
          label={label}
          hint={hint}
          showLabel={t("things.secret.show")}
          hideLabel={t("things.secret.hide")}
          autoComplete="new-password"
          readOnly={readOnly}
          value={value}
          error={error}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    case "whole":
    case "text":
      return (
        <TextField
          label={label}
          hint={hint}
          inputMode={field.kind === "whole" ? "numeric" : undefined}
          autoComplete="off"
          readOnly={readOnly}
          value={value}
          error={error}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
  }
}

function ZoneField({ label, value, error, readOnly, onChange }: OneFieldProps) {
  const zones = [...new Set([...(value === "" ? [] : [value]), "UTC", ...Intl.supportedValuesOf("timeZone")])];
  return (
    <SelectField
      label={label}
      choices={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
      value={value}
      disabled={readOnly}
      error={error}
      onChange={onChange}
    />
  );
}

/** The business hours of a number; none: always. */
function HoursField({ label, value, error, readOnly, onChange }: OneFieldProps) {
  const t = useWords(thingsMessages);
  const { api } = usePanel();
  const { data = [] } = useQuery(hoursQuery(api));
  const names = [...new Set([...(value === "" ? [] : [value]), ...data])];
  return (
    <SelectField
      label={label}
      hint={t("things.hint.hours")}
      choices={[{ value: "", label: t("things.always") }, ...names.map((name) => ({ value: name, label: name }))]}
      value={value}
      disabled={readOnly}
      error={error}
      onChange={onChange}
    />
  );
}
