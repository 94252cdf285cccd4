import { QueueLogFold, type OpenQueueLog, type QueueLogRow } from "@callpanel/phone-port";
import { describe, expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { queueDays } from "../../../../test/queue-days.ts";
import { onEachDatabase } from "../../../../test/test-databases.ts";
import { createHalfHours } from "./half-hour.migration.ts";
import { readEarlierRows } from "./earlier-rows.ts";
import type { QueueTables } from "./queue-tables.ts";

const ACME = "realm: acme\n";
const DAY = Date.UTC(2026, 2, 8);
const ROWS = queueDays({
  realm: "acme",
  queueIds: ["600", "601"],
  agentIds: [1, 2, 3, 4],
  from: DAY,
  until: DAY + 86_400_000,
  calls: 150,
  seed: 7,
});
const MORE: readonly QueueLogRow[] = [
  { realm: "acme", at: DAY, event: "QUEUESTART" },
  { realm: "acme", at: DAY, event: "CONFIGRELOAD", queueId: "600" },
  { realm: "acme", at: DAY, event: "SYSCOMPAT", queueId: "600", callId: "x", agentId: 1 },
  { realm: "acme", at: DAY, event: "RINGCANCELED", queueId: "600", callId: "x", agentId: 1, ringMs: 1, by: 4 },
  { realm: "acme", at: DAY, event: "RINGINUSE", queueId: "600", agentId: 1, ringInUse: true },
  { realm: "acme", at: DAY, event: "PAUSEALL", agentId: 1, reason: "'; drop table queue_log; --" },
];

const seenIn = ({ lastAt, stays, members, pauses, logins }: Omit<OpenQueueLog, "talks">) => ({
  lastAt,
  stays: stays.toSorted((one, other) => one.callId.localeCompare(other.callId)),
  members: members.toSorted((one, other) => one.agentId - other.agentId || one.queueId.localeCompare(other.queueId)),
  pauses: pauses.toSorted((one, other) => one.agentId - other.agentId || one.queueId.localeCompare(other.queueId)),
  logins: new Map([...logins].toSorted(([one], [other]) => one - other)),
});

onEachDatabase((kind, create) => {
  describe(`the queue log on ${kind}`, () => {
    const on = openStoresForEach(create, ACME);

    it("QLOG-4 rows are kept as they are, in their order", async () => {
      const { queueLog, queueReports } = on.stores;
      const rows = MORE.map((row): QueueLogRow => ({ ...row, callId: "call-1" }));
      await queueLog.append("server", rows.slice(0, 2));
      await queueLog.append("server", rows.slice(2));
      expect(await queueReports.rowsOfCall("acme", "call-1")).toEqual(rows);
      expect(await queueReports.rowsOfCall("other", "call-1")).toEqual([]);
    });

    it("QLOG-4 of rows that cannot be stored together, none is", async () => {
      const row: QueueLogRow = { realm: "acme", at: DAY, callId: "call-1", event: "QUEUESTART" };
      await expect(on.stores.queueLog.append("server", [row, { ...row, at: Number.NaN }])).rejects.toThrow();
      expect(await on.stores.queueReports.rowsOfCall("acme", "call-1")).toEqual([]);
    });

    it("QLOG-5 the current state is known without reading the whole log", async () => {
      for (let first = 0; first < ROWS.length; first += 40)
        await on.stores.queueLog.append("server", ROWS.slice(first, first + 40));
      const fold = new QueueLogFold();
      for (const row of ROWS) fold.read(row);
      expect(seenIn(await on.stores.queueLog.open("next", "acme", () => true))).toEqual(seenIn(fold));
      expect(fold.stays.length).toBeGreaterThan(5);
      expect(fold.members.length + fold.pauses.length).toBeGreaterThan(2);
      expect((await on.stores.queueLog.open("next", "other", () => true)).stays).toEqual([]);
    });

    it("QLOG-8 the sums of half hours are computed from those of quarters that there were before", async () => {
      await on.stores.queueLog.append("server", ROWS);
      const db = on.db.withTables<QueueTables>();
      const halves = () =>
        db
          .selectFrom("queue_sums")
          .where("minutes", "=", 30)
          .selectAll()
          .orderBy("queue_id")
          .orderBy("period")
          .execute();
      const before = await halves();
      expect(before.length).toBeGreaterThan(40);
      await db.deleteFrom("queue_sums").where("minutes", "=", 30).execute();
      await on.db.transaction().execute(createHalfHours);
      expect(await halves()).toEqual(before);
    });

    it("QLOG-8 what agents did, and which callers were answered in time, is computed from the earlier rows", async () => {
      await on.stores.queueLog.append("server", ROWS);
      const db = on.db.withTables<QueueTables>();
      const search = { realm: "acme", scope: "realm", from: DAY, until: DAY + 172_800_000 } as const;
      const computed = async () => ({
        sums: (await on.stores.queueReports.agentSums(search)).toSorted((one, other) => one.agentId - other.agentId),
        inTarget: await db
          .selectFrom("queue_sums")
          .select(["minutes", "period", "queue_id", "in_target"])
          .orderBy("period")
          .orderBy("queue_id")
          .execute(),
        times: (await on.stores.queueReports.agentTimes(search)).map((time) => JSON.stringify(time)).toSorted(),
      });
      const before = await computed();
      expect(before.inTarget.some(({ in_target }) => in_target > 0)).toBe(true);
      expect(before.sums.length + before.times.length).toBeGreaterThan(20);
      for (const table of ["queue_agent_sums", "queue_agent_times"] as const) await db.deleteFrom(table).execute();
      await db.updateTable("queue_sums").set({ in_target: 0 }).execute();
      await on.db
        .transaction()
        .execute((trx) => readEarlierRows(trx, kind === "SQLite" ? "sqlite" : "postgres", undefined));
      expect(await computed()).toEqual(before);
    });

    it("QLOG-5 the calls of the day are known with their agents, as a reader of the whole log finds them", async () => {
      for (let first = 0; first < ROWS.length; first += 40)
        await on.stores.queueLog.append("server", ROWS.slice(first, first + 40));
      const fold = new QueueLogFold();
      for (const row of ROWS) fold.read(row);
      const noon = DAY + 43_200_000;
      const talks = await on.stores.queueLog.talksSince("acme", noon);
      const expected = fold.talks.filter(({ endedAt }) => endedAt >= noon);
      expect(talks.map((one) => JSON.stringify(one)).toSorted()).toEqual(
        expected
          .map(({ queueId, agentId, endedAt, talkMs }) => JSON.stringify({ queueId, agentId, endedAt, talkMs }))
          .toSorted(),
      );
      expect([talks.length > 5, talks.length < fold.talks.length]).toEqual([true, true]);
      expect(talks.map(({ endedAt }) => endedAt)).toEqual(
        talks.map(({ endedAt }) => endedAt).toSorted((one, other) => one - other),
      );
      expect(await on.stores.queueLog.talksSince("other", DAY)).toEqual([]);
    });

    it("QLOG-5 open rows of an ended server go to one other server, and those of a running one to none", async () => {
      const entered = (callId: string): QueueLogRow => ({
        realm: "acme",
        at: DAY,
        queueId: "600",
        callId,
        event: "ENTERQUEUE",
        number: "1",
        name: "",
        position: 1,
      });
      await on.stores.queueLog.append("running", [entered("a")]);
      await on.stores.queueLog.append("gone", [entered("b")]);
      const open = async (owner: string) => {
        const { stays } = await on.stores.queueLog.open(owner, "acme", (one) => one === "gone");
        return stays.map(({ callId }) => callId);
      };
      expect(await open("first")).toEqual(["b"]);
      expect(await open("second")).toEqual([]);
      expect(await open("running")).toEqual(["a"]);
    });

    it("QCB-15 QLOG-5 open rows of an ended server are taken over by one other, separately from its own", async () => {
      const { queueLog } = on.stores;
      const row = (callId: string) => ({ realm: "acme", at: DAY, queueId: "600", callId });
      const entered = { event: "ENTERQUEUE", number: "1", name: "", position: 1 } as const;
      const asked = { event: "OUTCALL", step: "asked", number: "1", attempt: 0, priority: 0 } as const;
      await queueLog.append("one", [
        { ...row("a"), ...entered },
        { ...row("a"), ...asked },
      ]);
      await queueLog.append("other", [{ ...row("b"), ...entered }]);
      expect(await Promise.all(["one", "other"].map((owner) => queueLog.holds(owner, "acme", "a")))).toEqual([
        true,
        false,
      ]);
      const taken = await Promise.all(["other", "third"].map((owner) => queueLog.takeOver(owner, "one")));
      expect(taken.flatMap((one) => [...one.keys()])).toEqual(["acme"]);
      const stays = taken.flatMap((one) => one.get("acme")?.stays ?? []);
      expect(stays).toMatchObject([{ callId: "a", callback: { number: "1", attempts: 0 } }]);
      const holders = await Promise.all(["one", "other", "third"].map((owner) => queueLog.holds(owner, "acme", "a")));
      expect([holders[0], holders.filter(Boolean).length]).toEqual([false, 1]);
      expect((await queueLog.open("other", "acme", () => false)).stays.map(({ callId }) => callId)).toContain("b");
    });
  });
});
