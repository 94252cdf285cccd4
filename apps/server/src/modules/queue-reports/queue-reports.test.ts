import {
  queueCallSchema,
  queueFiguresSchema,
  queueLogEntrySchema,
  queueSummaryRowSchema,
  type Permission,
} from "@callpanel/contract";
import { FINAL_EVENTS, queueLogValues, type QueueLogRow } from "@callpanel/phone-port";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { queueDays } from "../../../test/queue-days.ts";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";

const MARCH = { from: Date.UTC(2026, 2, 1), until: Date.UTC(2026, 3, 15) };
const summarySchema = z.object({
  total: z.number(),
  data: z.array(queueSummaryRowSchema),
  totals: queueFiguresSchema,
});
const callsSchema = z.object({ total: z.number(), data: z.array(queueCallSchema) });
const logSchema = z.object({ total: z.number(), data: z.array(queueLogEntrySchema) });

const isWaiting = (stay: readonly QueueLogRow[]): boolean =>
  !stay.some(({ event }) => event === "CONNECT" || FINAL_EVENTS.has(event));

/** The figures again, from the raw rows alone, with the calendar of Intl. */
function naiveSummary(
  rows: readonly QueueLogRow[],
  { zone, hourly }: { readonly zone: string; readonly hourly: boolean },
) {
  const clock = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    ...(hourly && { hour: "2-digit", timeZoneName: "longOffset" }),
  });
  const found = new Map<string, QueueLogRow[][]>();
  for (const enter of rows) {
    if (enter.event !== "ENTERQUEUE") continue;
    const key = `${enter.queueId} ${clock.format(enter.at)}`;
    found.set(key, [...(found.get(key) ?? []), rows.filter(({ callId }) => callId === enter.callId)]);
  }
  const tenths = (ms: number): number => Math.round(ms / 100) / 10;
  return [...found.values()]
    .map((stays) => {
      const having = (test: (row: QueueLogRow) => boolean) => stays.filter((stay) => stay.some(test)).length;
      const connects = stays.flat().filter((row) => row.event === "CONNECT");
      const enters = stays.flat().filter((row) => row.event === "ENTERQUEUE");
      const enterOf = new Map(enters.map((row) => [row.callId, row.at]));
      const connectOf = new Map(connects.map((row) => [row.callId, row.at]));
      const talks = stays
        .flat()
        .flatMap((row) =>
          FINAL_EVENTS.has(row.event) && connectOf.has(row.callId) ? [row.at - (connectOf.get(row.callId) ?? 0)] : [],
        );
      const waits = connects.map((row) => row.at - (enterOf.get(row.callId) ?? 0));
      const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
      const answered = connects.length;
      const soon = connects.filter(
        (row) => row.at - (enterOf.get(row.callId) ?? 0) <= ("targetMs" in row ? (row.targetMs ?? 0) : 20_000),
      ).length;
      const left = stays.filter((stay) => !isWaiting(stay)).length;
      return {
        calls: stays.length,
        answered,
        abandon: having(({ event }) => event === "ABANDON"),
        timeout: having(({ event }) => event === "EXITWITHTIMEOUT"),
        exit: having(({ event }) => event === "EXITEMPTY" || event === "EXITWITHKEY" || event === "WITHDRAW"),
        in_queue: stays.filter(isWaiting).length,
        in_target: soon,
        service_level: left === 0 ? null : Math.round((soon / left) * 100),
        avg_hold: answered === 0 ? null : tenths(sum(waits) / answered),
        avg_talk: answered === 0 ? null : tenths(sum(talks) / answered),
        max_talk: answered === 0 ? null : tenths(Math.max(0, ...talks)),
        total: tenths(sum(talks)),
      };
    })
    .map((row) => JSON.stringify(row))
    .toSorted();
}

