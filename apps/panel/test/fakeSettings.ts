/** Rows of `…/can_watch_users` responses. */
import type { FollowMe } from "@callpanel/contract";
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
