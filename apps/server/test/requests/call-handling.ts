import { NOTHING, type Requests } from "../permission-cases.ts";

/** A request to each endpoint, for the tests of permissions. */
export const requests: Requests = {
  watchDoNotDisturb: NOTHING,
  setDoNotDisturb: { body: { enabled: 0 } },
  watchCallWaiting: NOTHING,
  setCallWaiting: { body: { enabled: 1 } },
  watchIntercom: NOTHING,
  setIntercom: { body: { deskPhoneEnabled: true, callPanelEnabled: true, clearlyAnywhereEnabled: true } },
  watchForward: NOTHING,
  setForward: { body: { to: "600" } },
  removeForward: NOTHING,
  watchFollowMe: NOTHING,
  setFollowMe: { body: { enabled: false } },
  listRingStrategies: NOTHING,
  listTimeConditions: NOTHING,
  listAvailableExtensions: NOTHING,
  watchDirectNumbers: NOTHING,
  listBlacklist: NOTHING,
  addToBlacklist: { body: { name: "x", number: "5551234" } },
  removeFromBlacklist: { params: { id: "999" } },
  saveBlacklist: { body: { blacklist_numbers: [] } },
  listToggleDestinations: NOTHING,
  setToggleDestination: { params: { id: "650" }, body: { active_opt: "A" } },
};
