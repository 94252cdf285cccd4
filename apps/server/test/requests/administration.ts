import { NOTHING, type Requests } from "../permission-cases.ts";

const PERSON = {
  first_name: "Ada",
  last_name: "Abel",
  extension: "555",
  email: "",
  department: "",
  may_use_panel: true,
  groups: [],
};

/** A request to each endpoint, for the tests of permissions. */
export const requests: Requests = {
  listAuditLines: NOTHING,
  listCompanyPeople: NOTHING,
  getCompanyPerson: NOTHING,
  addCompanyPerson: { body: { username: "ada", ...PERSON } },
  changeCompanyPerson: { body: { version: "0123456789abcdef", ...PERSON } },
  eraseMessages: { body: { user_id: "999999", name: false } },
};
