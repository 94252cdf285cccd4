import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpoints } from "@callpanel/contract";
import type { CallRecord, CallView, PhoneEvent } from "@callpanel/phone-port";
import { readRecording, rmsLevel } from "@callpanel/testkit";
import { startMediaEngine } from "@callpanel/testkit/media";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callRecord } from "../../../test/call-records.ts";
import { bearer, createTestServer, type TestServer } from "../../../test/test-server.ts";
import { silentLog } from "../../../test/temporary-storage.ts";
import { openRecordingFolder } from "../../adapters/recordings/index.ts";
import { seedDemoCalls } from "../call-history/index.ts";
import { EARLIER_VERSION } from "../../kernel/jobs/lease.ts";
import { createRecordingJournal, seedDemoRecordings } from "./index.ts";

const SOUND = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i % 251));
const AT = 1_700_000_000_000;

/** About a second of silence, in the engine's format. */
async function realRecording(path: string): Promise<void> {
  const engine = await startMediaEngine();
  const recording = engine.open().record({ path });
  await expect.poll(() => existsSync(path) && readFileSync(path).length).toBeGreaterThan(300);
  recording.stop();
  await recording.ended;
  await engine.close();
}

describe("GET cdrs/{id}/recording", () => {
  let server: TestServer;
  const idOf = async (username: string) => (await server.stores.users.byUsername(username))?.id ?? 0;
  beforeAll(async () => {
    server = await createTestServer();
    await server.app.ready();
    const { recordings, callRecords } = server.stores;
    const [alice, carol] = [await idOf("alice"), await idOf("carol")];
    await recordings.begin({
      owner: "s1",
      id: "rec1",
      realm: "demo",
      callId: "call1",
      userId: carol,
      startedBy: "carol",
      startedAt: AT,
    });
    await recordings.end("rec1", { durationMs: 5_000, bytes: SOUND.length, marks: [], failure: null });
    await recordings.begin({
      owner: "s1",
      id: "rec2",
      realm: "demo",
      callId: "call2",
      userId: null,
      startedBy: "carol",
      startedAt: AT,
    });
    await recordings.end("rec2", { durationMs: 5_000, bytes: SOUND.length, marks: [], failure: null });
    await callRecords.write(
      callRecord({
        callId: "call1",
        startedAt: AT,
        from: { number: "103", name: "Carol", userId: carol },
        to: { number: "101", name: "Alice", userId: alice },
      }),
    );
    writeFileSync(join(server.dataDir, "recordings", "rec1.opus"), SOUND);
  });
  afterAll(() => server.remove());

  const fetchAs = async (username: string, path: string, headers: Readonly<Record<string, string>> = {}) => {
    const { access_token } = await server.signIn(username);
    return server.app.inject({ url: `/api/v1/${path}`, headers: { ...bearer(access_token), ...headers } });
  };

  it("REC-33 people who were in the call, or may read their records, can hear it; by id of the call or of its record", async () => {
    const list = await fetchAs("alice", "cdrs/friendly_calls_by_date?search=Carol");
    const { data } = endpoints.listCalls.response.parse(list.json());
    const record = data.find(({ call_id }) => call_id === "call1")?.id;
    for (const username of ["carol", "alice"]) {
      for (const path of ["cdrs/call1/recording", `cdrs/${record}/recording`, "cdrs/call1/recording?recording=rec1"]) {
        const answer = await fetchAs(username, path);
        expect([answer.statusCode, answer.headers["content-type"]], `${path} for ${username}`).toEqual([
          200,
          "audio/ogg",
        ]);
        expect(answer.rawPayload).toEqual(SOUND);
      }
    }
  });

  it("REC-33 for other people, and without a recording, the response is 404", async () => {
    const asked = [
      ["bob", "cdrs/call1/recording"],
      ["bob", "cdrs/call9/recording"],
      ["carol", "cdrs/call9/recording"],
      ["carol", "cdrs/call1/recording?recording=rec2"],
      ["carol", "cdrs/call2/recording"],
      ["carol", "cdrs/..%2Fcall1/recording"],
    ] as const;
    for (const [username, path] of asked) {
      const answer = await fetchAs(username, path);
      expect([answer.statusCode, answer.json<unknown>()], path).toEqual([
        404,
        { error: "cdrs.recording.notFound", code: "cdrs.recording.notFound", error_description: "Recording not found" },
      ]);
    }
    expect((await fetchAs("erin", "cdrs/call1/recording")).statusCode).toBe(403);
  });

  it("REC-34 a Range header gives a part of it", async () => {
    const part = await fetchAs("carol", "cdrs/call1/recording", { range: "bytes=100-199" });
    expect([part.statusCode, part.headers["content-range"], part.headers["content-length"]]).toEqual([
      206,
      "bytes 100-199/1000",
      "100",
    ]);
    expect(part.rawPayload).toEqual(SOUND.subarray(100, 200));
    const beyond = await fetchAs("carol", "cdrs/call1/recording", { range: "bytes=1000-" });
    expect([beyond.statusCode, beyond.headers["content-range"], beyond.rawPayload.length]).toEqual([
      416,
      "bytes */1000",
      0,
    ]);
  });

  it("REC-35 a recording of an earlier version is moved to the store at the first request, and can be saved as a file", async () => {
    const saved = await fetchAs("carol", "cdrs/call1/recording?download=1");
    expect(saved.headers["content-disposition"]).toContain('filename="recording call1.ogg"');
    expect(existsSync(join(server.dataDir, "recordings", "rec1.opus"))).toBe(false);
    expect(await server.sounds.heldBy({ kind: "recording", id: "rec1" })).toMatchObject([{ bytes: SOUND.length }]);
  });

  it("CONF-35 a closed recording cannot be played by a person who was only in the call where it began, or who may read that person's calls", async () => {
    const { recordings, callRecords, company } = server.stores;
    const [bob, dave, alice] = [await idOf("bob"), await idOf("dave"), await idOf("alice")];
    const begun = { owner: "s1", realm: "demo", userId: null, startedBy: "bob", startedAt: AT };
    await recordings.begin({ ...begun, id: "rec6", callId: "call6", isClosed: true });
    await recordings.end("rec6", { durationMs: 60_000, bytes: SOUND.length, marks: [], failure: null });
    const sound = { durationMs: 60_000, bytes: SOUND.length };
    expect(await recordings.ofCall("demo", "call6")).toMatchObject({ recordings: [{ ...sound, isClosed: true }] });
    for (const [callId, userId, number] of [
      ["call6", bob, "102"],
      ["call7", dave, "104"],
    ] as const) {
      const to = { number: "800", name: "Open room" };
      await callRecords.write(callRecord({ callId, startedAt: AT, from: { number, name: number, userId }, to }));
      await recordings.attach(callId, [{ recordingId: "rec6", offsetMs: 0, durationMs: 1_000 }]);
    }
    writeFileSync(join(server.dataDir, "recordings", "rec6.opus"), SOUND);
    await company.atomically((change) =>
      change.setPermissions(alice, [
        { module: "cdrs", rule: "read" },
        { module: "cdrs", rule: "read_for", targets: [String(bob)] },
      ]),
    );
    const recordId = async (username: string, callId: string) => {
      const { data } = endpoints.listCalls.response.parse(
        (await fetchAs(username, "cdrs/friendly_calls_by_date?limit=100")).json(),
      );
      return data.find(({ call_id }) => call_id === callId);
    };
    const shown = await recordId("bob", "call6");
    expect(shown?.recording).toBe(false);
    expect((await recordId("alice", "call6"))?.recording).toBe(false);
    const details = async (username: string) =>
      endpoints.getCall.response.parse((await fetchAs(username, `cdrs/${shown?.id}`)).json()).recordings.length;
    expect([await details("bob"), await details("alice"), await details("carol")]).toEqual([0, 0, 1]);
    for (const username of ["bob", "alice"])
      for (const id of ["call6", String(shown?.id), "call7"])
        for (const query of ["", "?recording=rec6", "?format=wav&download=1"])
          expect((await fetchAs(username, `cdrs/${id}/recording${query}`)).statusCode, `${username} ${id}`).toBe(404);
    for (const username of ["bob", "alice"]) {
      const packed = await server.send("POST", "/api/v1/archive/cdrs/recording/bulk", username, { calls: [shown?.id] });
      expect(packed).toMatchObject({ status: 422, body: { code: "cdrs.archive.empty" } });
    }
    // Dave led the room for a second; Carol may read all calls.
    expect((await recordId("dave", "call7"))?.recording).toBe(true);
    for (const [username, id] of [
      ["dave", "call7"],
      ["carol", "call6"],
      ["carol", "call7"],
    ] as const)
      expect((await fetchAs(username, `cdrs/${id}/recording`)).statusCode, `${username} ${id}`).toBe(200);
    expect((await recordId("carol", "call6"))?.recording).toBe(true);
  });

  it("REC-34 a missing sound is not found", async () => {
    await server.sounds.release({ kind: "recording", id: "rec1" });
    expect((await fetchAs("carol", "cdrs/call1/recording")).statusCode).toBe(404);
  });
});