describe("queue reports", () => {
  let server: TestServer;
  let rows: readonly QueueLogRow[];
  beforeAll(async () => {
    server = await createTestServer();
    const agents = await Promise.all(["alice", "bob"].map((name) => server.stores.users.byUsername(name)));
    rows = queueDays({
      ...MARCH,
      realm: "demo",
      queueIds: ["600", "601", "699"],
      agentIds: agents.flatMap((agent) => agent?.id ?? []),
      calls: 600,
      seed: 12,
    });
    await server.stores.queueLog.append("server", rows);
    await grant("alice", [{ module: "queue_reports", rule: "read" }]);
    await grant("bob", [{ module: "queue_reports", rule: "read_for", targets: ["600"] }]);
    await grant("dave", []);
  });
  afterAll(() => server.remove());

  const grant = async (username: string, permissions: readonly Permission[]): Promise<void> => {
    const user = await server.stores.users.byUsername(username);
    await server.stores.company.atomically((company) => company.setPermissions(user?.id ?? 0, [...permissions]));
  };
  const get = (path: string, query: Readonly<Record<string, string>>, username = "alice") =>
    server.get(`/api/v1/queues/reports/${path}?${new URLSearchParams(query).toString()}`, username);
  const days = { start_date: "2026-03-01", end_date: "2026-04-14" };

  for (const zone of ["UTC", "America/Toronto", "Asia/Kolkata", "Australia/Lord_Howe", "Africa/Casablanca"])
    it(`QREP-3 QREP-4 the days of the summary are those of the log, counted by hand, in ${zone}`, async () => {
      const { body, status } = await get("summary", { ...days, timezone: zone });
      expect(status).toBe(200);
      const { data, total, totals } = z.parse(summarySchema, body);
      expect(total).toBe(data.length);
      const inside = rows.filter(isWithin(zone, days));
      const figures = data.map(({ queue: _queue, queue_name: _name, date: _date, ...rest }) => JSON.stringify(rest));
      expect(figures.toSorted()).toEqual(naiveSummary(inside, { zone, hourly: false }));
      expect(totals.calls).toBe(data.reduce((sum, { calls }) => sum + calls, 0));
      expect(data.length).toBeGreaterThan(80);
    });

  for (const zone of ["America/Toronto", "Australia/Lord_Howe", "Asia/Kathmandu", "Asia/Kolkata"])
    it(`QREP-3 hours too, also where clocks are changed, in ${zone}`, async () => {
      const { body } = await get("summary", { ...days, timezone: zone, hourly: "1" });
      const { data } = z.parse(summarySchema, body);
      const figures = data.map(({ queue: _queue, queue_name: _name, date: _date, ...rest }) => JSON.stringify(rest));
      expect(figures.toSorted()).toEqual(naiveSummary(rows.filter(isWithin(zone, days)), { zone, hourly: true }));
      expect(new Set(data.map(({ queue, date }) => `${queue} ${date}`)).size).toBe(data.length);
    });

  it("QREP-3 the local hour that comes twice has two rows, each with its offset", async () => {
    const first = Date.UTC(2025, 10, 2, 5, 30); // 1:30 in Toronto, in summer time; an hour later it is 1:30 again
    const entered = (callId: string, at: number): QueueLogRow => ({
      realm: "demo",
      at,
      callId,
      queueId: "600",
      event: "ENTERQUEUE",
      number: "1",
      name: "",
      position: 1,
    });
    await server.stores.queueLog.append("server", [entered("s", first), entered("w", first + 3_600_000)]);
    const query = { start_date: "2025-11-02", end_date: "2025-11-02", timezone: "America/Toronto", hourly: "true" };
    const { data } = z.parse(summarySchema, (await get("summary", query)).body);
    expect(data.map(({ date }) => date)).toEqual(["2025-11-02T01:00:00-04:00", "2025-11-02T01:00:00-05:00"]);
  });

  it("QREP-5 QCB-30 call details are the stays of callers, the latest first, page by page", async () => {
    const enters = rows.filter(({ event }) => event === "ENTERQUEUE");
    const first = z.parse(callsSchema, (await get("call_details", days)).body);
    expect(first.total).toBe(enters.length);
    expect(first.data).toHaveLength(100);
    const read = [];
    for (let offset = 0; offset < first.total; offset += 150)
      read.push(
        ...z.parse(callsSchema, (await get("call_details", { ...days, limit: "150", offset: String(offset) })).body)
          .data,
      );
    expect(read.map(({ callid }) => callid).toSorted()).toEqual(enters.map(({ callId = "" }) => callId).toSorted());
    expect(read.map(({ date }) => date)).toEqual(
      read
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    );
    for (const call of read) {
      const own = rows.filter(({ callId }) => callId === call.callid);
      const last = own.findLast(({ event }) => event !== "OUTCALL");
      expect(call.status).toBe(last?.event === "ENTERQUEUE" ? "in queue" : last?.event);
      expect(call.callback).toBe(own.some(({ event }) => event === "OUTCALL"));
      expect(call.agent === "").toBe(!own.some(({ event }) => event === "CONNECT"));
    }
  });

  for (const [zone, start_date, end_date] of [
    ["Asia/Kolkata", "2026-03-05", "2026-04-03"],
    ["America/Toronto", "2026-03-08", "2026-03-08"],
    ["UTC", "2026-03-08", "2026-03-09"],
  ] as const)
    it(`QREP-5 pages of days that are not those of UTC are complete, in ${zone}`, async () => {
      const query = { start_date, end_date, timezone: zone };
      const enters = rows.filter((row) => row.event === "ENTERQUEUE" && isWithin(zone, query)(row));
      const read = [];
      for (let offset = 0; offset < enters.length + 14; offset += 7) {
        const page = z.parse(
          callsSchema,
          (await get("call_details", { ...query, limit: "7", offset: String(offset) })).body,
        );
        expect(page.total).toBe(enters.length);
        read.push(...page.data);
      }
      expect(enters.length).toBeGreaterThan(5);
      expect(read.map(({ callid }) => callid)).toEqual(enters.toReversed().map(({ callId = "" }) => callId));
    });

  it("QREP-6 the story of a call has all its rows", async () => {
    const call = rows.find(({ event }) => event === "COMPLETECALLER");
    const { body } = await get(`logs/${call?.callId}`, { timezone: "America/Toronto" });
    const { data } = z.parse(logSchema, body);
    const own = rows.filter(({ callId }) => callId === call?.callId);
    expect(data.map(({ event, values }) => [event, ...values])).toEqual(
      own.map((row) => [row.event, ...queueLogValues(row)]),
    );
    expect(data.find(({ event }) => event === "CONNECT")).toMatchObject({ agent: expect.stringMatching(/^10[12]$/) });
  });

  it("QREP-7 the log of an agent has their actions, the latest first", async () => {
    const bob = await server.stores.users.byUsername("bob");
    const { data, total } = z.parse(logSchema, (await get("logs/agent/102", { ...days, limit: "1000" })).body);
    const own = rows.filter(({ agentId, at }) => agentId === bob?.id && at < Date.UTC(2026, 3, 15));
    expect(total).toBe(own.length);
    expect(data.map(({ event }) => event).toSorted()).toEqual(own.map(({ event }) => event).toSorted());
    expect(data.map(({ date }) => date)).toEqual(
      data
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    );
  });

  it("QREP-7 without days the log of an agent has the last 366 days", async () => {
    const bob = await server.stores.users.byUsername("bob");
    const now = server.clock.now();
    const missed = (callId: string, at: number): QueueLogRow => ({
      at,
      realm: "demo",
      queueId: "600",
      callId,
      agentId: bob?.id,
      event: "RINGNOANSWER",
      ringMs: 1_000,
    });
    const days366 = 366 * 86_400_000;
    const around = [missed("old", now - days366 - 1), missed("first", now - days366), missed("last", now)];
    await server.stores.queueLog.append("server", around);
    const { data } = z.parse(logSchema, (await get("logs/agent/102", { timezone: "America/Toronto" })).body);
    expect(data.map(({ callid }) => callid)).toEqual(["last", "first"]);
    expect(await get("logs/agent/102", { timezone: "Mars/Phobos" })).toMatchObject({ status: 422 });
  });

  it("QREP-1 a right on some queues shows these alone, and other queues are refused", async () => {
    const seen = z.parse(summarySchema, (await get("summary", days, "bob")).body);
    expect(new Set(seen.data.map(({ queue }) => queue))).toEqual(new Set(["600"]));
    expect((await get("summary", { ...days, queues: "600" }, "bob")).status).toBe(200);
    for (const path of ["summary", "call_details", "logs/agent/102"])
      expect(await get(path, { ...days, queues: "600,699" }, "bob"), path).toMatchObject({ status: 403 });
    const calls = z.parse(callsSchema, (await get("call_details", { ...days, limit: "1000" }, "bob")).body);
    expect(calls.total).toBe(calls.data.length);
    const foreign = rows.find(({ queueId, event }) => queueId === "699" && event === "ENTERQUEUE");
    expect(await get(`logs/${foreign?.callId}`, {}, "bob")).toMatchObject({
      status: 404,
      body: { code: "queueReports.call" },
    });
    const agent = z.parse(logSchema, (await get("logs/agent/102", { ...days, limit: "1000" }, "bob")).body);
    expect(new Set(agent.data.map(({ queue }) => queue))).toEqual(new Set(["600"]));
    for (const path of ["summary", "call_details", "logs/agent/102", "logs/none"])
      expect(await get(path, days, "dave"), path).toMatchObject({ status: 403 });
  });

  it("QREP-2 periods that do not exist or are too long are refused", async () => {
    const refused: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
      [{ start_date: "2026-03-02", end_date: "2026-03-01" }, "queueReports.dates"],
      [{ start_date: "1026-03-02", end_date: "2026-03-01" }, "queueReports.tooLong"],
      [{ start_date: "2026-01-01", end_date: "2026-12-31", hourly: "1" }, "queueReports.tooLong"],
      [{ start_date: "2026-02-30", end_date: "2026-03-01" }, "cdrs.date"],
      [{ ...days, timezone: "Mars/Phobos" }, "cdrs.timeZone"],
    ];
    for (const [query, code] of refused)
      expect(await get("summary", query), code).toMatchObject({ status: 422, body: { code } });
    for (const query of [{}, { ...days, start_date: "yesterday" }, { ...days, limit: "0" }, { ...days, offset: "-1" }])
      expect((await get("call_details", query)).status).toBe(400);
    expect(await get("logs/agent/999999", days)).toMatchObject({ status: 404, body: { code: "queueReports.agent" } });
    expect(await get("summary", { ...days, start_date: "2025-04-14" })).toMatchObject({ status: 200 });
  });
});

/** Rows of the callers who joined on these days of a zone. */
function isWithin(zone: string, { start_date, end_date }: { readonly start_date: string; readonly end_date: string }) {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone });
  return ({ at, event }: QueueLogRow): boolean => {
    const day = clock.format(at);
    return event !== "ENTERQUEUE" || (day >= start_date && day <= end_date);
  };
}
