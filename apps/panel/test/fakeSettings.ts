/** Rows of `…/can_watch_users` responses. */
import { SUB_ACCOUNT_FEATURES } from "@callpanel/contract";
import type { FollowMe, Permission, SubAccountFeature } from "@callpanel/contract";
import type { FakeServer } from "./fakeServer.ts";

/** Alice and, on request, a number of others. */
export const person = (id: number, mayWrite = true) => ({
  user_id: id,
  subscriber_id: id,
  username: id === 1 ? "alice" : `user${id}`,
  first_name: id === 1 ? "Alice" : "User",
  last_name: id === 1 ? "Archer" : String(id),
  exten: String(100 + id),
  may_write: mayWrite,
});

/** Others whose settings are seen; the viewer needs a right on one of them, too. */
export function serveSubAccounts(
  server: FakeServer,
  ids: readonly number[],
  features: readonly SubAccountFeature[] = SUB_ACCOUNT_FEATURES,
): void {
  const data = ids.map((id) => {
    const { may_write: _, ...one } = person(id);
    return { ...one, features, writes: features };
  });
  server.spoil("users/sub_accounts", { status: 200, body: { total: data.length, data } });
}

/** Makes everybody a sub-account. */
export const WATCHES: Permission = { module: "user_preferences", rule: "read_for" };

export function serveRows(server: FakeServer, setting: string, rows: readonly object[]): void {
  server.spoil(`users/1/${setting}/can_watch_users`, { status: 200, body: { total: rows.length, data: rows } });
}

export const FOLLOW_ME: FollowMe = {
  enabled: false,
  confirm: false,
  prefix: "",
  externCID: false,
  externCIDName: "",
  externCIDNum: "",
  strategy: "ringall",
  toutall: 60,
  toutfirst: 15,
  markAnswered: false,
  numbers: [
    { number: "102", timeout: 20 },
    { number: "103", timeout: 0 },
    { number: "+1 514 555 0199", timeout: 30 },
  ],
  timeConditionID: null,
};
