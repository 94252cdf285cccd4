import { beforeEach, describe, expect, it } from "vitest";
import { callRecord } from "../../../test/call-records.ts";
import { openStoresForEach } from "../../../test/open-stores.ts";
import { onEachDatabase } from "../../../test/test-databases.ts";

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

    it("SERVER-23 SERVER-41 a call record is kept as it came, and once", async () => {
      await on.stores.callRecords.write(RECORD);
      await on.stores.callRecords.write({ ...RECORD, endReason: "again" });
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

    it("REC-32 SERVER-41 recordings are found by call and by call record, once they have ended", async () => {
      const { recordings, callRecords } = on.stores;
      const begun = { realm: "acme", callId: "c1", userId, startedBy: "ann", startedAt: 5 };
      for (const id of ["r1", "r1", "r2"]) await recordings.begin({ ...begun, id });
      expect(await recordings.unfinished()).toEqual(["r1", "r2"]);
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
      expect(await recordings.unfinished()).toEqual(["r2"]);
    });
  });
});
