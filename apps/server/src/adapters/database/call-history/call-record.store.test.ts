import { beforeEach, describe, expect, it } from "vitest";
import { callRecord } from "../../../../test/call-records.ts";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { closeCutCalls } from "../../../modules/calls/index.ts";
import { onEachDatabase } from "../../../../test/test-databases.ts";

const ACME = `
realm: acme
users: [{ username: ann, first_name: Ann, last_name: Archer, extension: 101, password: a-good-password }]
`;

const RECORD = callRecord({
  callId: "c1",
  realm: "acme",
  answeredAt: null,
  endedAt: 1_700_000_001_000,
  from: { number: "101", name: "'; drop table cdrs; --", userId: 1 },
  to: { number: "102", name: "\u202Eevil 😀" },
  disposition: "busy",
  failed: true,
  endedBy: "callee",
  endReason: "busy",
  sipStatus: 486,
  forwardedBy: '[{"number":"103"}]',
});

onEachDatabase((kind, create) => {
  describe(`calls and recordings on ${kind}`, () => {
    const on = openStoresForEach(create, ACME);
    let userId: number;
    beforeEach(async () => {
      userId = (await on.stores.users.byUsername("ann"))?.id ?? 0;
    });

    it("SERVER-23 SERVER-41 a call record is stored unchanged, and only once", async () => {
      const jobs = [{ kind: "told", payload: "{}", runAt: 5 }];
      await on.stores.callRecords.write(RECORD, jobs);
      await on.stores.callRecords.write({ ...RECORD, endReason: "again" }, jobs);
      await on.stores.callRecords.writeAll([RECORD], () => jobs);
      // With its jobs, or not at all.
      const broken = [{ kind: "told", payload: "{}", runAt: Number.NaN }];
      await expect(on.stores.callRecords.write({ ...RECORD, callId: "c9" }, broken)).rejects.toThrow();
      expect(await on.db.selectFrom("jobs").select(["kind", "run_at"]).execute()).toEqual([
        { kind: "told", run_at: 5 },
      ]);
      expect(await on.db.selectFrom("cdrs").selectAll().execute()).toMatchObject([
        {
          call_id: "c1",
          started_at: 1_700_000_000_000,
          answered_at: null,
          from_name: "'; drop table cdrs; --",
          forwarded_by: '[{"number":"103"}]',
          from_user_id: 1,
          to_name: "\u202Eevil 😀",
          to_user_id: null,
          failed: 1,
          end_reason: "busy",
          sip_status: 486,
        },
      ]);
      expect(await on.stores.callRecords.countRecords()).toBe(1);
    });

    it("CDR-14 SERVER-41 calls that a crash interrupted get their records, with their recordings, only once", async () => {
      const { openCalls, callRecords, recordings } = on.stores;
      const at = 1_700_000_000_000;
      const open = (callId: string, startedAt: number, recordingIds: readonly string[]) => ({
        record: callRecord({
          callId,
          realm: "acme",
          startedAt,
          answeredAt: startedAt + 1,
          from: { userId },
          to: { number: "*43" },
          endedBy: "restart",
        }),
        recordingIds,
      });
      await openCalls.save({
        owner: "s1",
        changed: [open("c1", at, []), open("c2", at + 5_000, [])],
        ended: [],
        at: at + 6_000,
      });
      await openCalls.save({ owner: "s1", changed: [open("c2", at + 5_000, ["r1"])], ended: [], at: at + 7_000 });
      await openCalls.save({ owner: "s1", changed: [open("c3", at, [])], ended: ["c3"], at: at + 8_000 });
      await openCalls.save({ owner: "s1", changed: [], ended: ["c3"], at: at + 9_000 });
      await recordings.begin({
        id: "r1",
        owner: "s1",
        realm: "acme",
        callId: "c0",
        userId,
        startedBy: "ann",
        startedAt: at,
      });
      await recordings.end("r1", { durationMs: 12_000, bytes: 9, marks: [], failure: "the server stopped" });
      const close = async () =>
        closeCutCalls({
          owner: "s1",
          openCalls,
          callRecords,
          recordings,
          now: at,
        });
      expect(await openCalls.of("s1")).toMatchObject([
        { seenAt: at + 9_000 },
        { seenAt: at + 9_000, recordingIds: ["r1"] },
      ]);
      expect([await close(), await close()]).toEqual([2, 0]);
      const rows = await on.db
        .selectFrom("cdrs")
        .select(["call_id", "ended_at", "ended_by"])
        .orderBy("call_id")
        .execute();
      expect(rows).toEqual([
        { call_id: "c1", ended_at: at + 9_000, ended_by: "restart" },
        { call_id: "c2", ended_at: at + 12_000, ended_by: "restart" },
      ]);
      expect((await recordings.ofCall("acme", "c2"))?.recordings.map(({ id }) => id)).toEqual(["r1"]);
      expect(await on.db.selectFrom("recording_parts").selectAll().execute()).toMatchObject([
        { call_id: "c2", recording_id: "r1", offset_ms: 5_000, duration_ms: 7_000 },
      ]);
    });

    it("REC-32 SERVER-41 recordings that have ended are found by call and by call record", async () => {
      const { recordings, callRecords } = on.stores;
      const begun = { owner: "s1", realm: "acme", callId: "c1", userId, startedBy: "ann", startedAt: 5 };
      for (const id of ["r1", "r1", "r2"]) await recordings.begin({ ...begun, id });
      expect((await recordings.unfinished("s1")).map(({ id }) => id).toSorted()).toEqual(["r1", "r2"]);
      expect(await recordings.ofCall("acme", "c1")).toEqual({ userIds: [userId], recordings: [] });
      await recordings.end("r1", {
        durationMs: 900,
        bytes: 70,
        marks: [{ offsetMs: 1, durationMs: 2 }],
        failure: null,
      });
      await callRecords.write({ ...RECORD, from: { ...RECORD.from, userId: 77 } });
      await callRecords.write({ ...RECORD, callId: "c2" });
      const part = { recordingId: "r1", offsetMs: 400, durationMs: 500 };
      for (const parts of [[part], [part], []]) await recordings.attach("c2", parts);
      const found = { recordings: [{ id: "r1", durationMs: 900, bytes: 70 }] };
      expect(await recordings.ofCall("acme", "c1")).toMatchObject({ ...found, userIds: [77, userId] });
      expect(await recordings.ofCall("acme", "c2")).toMatchObject(found);
      const { id } = await on.db.selectFrom("cdrs").where("call_id", "=", "c2").select("id").executeTakeFirstOrThrow();
      expect(await recordings.ofCall("acme", String(id))).toMatchObject(found);
      for (const nobody of ["", "c3", "99999", "9".repeat(40), "' or 1=1"])
        expect(await recordings.ofCall("acme", nobody)).toBeUndefined();
      expect(await recordings.ofCall("other", "c1")).toBeUndefined();
      expect((await recordings.unfinished("s1")).map(({ id }) => id)).toEqual(["r2"]);
    });
  });
});
