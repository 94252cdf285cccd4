/** Two servers on one PostgreSQL database: separate processes, real telephones, real sound, and a kill. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listCalls, listVoicemails } from "@callpanel/contract";
import { readRecording } from "@callpanel/testkit";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { createPostgresDatabase } from "../../test/postgres-database.ts";
import { buildServer, runProcess, type ServerProcess } from "../../test/server-process.ts";
import { createTelephones, type Telephones } from "../../test/telephones.ts";

const SERVER_URL = process.env["TEST_DATABASE_URL"];
/** A lease of 30 s, and a check every 10 s. */
const WAIT = { timeout: 120_000, interval: 50 };
const TEST_MS = 600_000;
/** Longer than two checks for leftovers of ended servers. */
const TWO_LOOKS_MS = 21_000;
const SPOKEN_MS = 3_000;
/** Longer than a test speaks: a box ends a message at 10 s of silence. */
const SPOKEN = Int16Array.from(
  { length: 48_000 * 180 },
  (_, at) => 8_000 * Math.sin((2 * Math.PI * 440 * at) / 48_000),
);

describe.skipIf(SERVER_URL === undefined)("two servers on one PostgreSQL database", () => {
  let folder: string;
  let dataDir: string;
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>;
  const running: ServerProcess[] = [];
  const offices: Telephones[] = [];
  beforeAll(async () => {
    folder = await buildServer();
  });
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "callpanel-test-"));
    database = await createPostgresDatabase(SERVER_URL ?? "");
  });
  afterEach(async () => {
    for (const office of offices.splice(0)) await office.close();
    for (const server of running.splice(0)) await kill(server);
    await database.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const run = (env: Record<string, string> = {}) => {
    const { databaseUrl } = database;
    const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: "0", LOG_LEVEL: "info", ...env };
    const server = runProcess(`${folder}/main.js`, settings);
    running.push(server);
    return server;
  };
  const start = async (env: Record<string, string> = {}) => {
    const server = run(env);
    await expect.poll(() => server.out() + server.error(), WAIT).toMatch(/callpanel is ready: \S+\n/);
    const office = createTelephones(/callpanel is ready: (\S+)\n/.exec(server.out())?.[1] ?? "");
    offices.push(office);
    return { server, office };
  };
  const kill = async (server: ServerProcess): Promise<void> => {
    server.child.kill("SIGKILL");
    await server.exited;
  };
  /** Length of the only sound in a folder of the data folder, which is being written. */
  const lengthIn = (place: string): number => {
    const file = readdirSync(join(dataDir, place)).find((name) => name.endsWith(".opus"));
    const bytes = file === undefined ? Buffer.alloc(0) : readFileSync(join(dataDir, place, file));
    return bytes.length === 0 ? 0 : readRecording(bytes).durationMs;
  };
  const grown = async (): Promise<void> => {
    const before = ["recordings", "voicemail"].map(lengthIn);
    await expect
      .poll(() => ["recordings", "voicemail"].every((place, at) => lengthIn(place) > (before[at] ?? 0)), WAIT)
      .toBe(true);
  };
  /** Carol talks to Bob and records it; Dave speaks into Alice's box. */
  const begin = async (office: Telephones) => {
    const [carol, bob, dave] = [await office.signIn("carol"), await office.signIn("bob"), await office.signIn("dave")];
    const answered = bob.answer();
    const call = await carol.call("102");
    await answered;
    for (const digit of ["*", "1"]) await call.press(digit);
    const message = await dave.call("*98101");
    await message.press("#");
    await message.hearsTone();
    void message.peer.sendSound(SPOKEN);
    await expect.poll(() => Math.min(lengthIn("recordings"), lengthIn("voicemail")), WAIT).toBeGreaterThan(SPOKEN_MS);
    return { call, message };
  };
  const historyOf = async (office: Telephones) => {
    const person = await office.withoutTelephone("carol");
    const { data, total } = z.parse(listCalls.response, (await person.ask("/cdrs/friendly_calls_by_date")).body);
    return { person, total, call: data.find(({ to }) => to === "102" && data.length > 0) };
  };
  const messagesOf = async (office: Telephones) => {
    const alice = await office.withoutTelephone("alice");
    return z.parse(listVoicemails.response, (await alice.ask("/voicemails")).body).data;
  };

  it(
    "OWN-8 OWN-2 a server that starts while another one records a call and a message ends, moves or delivers none of that",
    { timeout: TEST_MS },
    async () => {
      const first = await start();
      const { total } = await historyOf(first.office);
      const messages = (await messagesOf(first.office)).length;
      const { call, message } = await begin(first.office);
      const second = await start();
      const until = lengthIn("recordings") + TWO_LOOKS_MS;
      await expect.poll(() => lengthIn("recordings"), WAIT).toBeGreaterThan(until);
      await grown();
      expect([call.call.state, message.call.state]).toEqual(["talking", "talking"]);
      expect((await historyOf(second.office)).total).toBe(total);
      expect(await messagesOf(second.office)).toHaveLength(messages);
      expect(second.server.out()).not.toMatch(/cut off|could not|adopted/);

      message.call.hangUp();
      call.call.hangUp();
      await expect.poll(async () => (await messagesOf(second.office)).length, WAIT).toBe(messages + 1);
      // Carol sees all calls of the company: her own, and Dave's with the box.
      await expect.poll(async () => (await historyOf(second.office)).total, WAIT).toBe(total + 2);
      const { person, call: record } = await historyOf(second.office);
      expect(record).toMatchObject({ from: "103", to: "102", disposition: "answered", failed: false, recording: true });
      const sound = await person.download(`/cdrs/${record?.id}/recording`);
      expect(readRecording(sound).durationMs).toBeGreaterThan(TWO_LOOKS_MS);
      expect(["recordings", "voicemail"].flatMap((place) => readdirSync(join(dataDir, place)))).toEqual([]);
    },
  );

  it(
    "OWN-8 OWN-3 OWN-4 after a kill and the end of its lease, the other server adds calls and messages to history and box, once",
    { timeout: TEST_MS },
    async () => {
      const first = await start();
      const second = await start();
      const { total } = await historyOf(second.office);
      const messages = (await messagesOf(second.office)).length;
      await begin(first.office);
      await kill(first.server);
      const [recorded, spoken] = ["recordings", "voicemail"].map(lengthIn);
      await expect.poll(async () => (await historyOf(second.office)).total, WAIT).toBe(total + 2);
      await expect.poll(async () => (await messagesOf(second.office)).length, WAIT).toBe(messages + 1);
      const { person, call } = await historyOf(second.office);
      expect(call).toMatchObject({ from: "103", to: "102", disposition: "answered", recording: true });
      expect(call?.talk_duration).toBeGreaterThanOrEqual(SPOKEN_MS / 1_000);
      expect(readRecording(await person.download(`/cdrs/${call?.id}/recording`)).durationMs).toBe(recorded);
      const durations = (await messagesOf(second.office)).map(({ duration }) => duration);
      expect(durations).toContain(Math.round((spoken ?? 0) / 1_000));

      const third = await start();
      expect((await historyOf(third.office)).total).toBe(total + 2);
      expect(await messagesOf(third.office)).toHaveLength(messages + 1);
      const [adopted] = [second, third].map(({ server }) => server.out().match(/calls cut off by a crash/g)?.length);
      expect([adopted, third.server.out().includes("cut off")]).toEqual([1, false]);
    },
  );

  it(
    "SERVER-60 OWN-8 in the same folder, a server of another database is refused, and one with SQLite",
    { timeout: TEST_MS },
    async () => {
      await start();
      const other = await createPostgresDatabase(SERVER_URL ?? "");
      const IN_USE =
        /^callpanel: DATA_DIR \S+ is in use by (another callpanel server|callpanel servers of another database): [^\n]+\n$/;
      const refused = [run({ DATABASE_URL: other.databaseUrl }), run({ DATABASE_URL: "" })];
      for (const server of refused)
        expect([await server.exited, server.error()]).toEqual([2, expect.stringMatching(IN_USE)]);
      await other.remove();
      expect(readdirSync(dataDir).some((name) => name.startsWith("callpanel.db"))).toBe(false);
    },
  );
});
