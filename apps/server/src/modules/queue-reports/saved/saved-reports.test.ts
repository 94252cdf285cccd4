import { savedQueueReportSchema, type Permission, type SavedQueueReportDraft } from "@callpanel/contract";
import type { QueueLogRow } from "@callpanel/phone-port";
import { parse } from "csv-parse/sync";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import type { Mail } from "../../mail/index.ts";
import { WAIT } from "../../../../test/wait.ts";

/** The fake clock begins on Monday, 2026-01-05 at 9:00 UTC. */
const YESTERDAY = Date.UTC(2026, 0, 4, 10);
const HOUR_MS = 3_600_000;
const DRAFT: SavedQueueReportDraft = {
  name: "Morning",
  type: "queue_summary",
  queues: [],
  agent: "",
  timezone: "UTC",
  every: "day",
  weekday: 1,
  time: "10:00",
  locale: "en-US",
  recipients: ["101", "102"],
};
const READ: readonly Permission[] = [{ module: "queue_reports", rule: "read" }];
const PATH = "/api/v1/queues/reports/saved";
const listSchema = z.object({ total: z.number(), data: z.array(savedQueueReportSchema) });

let server: TestServer;
let mails: Mail[];
beforeEach(async () => {
  mails = [];
  server = await createTestServer({
    publicUrl: "https://panel.example.com",
    mailer: { send: async (mail) => void mails.push(mail) },
  });
  await grant("alice", READ);
  await grant("bob", [{ module: "queue_reports", rule: "read_for", targets: ["600"] }]);
  await grant("dave", []);
  await server.stores.queueLog.append("server", [...callAt(YESTERDAY, "600"), ...callAt(YESTERDAY + 60_000, "601")]);
});
afterEach(() => server.remove());

const idOf = async (username: string): Promise<number> => (await server.stores.users.byUsername(username))?.id ?? 0;
const grant = async (username: string, permissions: readonly Permission[]): Promise<void> => {
  const id = await idOf(username);
  await server.stores.company.atomically((company) => company.setPermissions(id, [...permissions]));
};
const callAt = (at: number, queueId: string): readonly QueueLogRow[] => {
  const about = { realm: "demo", queueId, callId: `call-${at}` };
  const name = "=HYPERLINK(1)<script>";
  return [
    { ...about, at, event: "ENTERQUEUE", number: "+14165550100", name, position: 1 },
    { ...about, at: at + 5_000, event: "ABANDON", position: 1, originalPosition: 1, waitMs: 5_000 },
  ];
};
const save = async (draft: Partial<SavedQueueReportDraft> = {}, username = "alice") =>
  server.send("POST", PATH, username, { ...DRAFT, ...draft });
const saved = async (username = "alice") => z.parse(listSchema, (await server.get(PATH, username)).body).data;
/** Jobs run in the database, which the fake clock does not wait for. */
const pass = async (ms: number, mailCount: number, dueNext: string): Promise<void> => {
  await (ms > HOUR_MS ? server.clock.skip(ms) : server.clock.advance(ms));
  await vi.waitFor(async () => {
    const reports = await server.stores.savedReports.ofOwner(await idOf("alice"));
    expect(reports.map(({ nextAt }) => new Date(nextAt).toISOString())).toContain(dueNext);
    expect(await server.stores.jobs.count("queueReports.send")).toBe(0);
    expect(mails).toHaveLength(mailCount);
  }, WAIT);
};
const lastSent = async (): Promise<string> =>
  new Date((await server.stores.savedReports.ofOwner(await idOf("alice")))[0]?.lastSentAt ?? 0).toISOString();
const sentTo = (): readonly string[] => mails.map(({ to }) => to.name).toSorted();
const textOf = ({ parts }: Mail): string =>
  parts
    .map((part) => (part.kind === "table" ? [part.head, ...part.rows].join("\n") : "text" in part ? part.text : ""))
    .join("\n");
const fileOf = (mail: Mail | undefined) =>
  z.parse(
    z.array(z.record(z.string(), z.string())),
    parse(Buffer.from(mail?.attachments?.[0]?.bytes ?? []), { bom: true, columns: true }),
  );

