import { NOTHING, type Requests } from "../permission-cases.ts";

/** A request to each endpoint, for the tests of permissions. */
export const requests: Requests = {
  listAuditLines: NOTHING,
  eraseMessages: { body: { user_id: "999999", name: false } },
};
