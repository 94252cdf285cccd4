import type { QueueLogRow } from "@callpanel/phone-port";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import { queueDays } from "../../../test/queue-days.ts";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";

const MARCH = { from: Date.UTC(2026, 2, 1), until: Date.UTC(2026, 2, 20) };
const FILTER = { start_date: "2026-03-01", end_date: "2026-03-31", timezone: "UTC" };
const NAMES = ["=HYPERLINK(1)", "+1-2", "-cmd", "@SUM(A1)", "\tx", 'Ann "A", B', "Zoë\r\nline", "'=1"];
const recordsSchema = z.array(z.record(z.string(), z.string()));
const pageSchema = z.object({
  data: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null(), z.array(z.unknown())]))),
});

let server: TestServer;
let rows: readonly QueueLogRow[];
beforeAll(async () => {
  server = await createTestServer();
  const alice = await server.stores.users.byUsername("alice");
  const days = { ...MARCH, realm: "demo", queueIds: ["600", "601"], agentIds: [alice?.id ?? 0], calls: 1_250, seed: 3 };
  rows = queueDays(days).map((row, index) =>
    row.event === "ENTERQUEUE" ? { ...row, name: NAMES[index % NAMES.length] ?? "" } : row,
  );
  await server.stores.queueLog.append("server", rows);
  await server.stores.company.atomically((company) =>
    company.setPermissions(alice?.id ?? 0, [{ module: "queue_reports", rule: "read" }]),
  );
});
afterAll(() => server.remove());

const fileOf = async (path: string, query: Readonly<Record<string, string>>) => {
  const { access_token } = await server.signIn("alice");
  const response = await server.app.inject({
    url: `/api/v1/queues/reports/${path}_export?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Bearer ${access_token}` },
  });
  const text = response.rawPayload.toString("utf8");
  return {
    status: response.statusCode,
    headers: response.headers,
    bom: [...response.rawPayload.subarray(0, 3)],
    text,
    records: response.statusCode === 200 ? z.parse(recordsSchema, parse(text, { bom: true, columns: true })) : [],
  };
};
const pageOf = async (path: string, query: Readonly<Record<string, string>>) =>
  z.parse(
    pageSchema,
    (await server.get(`/api/v1/queues/reports/${path}?${new URLSearchParams(query).toString()}`, "alice")).body,
  ).data;

it("QREP-11 call details as a file are all calls, the latest first, not one page", async () => {
  const { headers, bom, records } = await fileOf("call_details", FILTER);
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(headers["content-disposition"]).toBe('attachment; filename="queue-calls-2026-03-01-2026-03-31.csv"');
  expect(headers["cache-control"]).toBe("private, no-store");
  expect(bom).toEqual([0xef, 0xbb, 0xbf]);
  const enters = rows.filter(({ event }) => event === "ENTERQUEUE");
  expect(records.map(({ callid }) => callid)).toEqual(enters.toReversed().map(({ callId }) => callId));
  expect(records.length).toBeGreaterThan(1_000);
});

it("QREP-11 no cell of a file is a formula, and the text is otherwise unchanged", async () => {
  const { records } = await fileOf("call_details", FILTER);
  const names = new Set(records.map(({ name }) => name));
  expect(names).toEqual(
    new Set(["'=HYPERLINK(1)", "'+1-2", "'-cmd", "'@SUM(A1)", "'\tx", 'Ann "A", B', "Zoë\r\nline", "''=1"]),
  );
});

it("QREP-11 the summary and the agents as files have the figures of the pages", async () => {
  for (const [path, name] of [
    ["summary", "queue-summary"],
    ["agents", "queue-agents"],
  ] as const) {
    const { headers, records } = await fileOf(path, FILTER);
    expect(headers["content-disposition"]).toContain(`filename="${name}-2026-03-01-2026-03-31.csv"`);
    const shown = await pageOf(path, FILTER);
    expect(records.length).toBe(shown.length);
    for (const [index, row] of shown.entries())
      for (const [key, value] of Object.entries(row))
        if (typeof value !== "object" && key in (records[index] ?? {}))
          expect([key, records[index]?.[key]]).toEqual([key, String(value)]);
  }
  const hourly = await fileOf("summary", { ...FILTER, hourly: "1" });
  expect(hourly.headers["content-disposition"]).toContain("queue-summary-hourly-");
  expect(hourly.records.length).toBe((await pageOf("summary", { ...FILTER, hourly: "1" })).length);
});

it("QREP-11 a file has the filter of its page, and an error is no file", async () => {
  const { records } = await fileOf("call_details", { ...FILTER, queues: "601", end_date: "2026-03-05" });
  expect(new Set(records.map(({ queue }) => queue))).toEqual(new Set(["601"]));
  expect(records.every(({ date = "" }) => date < "2026-03-06")).toBe(true);
  expect(await fileOf("call_details", { ...FILTER, end_date: "2026-02-01" })).toMatchObject({ status: 422 });
});