it("QMAIL-1 a report is saved, listed with its next time, changed and deleted by its owner alone", async () => {
  const created = await save();
  expect(created).toMatchObject({ status: 200, body: { next_at: "2026-01-05T10:00:00+00:00", last_sent_at: null } });
  const [report] = await saved();
  expect(report).toMatchObject({ name: "Morning", recipients: [{ extension: "101" }, { extension: "102" }] });
  expect(await saved("bob")).toEqual([]);
  const gone = { status: 404, body: { code: "queueReports.saved.gone" } };
  expect(await server.send("PUT", `${PATH}/${report?.id}`, "bob", { ...DRAFT, recipients: ["102"] })).toMatchObject(
    gone,
  );
  expect(await server.send("DELETE", `${PATH}/${report?.id}`, "bob")).toMatchObject(gone);
  const changed = { ...DRAFT, name: "Evening", time: "18:30", timezone: "America/Toronto" };
  expect(await server.send("PUT", `${PATH}/${report?.id}`, "alice", changed)).toMatchObject({
    status: 200,
    body: { name: "Evening", next_at: "2026-01-05T18:30:00-05:00" },
  });
  expect(await server.send("DELETE", `${PATH}/${report?.id}`, "alice")).toMatchObject({ status: 200 });
  expect(await saved()).toEqual([]);
});

it("QMAIL-1 invalid zones, times and names, and too many reports, are refused", async () => {
  expect(await save({ timezone: "Mars/Phobos" })).toMatchObject({ status: 422, body: { code: "cdrs.timeZone" } });
  for (const wrong of [{ time: "25:00" }, { name: " " }, { weekday: 8 }, { recipients: [] }, { queues: ["600,601"] }])
    expect((await save(wrong)).status, JSON.stringify(wrong)).toBe(400);
  for (let count = 0; count < 20; count += 1) expect((await save()).status).toBe(200);
  expect(await save()).toMatchObject({ status: 409, body: { code: "queueReports.saved.tooMany" } });
});

it("QMAIL-2 recipients are people who may read the report; the owner chooses only queues of their own", async () => {
  const refused = (extension: string) => ({
    status: 422,
    body: { code: "queueReports.saved.recipient", error_description: expect.stringContaining(extension) },
  });
  expect(await save({ recipients: ["101", "104"] })).toMatchObject(refused("104"));
  expect(await save({ recipients: ["999"] })).toMatchObject(refused("999"));
  expect(await save({ queues: ["601"], recipients: ["102"] })).toMatchObject(refused("102"));
  expect(await save({ queues: ["600"], recipients: ["102"] })).toMatchObject({ status: 200 });
  expect(await save({ queues: ["601"], recipients: ["101"] }, "bob")).toMatchObject({ status: 403 });
  expect(await save({}, "dave")).toMatchObject({ status: 403 });
  const list = async (search: string) =>
    (await server.get(`/api/v1/queues/reports/recipients?search=${search}`, "alice")).body;
  expect(await list("")).toMatchObject({ data: expect.arrayContaining([{ extension: "102", name: "Bob Brandt" }]) });
  expect(await list("Dave")).toMatchObject({ total: 0 });
});

it("QMAIL-3 QMAIL-4 QMAIL-5 each recipient gets the day before, in their own queues, as a table and a file", async () => {
  await save();
  await server.clock.advance(HOUR_MS - 1);
  expect(mails).toEqual([]);
  await pass(1, 2, "2026-01-06T10:00:00.000Z");
  expect(sentTo()).toEqual(["Alice Archer", "Bob Brandt"]);
  const [ofAlice, ofBob] = mails.toSorted((one, other) => one.to.name.localeCompare(other.to.name));
  expect(ofAlice?.subject).toBe("Morning: January 4, 2026");
  expect(fileOf(ofAlice).map(({ queue, calls, abandon }) => [queue, calls, abandon])).toEqual([
    ["601", "1", "1"],
    ["600", "1", "1"],
  ]);
  expect(fileOf(ofBob).map(({ queue }) => queue)).toEqual(["600"]);
  if (ofAlice === undefined || ofBob === undefined) throw new Error("no mail");
  expect(textOf(ofAlice)).toContain("Sales,2026-01-04,1,0,1");
  expect(textOf(ofAlice)).toContain("Alice Archer has this report sent to you.");
  expect(textOf(ofBob)).not.toContain("Sales");
  expect(ofAlice.parts.at(-1)).toMatchObject({
    kind: "link",
    url: "https://panel.example.com/queues/reports?type=queue_summary&scope=custom&start_date=2026-01-04&end_date=2026-01-04&timezone=UTC",
  });
  expect(ofAlice.attachments?.[0]?.name).toBe("queue-summary-2026-01-04-2026-01-04.csv");
  await pass(24 * HOUR_MS, 4, "2026-01-07T10:00:00.000Z");
  expect(await lastSent()).toBe("2026-01-06T10:00:00.000Z");
});

