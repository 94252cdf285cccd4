import type { NewCompanyPerson } from "@callpanel/contract";
import { useNavigate } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { ThingForm } from "../../../shared/form/ThingForm.tsx";
import { useThingForm } from "../../../shared/form/useThingForm.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { BackLink } from "../parts/BackLink.tsx";
import { Section } from "../parts/Section.tsx";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";
import { peopleChanges, personQuery } from "./people.api.ts";
import { peopleMessages } from "./people.messages.ts";
import { NOBODY, PERSON_FAULTS, PERSON_FORM_CHECKS, storedPerson } from "./person.model.ts";
import { PersonFields } from "./PersonFields.tsx";

const EMPTY = { values: NOBODY, version: "" };
const LIST = "/administration/people";

/** PEOPLE-2: a new person: first their name and number; how they sign in is chosen on the page that opens then. */
export function NewPerson() {
  const t = useWords(peopleMessages);
  const { api } = usePanel();
  const client = useQueryClient();
  const navigate = useNavigate();
  const faults = Object.fromEntries(Object.entries(PERSON_FAULTS).map(([field, fault]) => [field, t(fault)]));
  const form = useThingForm<NewCompanyPerson>({
    stored: EMPTY,
    checks: PERSON_FORM_CHECKS,
    faults,
    save: async (person) => {
      const added = await peopleChanges.add(api, trimmed(person));
      client.setQueryData(personQuery(api, added.id).queryKey, added);
      void client.invalidateQueries({ queryKey: ADMINISTRATION_KEY });
      void navigate({ to: `${LIST}/${added.id}`, ignoreBlocker: true, replace: true });
      return storedPerson(added);
    },
    reload: () => undefined,
  });
  return (
    <>
      <BackLink to={LIST} label={t("people.back")} />
      <ThingForm
        form={form}
        nameOf={(field) => t(`people.${field}`)}
        saveLabel={t("people.create")}
        isNew
        onCancel={() => void navigate({ to: LIST })}
      >
        <Section title={t("people.newTitle")}>
          <PersonFields form={form} isNew readOnly={false} />
        </Section>
      </ThingForm>
    </>
  );
}

export const trimmed = (person: NewCompanyPerson): NewCompanyPerson => ({
  ...person,
  username: person.username.trim(),
  first_name: person.first_name.trim(),
  last_name: person.last_name.trim(),
  extension: person.extension.trim(),
  email: person.email.trim(),
  department: person.department.trim(),
});
