/** A callback of a queue, two and three server processes on one PostgreSQL database, real telephones, and a kill. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import pg from "pg";
import { createPostgresDatabase } from "../../test/postgres-database.ts";
import { buildServer, runProcess, type ServerProcess } from "../../test/server-process.ts";
import { createTelephones, type Person, type Telephones } from "../../test/telephones.ts";

const SERVER_URL = process.env["TEST_DATABASE_URL"];
/** A lease of 30 s, and a check every 10 s. */
const WAIT = { timeout: 240_000, interval: 50 };
const TEST_MS = 600_000;
/** Longer than two checks for leftovers of ended servers. */
const TWO_LOOKS_MS = 21_000;
/** Of the demo company: its queue with callbacks, and the key that asks for one. */
const QUEUE = "600";
const KEY = "2";

describe.skipIf(SERVER_URL === undefined)("callbacks of several servers on one PostgreSQL database", () => {
  let folder: string;
  let dataDir: string;
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let reader: pg.Client;
  const running: ServerProcess[] = [];
  const offices: Telephones[] = [];
  beforeAll(async () => {
    folder = await buildServer();
    dataDir = mkdtempSync(join(tmpdir(), "callpanel-test-"));
    database = await createPostgresDatabase(SERVER_URL ?? "");
    reader = new pg.Client({ connectionString: database.databaseUrl });
    await reader.connect();
  }, TEST_MS);
  afterAll(async () => {
    for (const office of offices.splice(0)) await office.close();
    for (const server of running.splice(0)) await kill(server);
    await reader?.end();
    await database?.remove();
    if (dataDir !== undefined) rmSync(dataDir, { recursive: true, force: true });
  });

  const kill = async (server: ServerProcess): Promise<void> => {
    server.child.kill("SIGKILL");
    await server.exited;
  };
  const start = async () => {
    const settings = { DATA_DIR: dataDir, DATABASE_URL: database.databaseUrl, PORT: "0", LOG_LEVEL: "info" };
    const server = runProcess(`${folder}/main.js`, settings);
    running.push(server);
    await expect.poll(() => server.out() + server.error(), WAIT).toMatch(/callpanel is ready: \S+\n/);
    const office = createTelephones(/callpanel is ready: (\S+)\n/.exec(server.out())?.[1] ?? "");
    offices.push(office);
    return { server, office };
  };
  /** Steps of callbacks, and ends of stays, in the log: `OUTCALL asked`. */
  const steps = async (): Promise<readonly string[]> => {
    const { rows } = await reader.query<{ row: string }>(
      "select row from queue_log where call_id is not null and call_id not like 'demo-%' order by id",
    );
    return rows.map(({ row }) => {
      const { event, step = "" }: { event: string; step?: string } = JSON.parse(row);
      return `${event} ${step}`.trim();
    });
  };
  const dialled = async () => (await steps()).filter((step) => step === "OUTCALL dialled").length;
  const ringsOf = (...people: readonly Person[]) => people.map(({ phone }) => phone.calls.length);

  it(
    "QCB-15 a callback of a running server is its own; after its kill one other calls, once, and the two talk",
    { timeout: TEST_MS },
    async () => {
      const first = await start();
      const second = await start();
      const alice = await first.office.signIn("alice");
      const waiting = await alice.call(QUEUE);
      await expect
        .poll(
          async () => {
            // Once it has been asked for, the call may end at any moment, and takes no more keys.
            if (!(await steps()).includes("OUTCALL asked")) for (const key of [KEY, "1"]) await waiting.press(key);
            return steps();
          },
          { ...WAIT, interval: 3_000 },
        )
        .toContain("OUTCALL asked");
      await waiting.call.until("ended");

      // Agents are free at the other server: it does not call, for as long as the first one runs.
      const [caller, agent] = [await second.office.signIn("alice"), await second.office.signIn("dave")];
      const until = Date.now() + TWO_LOOKS_MS;
      await expect.poll(() => Date.now(), WAIT).toBeGreaterThan(until);
      expect([ringsOf(agent, caller), await dialled()]).toEqual([[0, 0], 0]);

      await kill(first.server);
      // One that starts meanwhile takes it over as well as one that runs; its agent is free too.
      const third = await start();
      const [callerThere, agentThere] = [await third.office.signIn("alice"), await third.office.signIn("carol")];
      const isRung = () => ringsOf(agent, agentThere).reduce((sum, one) => sum + one, 0);
      await expect.poll(isRung, WAIT).toBe(1);
      const [called, here] = agent.phone.calls.length === 1 ? [caller, agent] : [callerThere, agentThere];
      const rung = here.answer();
      const back = await called.answer();
      await back.hears("queue-callback-here");
      await back.press("1");
      await expect.poll(steps, WAIT).toContain("CONNECT");
      const talk = await rung;
      expect([talk.call.state, back.call.state]).toEqual(["talking", "talking"]);
      back.call.hangUp();
      await talk.call.until("ended");
      await expect
        .poll(steps, WAIT)
        .toEqual(["ENTERQUEUE", "OUTCALL asked", "OUTCALL dialled", "CONNECT", "COMPLETECALLER"]);

      // Nobody is rung again, also after the next looks.
      const later = Date.now() + TWO_LOOKS_MS;
      await expect.poll(() => Date.now(), WAIT).toBeGreaterThan(later);
      expect([isRung(), ringsOf(caller, callerThere).reduce((sum, one) => sum + one, 0), await dialled()]).toEqual([
        1, 1, 1,
      ]);
    },
  );
});
