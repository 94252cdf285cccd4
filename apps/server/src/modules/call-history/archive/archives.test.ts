import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { endpoints, errorBodySchema, type RealtimeEvent } from "@callpanel/contract";
import { readZip } from "@callpanel/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callRecord } from "../../../../test/call-records.ts";
import { bearer, createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { ownEvent } from "../../realtime/index.ts";
import { applyCompany, parseCompanyFile } from "../../administration/index.ts";

const BASE = "/api/v1/archive/cdrs/recording";
const AT = Date.UTC(2026, 2, 8, 14, 30, 6);
const HOUR_MS = 3_600_000;
const soundOf = (id: string): Buffer => createHash("sha512").update(id).digest();

let server: TestServer;
let ids: Readonly<Record<"alice" | "bob" | "carol", number>>;
const told: Array<readonly [userId: number, event: RealtimeEvent]> = [];

/** A recording that has ended, with its file where it was recorded. */
async function addRecording(id: string, callId: string, startedAt: number): Promise<void> {
  await server.stores.recordings.begin({
    owner: "s1",
    id,
    realm: "demo",
    callId,
    userId: null,
    startedBy: "carol",
    startedAt,
  });
  await server.stores.recordings.end(id, { durationMs: 5_000, bytes: 64, marks: [], failure: null });
  writeFileSync(join(server.dataDir, "recordings", `${id}.opus`), soundOf(id));
}

beforeAll(async () => {
  server = await createTestServer();
  await server.app.ready();
  server.bus.subscribe(ownEvent, ({ userId, event }) => told.push([userId, event]));
  const idOf = async (username: string) => (await server.stores.users.byUsername(username))?.id ?? 0;
  ids = { alice: await idOf("alice"), bob: await idOf("bob"), carol: await idOf("carol") };
  const alice = { number: "101", name: "Alice / Archer\u202e", userId: ids.alice };
  const bob = { number: "102", name: "Bob Brandt", userId: ids.bob };
  const outside = { number: "+14165550199", name: "" };
  const records = [
    callRecord({ callId: "ab", startedAt: AT, from: alice, to: bob }),
    callRecord({ callId: "carried", startedAt: AT + HOUR_MS, from: bob, to: outside, continues: ["ab"] }),
    callRecord({ callId: "out", startedAt: AT + 30 * HOUR_MS, from: alice, to: outside }),
    callRecord({ callId: "silent", startedAt: AT + 31 * HOUR_MS, from: alice, to: bob }),
  ];
  for (const record of records) await server.stores.callRecords.write(record);
  await addRecording("rec1", "ab", AT + 1_000);
  await addRecording("rec2", "ab", AT + 9_000);
  await addRecording("rec3", "out", AT + 30 * HOUR_MS);
  await server.stores.recordings.attach("carried", [{ recordingId: "rec2", offsetMs: 0, durationMs: 1 }]);
});
afterAll(() => server.remove());

const start = async (username: string, body: object) => server.send("POST", `${BASE}/bulk`, username, body);
const begun = async (username: string, body: object) =>
  endpoints.startRecordingArchive.response.parse((await start(username, body)).body);
const codeOf = ({ status, body }: { readonly status: number; readonly body: unknown }) => [
  status,
  errorBodySchema.parse(body).code,
];
const own = async (username: string) =>
  endpoints.getOwnRecordingArchive.response.parse((await server.get(`${BASE}/bulk`, username)).body).data;
const packed = async (username: string, body: object) => {
  const { id } = await begun(username, body);
  await expect.poll(async () => (await own(username))?.state).toBe("done");
  return id;
};
const download = async (username: string, id: string, headers: Readonly<Record<string, string>> = {}) => {
  const { access_token } = await server.signIn(username);
  const url = `${BASE}/bulk_download/${id}`;
  return server.app.inject({ url, headers: { ...bearer(access_token), ...headers } });
};
const removal = async (username: string, id: string) => {
  const headers = bearer((await server.signIn(username)).access_token);
  const answer = await server.app.inject({ method: "DELETE", url: `${BASE}/bulk/${id}`, headers });
  return codeOf({ status: answer.statusCode, body: answer.json() });
};
const namesOf = async (username: string, body: object) => {
  const { rawPayload } = await download(username, await packed(username, body));
  return readZip(rawPayload).map(({ name }) => name);
};
const recordOf = async (callId: string) => {
  const { body } = await server.get("/api/v1/cdrs/friendly_calls_by_date?limit=1000", "carol");
  return endpoints.listCalls.response.parse(body).data.find(({ call_id }) => call_id === callId)?.id ?? 0;
};

const PERIOD = { date_from: "2026-03-08", date_to: "2026-03-10", time_zone: "America/Toronto" };

describe("archives of recordings", () => {
  it("CDR-20 CDR-22 everything that matches the filter and that the user may hear, each once, with time and people in the name", async () => {
    const ab = await recordOf("ab");
    const file = await download("alice", await packed("alice", PERIOD));
    expect([file.statusCode, file.headers["content-type"], Number(file.headers["content-length"])]).toEqual([
      200,
      "application/zip",
      file.rawPayload.length,
    ]);
    expect(file.headers["content-disposition"]).toMatch(/filename="recordings \d{4}-\d\d-\d\d\.zip"/);
    expect(readZip(file.rawPayload)).toEqual([
      { name: `2026-03-08 10-30-06 Alice Archer - Bob Brandt ${ab}.ogg`, content: soundOf("rec1") },
      { name: `2026-03-08 10-30-06 Alice Archer - Bob Brandt ${ab}-2.ogg`, content: soundOf("rec2") },
      {
        name: `2026-03-09 16-30-06 Alice Archer - +14165550199 ${await recordOf("out")}.ogg`,
        content: soundOf("rec3"),
      },
    ]);
  });

  it("CDR-21 the filter is that of the list: people, days, words, or single calls", async () => {
    const [carried, out, silent] = [await recordOf("carried"), await recordOf("out"), await recordOf("silent")];
    expect(await namesOf("bob", { ...PERIOD, date_to: "2026-03-08" })).toHaveLength(2);
    expect(await namesOf("carol", { ...PERIOD, filter_by_extension: "101", search: "0199" })).toEqual([
      expect.stringContaining(` ${out}.ogg`),
    ]);
    // A recording that a leg brought along is found by the later call alone, too.
    expect(await namesOf("bob", { ...PERIOD, search: "0199" })).toEqual([expect.stringContaining(` ${carried}.ogg`)]);
    expect(await namesOf("carol", { calls: [out, silent, carried, 999_999] })).toHaveLength(2);
    // Calls in which the person was not are left out.
    expect(codeOf(await start("bob", { calls: [out] }))).toEqual([422, "cdrs.archive.empty"]);
    expect(codeOf(await start("bob", { ...PERIOD, filter_by_extension: "101" }))).toEqual([403, "request.forbidden"]);
  });

  it("CDR-21 without any recording that the user may hear, there is an error", async () => {
    expect(codeOf(await start("alice", { ...PERIOD, date_from: "2026-03-10" }))).toEqual([422, "cdrs.archive.empty"]);
    expect(codeOf(await start("dave", {}))).toEqual([422, "cdrs.archive.empty"]);
    expect(codeOf(await start("alice", { calls: [] }))).toEqual([400, "request.invalid"]);
  });

  it("CDR-23 only the owner receives the progress; a Range header gives a part of the file", async () => {
    told.length = 0;
    const id = await packed("alice", PERIOD);
    const states = told.flatMap(([userId, event]) =>
      event.action === "ARCHIVE" && event.archive.id === id ? [[userId, event.archive.state] as const] : [],
    );
    expect(states[0]).toEqual([ids.alice, "running"]);
    expect(states.at(-1)).toEqual([ids.alice, "done"]);
    expect(new Set(states.map(([userId]) => userId))).toEqual(new Set([ids.alice]));
    expect(await own("alice")).toMatchObject({ id, total: 3, packed: 3, missing: 0, error: null });
    const [all, part] = [await download("alice", id), await download("alice", id, { range: "bytes=10-19" })];
    expect([part.statusCode, part.rawPayload]).toEqual([206, all.rawPayload.subarray(10, 20)]);
  });

  it("CDR-23 a recording that was removed in the meantime is counted as missing, and the others are packed", async () => {
    await addRecording("rec4", "silent", AT + 31 * HOUR_MS);
    await server.sounds.release({ kind: "recording", id: "rec4" });
    await server.stores.recordings.begin({
      owner: "s1",
      id: "rec5",
      realm: "demo",
      callId: "silent",
      userId: null,
      startedBy: "carol",
      startedAt: AT + 31 * HOUR_MS,
    });
    await server.stores.recordings.end("rec5", { durationMs: 5_000, bytes: 64, marks: [], failure: null });
    expect(await namesOf("alice", { calls: [await recordOf("silent")] })).toHaveLength(1);
    expect(await own("alice")).toMatchObject({ total: 2, packed: 2, missing: 1 });
    await server.stores.recordings.remove(["rec4", "rec5"]);
  });

  it("CDR-24 a new archive, a cancellation or a day later: the file is removed", async () => {
    const first = await packed("alice", PERIOD);
    const second = await packed("alice", PERIOD);
    expect((await download("alice", first)).statusCode).toBe(404);
    expect((await download("alice", second)).statusCode).toBe(200);
    expect((await server.send("DELETE", `${BASE}/bulk/${second}`, "alice")).body).toEqual({ success: true });
    expect([await own("alice"), await server.sounds.heldBy({ kind: "archive", id: second })]).toEqual([null, []]);

    const third = await packed("alice", PERIOD);
    const { expires_at: until } = (await own("alice")) ?? {};
    expect(until).toBe(new Date(server.clock.now() + 24 * HOUR_MS).toISOString());
    server.clock.leap(24 * HOUR_MS);
    expect((await download("alice", third)).statusCode).toBe(404);
    await server.clock.skip(HOUR_MS);
    await expect.poll(() => server.stores.recordingArchives.byId(third)).toBe(undefined);
    expect(await server.sounds.heldBy({ kind: "archive", id: third })).toEqual([]);
  });

  it("CDR-26 the download is refused if rights were removed since the request; other people cannot download it", async () => {
    const company = (permissions: string) => `
realm: demo
groups: [{ name: hears, permissions: [${permissions}] }]
users:
  - { username: wanda, first_name: Wanda, last_name: Watcher, extension: 301, groups: [hears], password: callpanel-demo }
`;
    const apply = (permissions: string) => applyCompany(server.stores.company, parseCompanyFile(company(permissions)));
    await apply(`"cdrs:read", "cdrs:read_for:${ids.bob}"`);
    const id = await packed("wanda", PERIOD);
    expect((await download("wanda", id)).statusCode).toBe(200);
    const others = [await download("alice", id), await download("carol", id)];
    expect(others.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    expect(await removal("alice", id)).toEqual([404, "cdrs.archive.notFound"]);
    await apply(`"cdrs:read"`);
    const denied = await download("wanda", id);
    expect(codeOf({ status: denied.statusCode, body: denied.json() })).toEqual([403, "cdrs.archive.denied"]);
    expect(await own("wanda")).toBe(null);
  });
});
