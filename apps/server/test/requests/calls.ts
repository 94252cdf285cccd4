import { NOTHING, type Requests } from "../permission-cases.ts";

const CHOICE = {
  emergency_callerid_callback_profile_id: null,
  emergency_callerid_dispatchable_location_id: null,
};

/** A request to each endpoint, for the tests of permissions. */
export const requests: Requests = {
  getParkings: NOTHING,
  listPhones: NOTHING,
  addPhone: { body: { label: "Desk phone", current_password: "callpanel-demo" } },
  removePhone: { params: { id: "none" } },
  getCallRecording: { params: { id: "999" } },
  watchCallUsers: NOTHING,
  listCalls: NOTHING,
  listDivertedCalls: NOTHING,
  exportCalls: NOTHING,
  listConferences: NOTHING,
  watchConference: { params: { id: "800" }, body: { watch: true } },
  listQueues: NOTHING,
  listQueueNames: NOTHING,
  listWatchedQueues: NOTHING,
  watchQueue: { body: { name: "600", watch: true } },
  listPauseCodes: NOTHING,
  getQueueSummary: { query: "?start_date=2026-03-01&end_date=2026-03-31" },
  listQueueCalls: { query: "?start_date=2026-03-01&end_date=2026-03-31" },
  getQueueCallLog: { params: { callid: "none" } },
  getAgentLog: { params: { ext: "101" }, query: "?start_date=2026-03-01&end_date=2026-03-31" },
  getCall: { params: { id: "999" } },
  startRecordingArchive: { body: {} },
  getOwnRecordingArchive: NOTHING,
  removeRecordingArchive: { params: { id: "none" } },
  downloadRecordingArchive: { params: { id: "none" } },
  listClickToDial: NOTHING,
  changeClickToDial: { body: { destination: "softphoneShow" } },
  listScreenPops: NOTHING,
  changeScreenPop: { body: { type: "none", trigger: "ringing", url: "", allow_override: false } },
  listEmergencyProfiles: NOTHING,
  listEmergencyLocations: NOTHING,
  watchEmergencyCallerId: NOTHING,
  setOwnEmergencyCallerId: { body: CHOICE },
  setEmergencyCallerId: { body: CHOICE },
};
