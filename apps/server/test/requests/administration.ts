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
const FIRST = { first_name: "Ann", last_name: "Able", username: "ann", email: "", extension: "199" };

/** A request to each endpoint, for the tests of permissions. */
export const requests: Requests = {
  listAuditLines: NOTHING,
  listCompanyPeople: NOTHING,
  getCompanyPerson: NOTHING,
  addCompanyPerson: { body: { username: "ada", ...PERSON } },
  changeCompanyPerson: { body: { version: "0123456789abcdef", ...PERSON } },
  getMissingThings: NOTHING,
  openFirstRun: { body: { secret: "none" } },
  getFirstRun: NOTHING,
  setUpCompany: { body: { name: "Acme", country: "CA", language: "en-US" } },
  setUpAdministrator: { body: { ...FIRST, password: "a-good-password" } },
  readPeopleList: { body: { text: "Ann Able" } },
  setUpPeople: { body: { people: [{ ...FIRST, department: "", administrator: true }] } },
  setUpServices: { body: { queue: null, room: null, lot: null, hours: null } },
  setUpLine: { body: { name: "gate", password: "a-good-password", number: "", target: "", address: "" } },
  skipStep: { body: { step: "people", done: false } },
  finishFirstRun: NOTHING,
  eraseMessages: { body: { user_id: "999999", name: false } },
};