it("CDR-51 some calls of the demo company have a recording with both voices", async () => {
  const server = await createTestServer();
  const { users, recordings } = server.stores;
  const realmId = (await users.byUsername("alice"))?.realm.id ?? 0;
  const { users: people } = await users.search({ realmId, words: [], start: 0, limit: 100 });
  const scene = { realm: "demo", people, now: server.clock.now() };
  const calls = await seedDemoCalls({ writeAll: async () => undefined }, scene);
  const folder = new URL("../../../demo", import.meta.url).pathname;
  await seedDemoRecordings({ recordings, sounds: server.sounds }, { calls, folder });
  const { body } = await server.get("/api/v1/cdrs/friendly_calls_by_date?limit=100", "alice");
  const recorded = endpoints.listCalls.response.parse(body).data.filter(({ recording }) => recording);
  expect(recorded).toHaveLength(3);
  const { access_token } = await server.signIn("alice");
  for (const { id } of recorded) {
    const url = `/api/v1/cdrs/${id}/recording`;
    const { left, right } = readRecording((await server.app.inject({ url, headers: bearer(access_token) })).rawPayload);
    expect(left.length).toBeGreaterThan(48_000 * 10);
    expect(Math.min(rmsLevel(left), rmsLevel(right))).toBeGreaterThan(0.02);
  }
  await server.remove();
});

