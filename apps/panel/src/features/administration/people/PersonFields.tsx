import type { NewCompanyPerson } from "@callpanel/contract";
import { Checkbox, Switch, TextField } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { ThingForm } from "../../../shared/form/useThingForm.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { groupsQuery } from "./people.api.ts";
import { peopleMessages } from "./people.messages.ts";
import type { PersonTextField } from "./person.model.ts";
import styles from "./PersonFields.module.css";

export interface PersonFieldsProps {
  readonly form: ThingForm<NewCompanyPerson>;
  readonly isNew: boolean;
  /** The person may only look. */
  readonly readOnly: boolean;
}

/** The fields of a person: of a new one also the username. */
export function PersonFields({ form, isNew, readOnly }: PersonFieldsProps) {
  const t = useWords(peopleMessages);
  return (
    <div className={styles.fields}>
      {isNew ? <PersonText form={form} readOnly={readOnly} field="username" hint={t("people.usernameHint")} /> : null}
      <PersonText form={form} readOnly={readOnly} field="first_name" />
      <PersonText form={form} readOnly={readOnly} field="last_name" />
      <PersonText form={form} readOnly={readOnly} field="extension" hint={t("people.extensionHint")} />
      <PersonText form={form} readOnly={readOnly} field="email" />
      <PersonText form={form} readOnly={readOnly} field="department" />
      <Groups form={form} readOnly={readOnly} />
      <Switch
        label={t("people.may_use_panel")}
        checked={form.value.may_use_panel}
        disabled={readOnly}
        onChange={(may_use_panel) => form.change({ may_use_panel })}
      />
    </div>
  );
}

interface TextProps extends Omit<PersonFieldsProps, "isNew"> {
  readonly field: PersonTextField;
  readonly hint?: string;
}

function PersonText({ form, readOnly, field, hint }: TextProps) {
  const t = useWords(peopleMessages);
  return (
    <TextField
      label={t(`people.${field}`)}
      hint={hint}
      type={field === "email" ? "email" : "text"}
      inputMode={field === "extension" ? "numeric" : undefined}
      autoComplete="off"
      autoCapitalize={field === "username" ? "none" : undefined}
      readOnly={readOnly}
      value={form.value[field]}
      error={form.faultOf(field)}
      onChange={({ currentTarget }) => form.change({ [field]: currentTarget.value })}
    />
  );
}

function Groups({ form, readOnly }: Omit<PersonFieldsProps, "isNew">) {
  const t = useWords(peopleMessages);
  const { api } = usePanel();
  const id = useId();
  const { data = [] } = useQuery(groupsQuery(api));
  const { groups } = form.value;
  const fault = form.faultOf("groups");
  return (
    <fieldset className={styles.groups} aria-describedby={`${id}-note`}>
      <legend className={styles.legend}>{t("people.groups")}</legend>
      {[...new Set([...data, ...groups])].map((group) => (
        <Checkbox
          key={group}
          label={group}
          checked={groups.includes(group)}
          disabled={readOnly}
          onChange={(on) =>
            form.change({ groups: on ? [...groups, group].toSorted() : groups.filter((one) => one !== group) })
          }
        />
      ))}
      <p id={`${id}-note`} className={fault === undefined ? styles.hint : styles.fault}>
        {fault ?? t("people.groupsHint")}
      </p>
    </fieldset>
  );
}
