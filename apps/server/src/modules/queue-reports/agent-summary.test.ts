import { agentFiguresSchema, agentSummaryRowSchema, type AgentSummaryRow, type Permission } from "@callpanel/contract";
import { FINAL_EVENTS, type QueueLogEvent, type QueueLogRow } from "@callpanel/phone-port";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { queueDays } from "../../../test/queue-days.ts";
import { createTestClock, createTestServer, type TestServer } from "../../../test/test-server.ts";

const MARCH = { from: Date.UTC(2026, 2, 1), until: Date.UTC(2026, 3, 1) };
/** In the middle of what the log has: what lasts longer ends now. */
const NOW = Date.UTC(2026, 2, 27, 13, 7, 11);
const QUEUES = ["600", "601", "699"];
const answerSchema = z.object({ total: z.number(), data: z.array(agentSummaryRowSchema), totals: agentFiguresSchema });

interface Question {
  readonly from: number;
  readonly until: number;
  readonly queues: readonly string[];
}

/**
 * The figures of an agent again: a walk over all moments at which something changes, which adds the time since the last one to
 * whatever was true in it.
 */
function naiveFigures(log: readonly QueueLogRow[], agentId: number, { from, until, queues }: Question) {
  const rows = log.filter((row) => row.agentId === agentId);
  const own = rows.filter(({ queueId }) => queueId !== undefined && queues.includes(queueId));
  const wrapUps = wrapUpsOf(rows);
  const end = Math.min(until, NOW);
  const moments = [
    ...new Set([...rows.map(({ at }) => at), ...wrapUps.flatMap((one) => [one.from, one.until]), from, until, end]),
  ]
    .filter((at) => at >= from && at <= until)
    .toSorted((one, other) => one - other);
  const time = { talk: 0, wrapUp: 0, login: 0, paused: 0, available: 0 };
  const causes = new Map<string, number>();
  for (const [index, at] of moments.slice(0, -1).entries()) {
    const ms = (moments[index + 1] ?? at) - at;
    const before = own.filter((row) => row.at <= at);
    const last = (queue: string, events: readonly QueueLogRow["event"][]) =>
      before.findLast((row) => row.queueId === queue && events.includes(row.event));
    const talks = before.filter((row) => {
      const isOver = own.find((one) => one.callId === row.callId && FINAL_EVENTS.has(one.event));
      return row.event === "CONNECT" && isOver !== undefined && isOver.at > at;
    });
    time.talk += ms * talks.length;
    time.wrapUp += ms * wrapUps.filter((one) => queues.includes(one.queue) && one.from <= at && one.until > at).length;
    if (at >= end) continue;
    const isLoggedIn = queues.some((queue) => last(queue, ["ADDMEMBER", "REMOVEMEMBER"])?.event === "ADDMEMBER");
    const reasons = new Set(
      queues.flatMap((queue) => {
        const row = last(queue, ["PAUSE", "UNPAUSE", "REMOVEMEMBER"]);
        return row?.event === "PAUSE" ? [row.reason] : [];
      }),
    );
    if (reasons.delete("wrap_up_time")) time.wrapUp += ms;
    for (const reason of reasons) causes.set(reason, (causes.get(reason) ?? 0) + ms);
    if (reasons.size > 0) time.paused += ms;
    if (isLoggedIn) time.login += ms;
    if (isLoggedIn && reasons.size === 0) time.available += ms;
  }
  const inPeriod = own.filter(({ at }) => at >= from && at < until);
  const waits = inPeriod.flatMap((row) => (row.event === "CONNECT" ? [row.waitMs] : []));
  const tenths = (ms: number): number => Math.round(ms / 100) / 10;
  return {
    answered: waits.length,
    missed: inPeriod.filter((row) => row.event === "RINGNOANSWER" && !("refused" in row)).length,
    rejected: inPeriod.filter((row) => row.event === "AGENTDUMP" || "refused" in row).length,
    talk: tenths(time.talk),
    avg_hold: waits.length === 0 ? null : tenths(waits.reduce((sum, one) => sum + one, 0) / waits.length),
    wrap_up: tenths(time.wrapUp),
    paused: tenths(time.paused),
    pauses: [...causes]
      .toSorted(([one, ms], [other, otherMs]) => otherMs - ms || one.localeCompare(other))
      .map(([cause, ms]) => ({ cause, seconds: tenths(ms) })),
    logged_in: tenths(time.login),
    occupancy:
      time.available === 0 ? null : Math.round(Math.min(1, (time.talk + time.wrapUp) / time.available) * 1_000) / 1_000,
  };
}

