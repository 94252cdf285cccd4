import { PERSON_CHECKS } from "@callpanel/contract";
import type { CompanyPerson, NewCompanyPerson } from "@callpanel/contract";
import type { Stored } from "../../../shared/form/thingForm.model.ts";
import type { peopleMessages } from "./people.messages.ts";

export const NOBODY: NewCompanyPerson = {
  username: "",
  first_name: "",
  last_name: "",
  extension: "",
  email: "",
  department: "",
  may_use_panel: true,
  groups: ["staff"],
};

export const fullName = (person: Pick<CompanyPerson, "first_name" | "last_name">): string =>
  `${person.first_name} ${person.last_name}`.trim();

export type PersonTextField = keyof typeof PERSON_CHECKS;

/** The same checks as the server's (PAGES-6). */
const check = (field: PersonTextField) => (person: NewCompanyPerson) => PERSON_CHECKS[field](person[field].trim());
export const PERSON_FORM_CHECKS = {
  username: check("username"),
  first_name: check("first_name"),
  last_name: check("last_name"),
  extension: check("extension"),
  email: check("email"),
  department: check("department"),
} as const;

export const PERSON_FAULTS = {
  username: "people.fault.username",
  first_name: "people.fault.name",
  last_name: "people.fault.name",
  extension: "people.fault.extension",
  email: "people.fault.email",
  department: "people.fault.department",
} as const satisfies Readonly<Record<PersonTextField, keyof typeof peopleMessages>>;

export const storedPerson = (person: CompanyPerson): Stored<NewCompanyPerson> => ({
  version: person.version,
  values: {
    username: person.username,
    first_name: person.first_name,
    last_name: person.last_name,
    extension: person.extension,
    email: person.email,
    department: person.department,
    may_use_panel: person.may_use_panel,
    groups: person.groups,
  },
});