describe("storing recordings", () => {
  it("REC-36 expired recordings are removed at the start, the others stay", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "callpanel-test-"));
    const first = await createTestServer({ dataDir });
    const now = first.clock.now();
    for (const [id, startedAt] of [
      ["old", now - 8 * 86_400_000],
      ["young", now],
    ] as const) {
      const { recordings } = first.stores;
      await recordings.begin({
        owner: "s1",
        id,
        realm: "demo",
        callId: "call1",
        userId: null,
        startedBy: "carol",
        startedAt,
      });
      await recordings.end(id, { durationMs: 5, bytes: 1_000, marks: [], failure: null });
      writeFileSync(join(dataDir, "recordings", `${id}.opus`), `the sound of ${id}`);
    }
    await first.stop();
    const second = await createTestServer({ dataDir, keepRecordingsDays: 7 });
    const left = async () => (await second.stores.recordings.ofCall("demo", "call1"))?.recordings.map(({ id }) => id);
    await expect.poll(left).toEqual(["young"]);
    expect(existsSync(join(dataDir, "recordings", "old.opus"))).toBe(false);
    expect(await second.sounds.heldBy({ kind: "recording", id: "old" })).toEqual([]);
    await second.remove();
  });

  it("REC-32 a recording that a crash interrupted is kept with the length of its file", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "callpanel-test-"));
    mkdirSync(join(dataDir, "recordings"));
    const path = join(dataDir, "recordings", "cut.opus");
    await realRecording(path);
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, -10));
    const first = await createTestServer({ dataDir });
    const begun = {
      owner: EARLIER_VERSION,
      realm: "demo",
      callId: "call1",
      userId: null,
      startedBy: "carol",
      startedAt: AT,
    };
    await first.stores.recordings.begin({ ...begun, id: "cut" });
    await first.stores.recordings.begin({ ...begun, id: "empty" });
    await first.stop();
    const second = await createTestServer({ dataDir });
    const { durationMs } = readRecording(whole.subarray(0, -10));
    expect((await second.stores.recordings.ofCall("demo", "call1"))?.recordings).toEqual([
      { id: "cut", durationMs: Math.floor(durationMs), bytes: whole.length - 10, isClosed: false },
      { id: "empty", durationMs: 0, bytes: 0, isClosed: false },
    ]);
    expect(durationMs).toBeGreaterThan(0);
    expect(existsSync(path)).toBe(false);
    expect(await second.sounds.heldBy({ kind: "recording", id: "cut" })).toMatchObject([{ bytes: whole.length - 10 }]);
    await second.remove();
  });

  it("REC-32 start, end and the call's parts are written in this order, and a failure is only logged", async () => {
    const written: unknown[] = [];
    const note =
      (what: string) =>
      async (...parts: readonly unknown[]) =>
        void written.push([what, ...parts]);
    const keeper = createRecordingJournal({
      owner: () => "s1",
      store: {
        begin: note("begin"),
        end: async (id) => {
          written.push(["end", id]);
          throw new Error("the store is away");
        },
        attach: note("attach"),
        unfinished: async () => [],
        times: async () => [],
        ofCall: async () => undefined,
        endedBefore: async () => [],
        remove: async () => undefined,
      },
      files: { measure: async () => ({ durationMs: 3, bytes: 4 }) },
      sounds: { soundOf: async () => undefined },
      log: silentLog,
    });
    for (const event of EVENTS) keeper.take(event);
    await keeper.flush();
    expect(written).toEqual([
      [
        "begin",
        {
          id: "r1",
          owner: "s1",
          realm: "demo",
          callId: "c1",
          userId: 3,
          startedBy: "carol",
          startedAt: AT,
          isClosed: false,
        },
      ],
      ["end", "r1"],
      ["attach", "c1", [{ recordingId: "r1", offsetMs: 0, durationMs: 900 }]],
    ]);
  });

  it("REC-32 an id cannot lead out of the folder", async () => {
    const folder = await openRecordingFolder(mkdtempSync(join(tmpdir(), "callpanel-test-")));
    for (const id of ["", "../x", "a/b", "A", "x".repeat(65)]) expect(() => folder.pathOf(id)).toThrow("not a valid");
    expect(await folder.measure("nothing")).toBeUndefined();
    expect(await folder.find("nothing")).toBeUndefined();
  });
});

