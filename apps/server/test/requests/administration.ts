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

const THING = { params: { kind: "parking", id: "790" } };
const LOT = { name: "Lot", first_slot: "791", last_slot: "795", timeout_seconds: "45" };
const DIRECT = { name: "Desk", target: "101", sms: "false", pop_trigger: "ringing" };
const DIRECT_ONE = { kind: "direct", id: "+14165550999" };
const LINE = { kind: "trunks", id: "gate9" };
const VERSION = "0123456789abcdef";

/** Numbers, parking lots and lines have the same requests. */
const thingRequests = (): Requests => ({
  findDestinations: NOTHING,
  listCompanyNumbers: { params: DIRECT_ONE },
  getCompanyNumber: { params: DIRECT_ONE },
  addCompanyNumber: { params: DIRECT_ONE, body: { id: DIRECT_ONE.id, fields: DIRECT } },
  changeCompanyNumber: { params: DIRECT_ONE, body: { version: VERSION, fields: DIRECT } },
  removeCompanyNumber: { params: DIRECT_ONE },
  listCompanyLots: THING,
  getCompanyLot: THING,
  addCompanyLot: { ...THING, body: { id: "790", fields: LOT } },
  changeCompanyLot: { ...THING, body: { version: VERSION, fields: LOT } },
  removeCompanyLot: THING,
  listCompanyLines: { params: LINE },
  getCompanyLine: { params: LINE },
  addCompanyLine: { params: LINE, body: { id: LINE.id, fields: {} } },
  changeCompanyLine: { params: LINE, body: { version: VERSION, fields: {} } },
  removeCompanyLine: { params: LINE },
});

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
  previewPeopleFile: { form: { csv_file: "username\nada" } },
  applyPeople: { body: { people: [{ line: 2, version: "0123456789abcdef", username: "nobody", ...PERSON }] } },
  exportPeople: NOTHING,
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
  setUpPeople: { body: { people: [{ ...FIRST, department: "", administrator: true }], invite: false } },
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
  listCompanyGroups: NOTHING,
  getCompanyGroup: { params: { name: "none" } },
  addCompanyGroup: { body: { name: "new-group", permissions: [] } },
  changeCompanyGroup: {
    params: { name: "none" },
    body: { version: "0123456789abcdef", name: "none", permissions: [] },
  },
  removeCompanyGroup: { params: { name: "gone" } },
  listGroupPeople: { params: { name: "none" } },
  findCompanyPeople: NOTHING,
  findRightTargets: { query: "?kind=people" },
  getPersonRights: NOTHING,
  changePersonRights: { params: STRANGER, body: { version: "0123456789abcdef", permissions: [] } },
  getPersonView: NOTHING,
  ...thingRequests(),
  getCompanySettings: NOTHING,
  changeCompanySettings: { body: { version: VERSION, settings: {} } },
  uploadCompanyLogo: { form: { file: "no picture" } },
  removeCompanyLogo: NOTHING,
  exportCompanyFile: NOTHING,
  previewCompanyFile: { body: { text: "realm: demo" } },
  applyCompanyFile: { body: { text: "realm: demo" } },
  getOverview: NOTHING,
  listBackups: NOTHING,
  uploadPersonPicture: { params: STRANGER, form: { file: "no picture" } },
  removePersonPicture: { params: STRANGER },
  getPersonEmergency: { params: STRANGER },
  setPersonEmergency: {
    params: STRANGER,
    body: { emergency_callerid_callback_profile_id: null, emergency_callerid_dispatchable_location_id: null },
  },
  takeBackup: NOTHING,
  checkBackup: { params: { name: "2026-11-26T03-00-00Z" } },
  orderBackupDownload: { params: { name: "2026-11-26T03-00-00Z" } },
  downloadBackup: { params: { token: "0".repeat(32) } },
  prepareRestore: { params: { name: "2026-11-26T03-00-00Z" } },
  dropRestore: NOTHING,
  restoreBackup: { params: { name: "2026-11-26T03-00-00Z" }, body: { company: "Demo" } },
  eraseMessages: { body: { user_id: "999999", name: false } },
};