/** The wrap-ups after calls: unpausing ends the latest one. */
function wrapUpsOf(rows: readonly QueueLogRow[]) {
  const found: { queue: string; from: number; until: number }[] = [];
  for (const row of rows) {
    const latest = found.at(-1);
    if (row.event.startsWith("UNPAUSE") && latest !== undefined) latest.until = Math.min(latest.until, row.at);
    if ("wrapUpMs" in row && row.wrapUpMs !== undefined)
      found.push({ queue: row.queueId ?? "", from: row.at, until: row.at + row.wrapUpMs });
  }
  return found;
}

describe("the agent summary", () => {
  let server: TestServer;
  let rows: readonly QueueLogRow[];
  let raw: readonly QueueLogRow[];
  const idOf = new Map<string, number>();
  beforeAll(async () => {
    const clock = createTestClock();
    server = await createTestServer({ clock });
    clock.leap(NOW - clock.now());
    for (const username of ["alice", "bob", "carol"]) {
      const user = await server.stores.users.byUsername(username);
      idOf.set(user?.extension ?? "", user?.id ?? 0);
    }
    rows = queueDays({ ...MARCH, realm: "demo", queueIds: QUEUES, agentIds: [...idOf.values()], calls: 300, seed: 5 });
    await server.stores.queueLog.append("server", rows);
    // With the rows of the phone system: the agents who are always in a queue.
    const all = { realm: "demo", scope: "realm", from: 0, until: MARCH.until * 2 } as const;
    const rowsOf = async (agentId: number) =>
      (await server.stores.queueReports.rowsOfAgent({ ...all, agentId }, { offset: 0, limit: 100_000 })).rows;
    raw = (await Promise.all([...idOf.values()].map(rowsOf))).flatMap((of) => of.toReversed());
    await grant("alice", [{ module: "queue_reports", rule: "read" }]);
    await grant("bob", [{ module: "queue_reports", rule: "read_for", targets: ["600"] }]);
    await grant("dave", []);
  });
  afterAll(() => server.remove());

  const grant = async (username: string, permissions: readonly Permission[]): Promise<void> => {
    const user = await server.stores.users.byUsername(username);
    await server.stores.company.atomically((company) => company.setPermissions(user?.id ?? 0, [...permissions]));
  };
  const get = (query: Readonly<Record<string, string>>, username = "alice", path = "agents") =>
    server.get(`/api/v1/queues/reports/${path}?${new URLSearchParams(query).toString()}`, username);
  const read = async (query: Readonly<Record<string, string>>, username = "alice") =>
    z.parse(answerSchema, (await get(query, username)).body);
  const figures = ({ agent: _agent, agent_name: _name, ...rest }: AgentSummaryRow) => rest;
  const of = (data: readonly AgentSummaryRow[], extension: string) => {
    const row = data.find(({ agent }) => agent === extension);
    return row === undefined ? undefined : figures(row);
  };

  const questions = [
    ["UTC", "2026-03-01", "2026-03-31", MARCH.from, MARCH.until],
    ["America/Toronto", "2026-03-08", "2026-03-08", Date.UTC(2026, 2, 8, 5), Date.UTC(2026, 2, 9, 4)],
    ["Asia/Kathmandu", "2026-03-10", "2026-03-19", Date.UTC(2026, 2, 9, 18, 15), Date.UTC(2026, 2, 19, 18, 15)],
    ["Australia/Lord_Howe", "2026-03-26", "2026-03-28", Date.UTC(2026, 2, 25, 13), Date.UTC(2026, 2, 28, 13)],
  ] as const;
  for (const [zone, start_date, end_date, from, until] of questions)
    for (const queues of [QUEUES, ["600"], ["601", "699"]])
      it(`QREP-8 QREP-9 figures of agents equal a walk over the raw rows, ${start_date} to ${end_date} in ${zone}, queues ${queues.join()}`, async () => {
        const { data, total } = await read({ start_date, end_date, timezone: zone, queues: queues.join() });
        expect(total).toBe(data.length);
        for (const [extension, id] of idOf)
          expect([extension, of(data, extension)]).toEqual([extension, naiveFigures(raw, id, { from, until, queues })]);
      });

  it("QREP-8 the random log has all that the figures are about", async () => {
    const { data } = await read({ start_date: "2026-03-01", end_date: "2026-03-31" });
    expect(raw.filter((row) => "always" in row).length).toBeGreaterThan(1);
    const causes = new Set(data.flatMap(({ pauses }) => pauses.map(({ cause }) => cause)));
    expect([...causes].toSorted()).toEqual(["", "break", "lunch_break", "meeting"]);
    for (const { wrap_up, missed, rejected, occupancy } of data.filter(({ agent }) => idOf.has(agent))) {
      expect(Math.min(wrap_up, missed, rejected, occupancy ?? 0)).toBeGreaterThan(0);
    }
  });

  it("QREP-9 totals are those of all agents, one agent alone has their own", async () => {
    const march = { start_date: "2026-03-01", end_date: "2026-03-31" };
    const { data, totals } = await read(march);
    const sum = (of: (row: AgentSummaryRow) => number) => data.reduce((all, row) => all + of(row), 0);
    expect(totals.answered).toBe(sum(({ answered }) => answered));
    expect(totals.talk).toBeCloseTo(
      sum(({ talk }) => talk),
      0,
    );
    expect(totals.paused).toBeCloseTo(
      sum(({ paused }) => paused),
      0,
    );
    const alone = await read({ ...march, agent: "102" });
    expect(alone.data).toEqual(data.filter(({ agent }) => agent === "102"));
    expect(alone.totals).toEqual(of(data, "102"));
    expect(await get({ ...march, agent: "999999" })).toMatchObject({
      status: 404,
      body: { code: "queueReports.agent" },
    });
  });

  it("QREP-8 a pause in all queues counts once, a pause at the edge of a period in part", async () => {
    const day = Date.UTC(2026, 2, 20);
    const dave = (await server.stores.users.byUsername("dave"))?.id ?? 0;
    const row = (at: number, event: QueueLogEvent): QueueLogRow => ({ realm: "demo", agentId: dave, at, ...event });
    const all = (at: number, event: "PAUSE" | "UNPAUSE") => [
      row(at, { event: `${event}ALL`, reason: "break" }),
      ...QUEUES.map((queueId) => ({ ...row(at, { event, reason: "break" }), queueId })),
    ];
    await server.stores.queueLog.append("server", [...all(day - 60_000, "PAUSE"), ...all(day + 30_000, "UNPAUSE")]);
    const before = await read({ start_date: "2026-03-19", end_date: "2026-03-19", agent: "104" });
    const after = await read({ start_date: "2026-03-20", end_date: "2026-03-20", agent: "104" });
    expect([before.data[0]?.paused, after.data[0]?.paused]).toEqual([60, 30]);
    expect(after.data[0]?.pauses).toEqual([{ cause: "break", seconds: 30 }]);
    // Dave is always in two queues.
    expect(after.data[0]).toMatchObject({ logged_in: 86_400, occupancy: 0 });
  });

  it("QREP-1 QREP-10 a right on some queues shows agents' activity in these, and only agents and queues of these can be chosen", async () => {
    const march = { start_date: "2026-03-01", end_date: "2026-03-31" };
    const seen = await read(march, "bob");
    const wanted = await read({ ...march, queues: "600" });
    expect(seen).toEqual(wanted);
    expect(await get({ ...march, queues: "601" }, "bob")).toMatchObject({ status: 403 });
    expect(await get(march, "dave")).toMatchObject({ status: 403 });
    const choices = z.parse(
      z.object({ queues: z.array(z.object({ id: z.string() })), agents: z.array(z.object({ extension: z.string() })) }),
      (await get({}, "bob", "choices")).body,
    );
    expect(choices.queues.map(({ id }) => id)).toEqual(["600"]);
    expect(choices.agents.map(({ extension }) => extension)).toContain("102");
    for (const path of ["agents_export", "call_details_export", "summary_export"]) {
      expect(await get({ ...march, queues: "600,601" }, "bob", path), path).toMatchObject({ status: 403 });
      expect(await get(march, "dave", path), path).toMatchObject({ status: 403 });
    }
  });

  it("QREP-5 call details of an agent are the calls that the agent answered", async () => {
    const march = { start_date: "2026-03-01", end_date: "2026-03-31", agent: "102" };
    const page = z.object({ total: z.number(), data: z.array(z.object({ callid: z.string(), date: z.string() })) });
    const wanted = rows
      .filter((row) => row.event === "CONNECT" && row.agentId === idOf.get("102"))
      .map(({ callId = "" }) => callId)
      .filter((callId) =>
        rows.some((row) => row.callId === callId && row.event === "ENTERQUEUE" && row.at < MARCH.until),
      );
    const seen: string[] = [];
    for (let offset = 0; offset < wanted.length + 20; offset += 20) {
      const { total, data } = z.parse(
        page,
        (await get({ ...march, limit: "20", offset: String(offset) }, "alice", "call_details")).body,
      );
      expect(total).toBe(wanted.length);
      seen.push(...data.map(({ callid }) => callid));
    }
    expect(seen.toSorted()).toEqual(wanted.toSorted());
  });
});