const CAROL = { number: "103", name: "Carol Chen", userId: 3 };
const VIEW: CallView = {
  id: "c1",
  realm: "demo",
  state: "answered",
  startedAt: AT,
  caller: CAROL,
  callee: CAROL,
  dialledNumber: "101",
  direction: "internal",
  legs: [],
};
const RECORD: CallRecord = {
  id: "c1",
  realm: "demo",
  startedAt: AT,
  endedAt: AT + 1,
  from: CAROL,
  to: CAROL,
  dialledNumber: "101",
  direction: "internal",
  disposition: "answered",
  failed: false,
  endedBy: "caller",
  endReason: "hangup",
  sipStatus: 200,
  quality: {},
  legIds: [],
  recordings: [{ id: "r1", by: "carol", of: CAROL, startedAt: AT, offsetMs: 0, durationMs: 900, marks: [] }],
};
const RECORDING = { id: "r1", by: "carol", of: CAROL, startedAt: AT };
const SOUND_OF_IT = { durationMs: 900, bytes: 70, marks: [], failure: "full" };
const EVENTS: readonly PhoneEvent[] = [
  { kind: "recordingStarted", at: AT, call: VIEW, legId: "l1", recording: RECORDING },
  { kind: "recordingPaused", at: AT, call: VIEW, legId: "l1", recording: RECORDING },
  { kind: "recordingEnded", at: AT, realm: "demo", recording: RECORDING, sound: SOUND_OF_IT },
  { kind: "callEnded", at: AT, call: VIEW, record: RECORD },
  { kind: "callEnded", at: AT, call: VIEW, record: { ...RECORD, recordings: [] } },
];
