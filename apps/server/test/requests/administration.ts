import { NOTHING, type Requests } from "../permission-cases.ts";

/** Nobody: some of these end the sessions of the person. */
const STRANGER = { id: "999999" };

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
  exportAuditLines: NOTHING,
  listCompanyPeople: NOTHING,
  getCompanyPerson: NOTHING,
  addCompanyPerson: { body: { username: "ada", ...PERSON } },
  getPersonAccess: NOTHING,
  invitePerson: { params: STRANGER },
  setPersonPassword: { params: STRANGER, body: { password: "another password" } },
  endPersonSessions: { params: STRANGER },
  resetPersonSecondFactor: { params: STRANGER },
  resetPersonMailboxPin: { params: STRANGER },
  addPersonPhone: { params: STRANGER, body: { label: "Desk" } },
  removePersonPhone: { params: { ...STRANGER, phone: "none" } },
  suspendPeople: { body: { ids: [999_999], suspended: true } },
  joinPeople: { body: { ids: [999_999], group: "staff", joins: true } },
  previewRemoval: { body: { ids: [999_999] } },
  removePeople: { body: { ids: [999_999], lead_to: null } },
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
  listCompanyQueues: NOTHING,
  getCompanyQueue: NOTHING,
  addCompanyQueue: { body: { number: "690", name: "Desk" } },
  changeCompanyQueue: { body: { version: "0123456789abcdef", name: "Desk", settings: {}, agents: [] } },
  removeCompanyQueue: NOTHING,
  listCompanyRooms: NOTHING,
  getCompanyRoom: NOTHING,
  addCompanyRoom: { body: { number: "890", name: "Room" } },
  changeCompanyRoom: { body: { version: "0123456789abcdef", name: "Room", settings: {}, admins: [] } },
  removeCompanyRoom: NOTHING,
  findServicePeople: NOTHING,
  eraseMessages: { body: { user_id: "999999", name: false } },
};