it("QMAIL-5 calls and agents are reports too, in French, and a period without calls is reported as such", async () => {
  await save({ type: "call_details", locale: "fr-CA", recipients: ["101"] });
  await save({ type: "agent_details", agent: "102", recipients: ["101"], time: "11:00" });
  await pass(HOUR_MS, 1, "2026-01-06T10:00:00.000Z");
  await pass(HOUR_MS, 2, "2026-01-06T11:00:00.000Z");
  const [calls, agents] = mails;
  if (calls === undefined || agents === undefined) throw new Error("no mail");
  expect(calls.locale).toBe("fr-CA");
  expect(textOf(calls)).toContain("2026-01-04 10:00,Support,=HYPERLINK(1)<script>,Abandonné");
  expect(fileOf(calls)[0]).toMatchObject({ name: "'=HYPERLINK(1)<script>", status: "ABANDON" });
  expect(textOf(agents)).toContain("There were no calls in this period.");
});

it("QMAIL-5 RPT-5 a call whose caller asked to be called back is marked, in the table and in the file, others are not", async () => {
  const [entered, left] = callAt(YESTERDAY + 120_000, "600");
  if (entered === undefined || left === undefined) throw new Error("no call");
  const asked = { event: "OUTCALL", step: "asked", number: "+14165550100", attempt: 0, priority: 0 } as const;
  await server.stores.queueLog.append("server", [
    entered,
    { realm: "demo", queueId: "600", callId: entered.callId, at: YESTERDAY + 121_000, ...asked },
    left,
  ]);
  await save({ type: "call_details", recipients: ["101"] });
  await save({ type: "call_details", recipients: ["101"], locale: "fr-CA", time: "11:00" });
  await pass(HOUR_MS, 1, "2026-01-06T10:00:00.000Z");
  await pass(HOUR_MS, 2, "2026-01-06T11:00:00.000Z");
  const [english, french] = mails;
  if (english === undefined || french === undefined) throw new Error("no mail");
  expect(textOf(english).match(/Abandoned[^,]*/g)).toEqual(["Abandoned (callback)", "Abandoned", "Abandoned"]);
  expect(textOf(french)).toContain("Abandonné (rappel)");
  expect(fileOf(english).map(({ callback }) => callback)).toEqual(["yes", "", ""]);
});

it("QMAIL-2 a right that has ended since holds no longer: of a recipient, and of the owner", async () => {
  await save({ queues: ["600"] });
  await grant("bob", []);
  await pass(HOUR_MS, 1, "2026-01-06T10:00:00.000Z");
  expect(sentTo()).toEqual(["Alice Archer"]);
  await grant("bob", READ);
  await grant("alice", []);
  await pass(24 * HOUR_MS, 1, "2026-01-07T10:00:00.000Z");
  await grant("alice", READ);
  expect(await lastSent()).toBe("2026-01-05T10:00:00.000Z");
  await pass(24 * HOUR_MS, 3, "2026-01-08T10:00:00.000Z");
});

it("QMAIL-6 after a change only the new time counts, and a deleted report is no longer sent", async () => {
  const { body } = await save({ recipients: ["101"] });
  const { id } = z.parse(savedQueueReportSchema, body);
  await server.send("PUT", `${PATH}/${id}`, "alice", { ...DRAFT, recipients: ["101"], time: "12:00" });
  await server.clock.skip(2 * HOUR_MS);
  await vi.waitFor(async () => expect(await server.stores.jobs.count("queueReports.due")).toBe(1), WAIT);
  expect(mails).toEqual([]);
  await pass(HOUR_MS, 1, "2026-01-06T12:00:00.000Z");
  expect(await server.stores.savedReports.remove({ id, ownerId: await idOf("alice") })).toBe(true);
  await server.clock.skip(48 * HOUR_MS);
  await vi.waitFor(async () => expect(await server.stores.jobs.count("queueReports.due")).toBe(0), WAIT);
  expect([mails.length, await server.stores.jobs.count("queueReports.send")]).toEqual([1, 0]);
});

it("QMAIL-6 after days without a server there is one mail, and then the next day's", async () => {
  await save({ recipients: ["101"] });
  await server.clock.skip(72 * HOUR_MS);
  await pass(0, 1, "2026-01-08T10:00:00.000Z");
  expect(mails.map(({ subject }) => subject)).toEqual(["Morning: January 4, 2026"]);
});
