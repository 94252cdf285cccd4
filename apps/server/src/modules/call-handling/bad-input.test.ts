import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";

/** Values of a wrong type for every field here. */
const WRONG: readonly unknown[] = [
  null,
  "x",
  -1,
  1e9,
  Number.MAX_VALUE,
  [],
  [[]],
  {},
  { toString: "x" },
  "\u0000",
  "1; drop table users",
];
const HUGE = "9".repeat(60_000);

/** Settings with one value of a kind, and their values before and after. */
const ROWS: ReadonlyArray<readonly [setting: string, field: string, wrong: readonly unknown[]]> = [
  ["do_not_disturb", "enabled", [...WRONG, true, false, "1", "0", 2, 0.5]],
  ["call_waiting", "enabled", [...WRONG, true, "1", 2]],
  ["intercom", "deskPhoneEnabled", [...WRONG, 1, 0, "true"]],
  ["forward", "to", [null, 103, [], {}, true, "1".repeat(65), HUGE]],
  ["follow_me", "enabled", [...WRONG, 1, "true"]],
  ["follow_me", "confirm", [...WRONG, 1]],
  ["follow_me", "prefix", [null, 1, [], {}, "p".repeat(101), HUGE]],
  ["follow_me", "strategy", WRONG],
  ["follow_me", "toutall", [null, "60", [], {}, true]],
  ["follow_me", "numbers", [null, "102", {}, [null], ["102"], [{ number: "102" }], [{ number: 102, timeout: 1 }]]],
  ["follow_me", "timeConditionID", ["1", [], {}, true]],
  ["emergency_caller_id", "emergency_callerid_callback_profile_id", ["1", [], {}, true]],
];
const WHOLE: Readonly<Record<string, object>> = {
  intercom: { deskPhoneEnabled: true, callPanelEnabled: true, clearlyAnywhereEnabled: true },
  emergency_caller_id: {
    emergency_callerid_callback_profile_id: null,
    emergency_callerid_dispatchable_location_id: null,
  },
};
const SETTINGS = ["do_not_disturb", "call_waiting", "intercom", "forward", "follow_me", "emergency_caller_id", "dids"];

describe("invalid settings", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.remove());

  const codeOf = (body: unknown): unknown =>
    body !== null && typeof body === "object" && "code" in body ? body.code : undefined;

  it("HANDLE-12 a value of the wrong type is refused with its place, and nothing is stored", async () => {
    const before = await server.stores.callHandling.revision();
    for (const [setting, field, wrong] of ROWS)
      for (const value of wrong) {
        const body = { ...WHOLE[setting], [field]: value };
        const answer = await server.send("PUT", `/api/v1/users/1/${setting}`, "alice", body);
        const where = `${setting} ${field} ${JSON.stringify(value)?.slice(0, 40)}`;
        expect([answer.status, codeOf(answer.body)], where).toEqual([400, "request.invalid"]);
        expect(JSON.stringify(answer.body).length, where).toBeLessThan(600);
      }
    for (const setting of SETTINGS.slice(0, 4)) {
      const answer = await server.send("PUT", `/api/v1/users/1/${setting}`, "alice", {});
      expect([answer.status, codeOf(answer.body)], setting).toEqual([400, "request.invalid"]);
    }
    expect(await server.stores.callHandling.revision()).toBe(before);
  });

  it("HANDLE-12 an invalid or unknown id is refused before the body is read", async () => {
    for (const setting of SETTINGS)
      for (const id of ["0", "-1", "01", "1.0", "1e0", "x", "%00", "1%20", "2;1", "99999999999999999999"]) {
        const read = await server.get(`/api/v1/users/${id}/${setting}/can_watch_users`, "alice");
        expect([400, 403], `${setting} ${id}`).toContain(read.status);
        if (setting === "dids") continue;
        const change = await server.send("PUT", `/api/v1/users/${id}/${setting}`, "alice", { enabled: 1, to: "102" });
        expect([400, 403], `${setting} ${id}`).toContain(change.status);
      }
  });

  it("HANDLE-12 hostile texts are stored and read back unchanged", async () => {
    for (const text of ["<script>", "'; --", "\u202Eabc", "=cmd()", "{{x}}", "😀😀"]) {
      const body = { prefix: text.slice(0, 10), externCIDName: text };
      const { status } = await server.send("PUT", "/api/v1/users/1/follow_me", "alice", body);
      expect(status, text).toBe(200);
      const read = await server.get("/api/v1/users/1/follow_me/can_watch_users", "alice");
      expect(read.body, text).toMatchObject({ data: [body] });
    }
  });

  it("HANDLE-12 after many parallel changes the last one counts, and none is lost halfway", async () => {
    const numbers = Array.from({ length: 20 }, (_, at) => String(102 + at));
    const answers = await Promise.all(
      numbers.map((to) => server.send("PUT", "/api/v1/users/1/forward", "alice", { to })),
    );
    expect(answers.map(({ status }) => status)).toEqual(numbers.map(() => 200));
    const kept = (await server.stores.callHandling.changedSince(0)).people.get(1)?.forward;
    const { body } = await server.get("/api/v1/users/1/forward/can_watch_users", "alice");
    expect(body).toMatchObject({ data: [kept] });
  });
});
