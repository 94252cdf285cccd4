/** One data folder with two servers, and after crashes: separate processes, real telephones, real sound. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listCalls, listQueueCalls } from "@callpanel/contract";
import { readRecording } from "@callpanel/testkit";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { writeDemoStore } from "../../test/demo-store.ts";
import { buildServer, runProcess, type ServerProcess } from "../../test/server-process.ts";
import { createTelephones, type Telephones } from "../../test/telephones.ts";

const WAIT = { timeout: 120_000, interval: 20 };
const TEST_MS = 600_000;
/** Length of a call that the test measures. */
const TALK_MS = 3_000;
const IN_USE = /^callpanel: DATA_DIR \S+ is in use by another callpanel server: [^\n]+\n$/;

describe("a data folder", () => {
  let folder: string;
  let dataDir: string;
  const running: ServerProcess[] = [];
  const offices: Telephones[] = [];
  beforeAll(async () => {
    folder = await buildServer();
  });
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "callpanel-test-"));
    await writeDemoStore(dataDir);
  });
  afterEach(async () => {
    for (const office of offices.splice(0)) await office.close();
    for (const server of running.splice(0)) await kill(server);
    rmSync(dataDir, { recursive: true, force: true });
  });

  const run = (program: "main" | "cli", { args = [], env = {} }: { args?: string[]; env?: Record<string, string> }) => {
    const child = runProcess(
      `${folder}/${program}.js`,
      { DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "warn", ...env },
      args,
    );
    running.push(child);
    return child;
  };
  const start = async (env: Record<string, string> = {}) => {
    const server = run("main", { env });
    await expect.poll(() => server.out() + server.error(), WAIT).toMatch(/callpanel is ready: \S+\n/);
    const office = createTelephones(/callpanel is ready: (\S+)\n/.exec(server.out())?.[1] ?? "");
    offices.push(office);
    return { server, office };
  };
  const kill = async (server: ServerProcess): Promise<void> => {
    server.child.kill("SIGKILL");
    await server.exited;
  };
  const recordedFile = (): Buffer => {
    const place = join(dataDir, "recordings");
    const [file] = existsSync(place) ? readdirSync(place) : [];
    return file === undefined ? Buffer.alloc(0) : readFileSync(join(place, file));
  };
  const recorded = (): number => recordedFile().length;
  const talkRecorded = async (office: Telephones) => {
    const [carol, bob] = [await office.signIn("carol"), await office.signIn("bob")];
    const answered = bob.answer();
    const line = await carol.call("102");
    await answered;
    for (const digit of ["*", "1"]) await line.press(digit);
    await expect.poll(recorded, WAIT).toBeGreaterThan(2_000);
    return { carol, bob, line };
  };

  const historyOf = async (office: Telephones, username = "carol") => {
    const person = await office.withoutTelephone(username);
    return z.parse(listCalls.response, (await person.ask("/cdrs/friendly_calls_by_date")).body);
  };

  it(
    "SERVER-60 a second server is refused while the first one records and keeps recording; the command line is not",
    async () => {
      const { server, office } = await start();
      const { line } = await talkRecorded(office);
      const second = run("main", {});
      expect([await second.exited, second.error()]).toEqual([2, expect.stringMatching(IN_USE)]);
      const elsewhere = run("main", { env: { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" } });
      expect([await elsewhere.exited, elsewhere.error()]).toEqual([2, expect.stringMatching(IN_USE)]);
      const before = recorded();
      await expect.poll(recorded, WAIT).toBeGreaterThan(before);
      const listing = run("cli", { args: ["users", "list"] });
      expect([await listing.exited, listing.error()]).toEqual([0, ""]);
      expect(line.call.state).toBe("talking");
      expect(server.error()).toBe("");

      await kill(server);
      await start();
    },
    TEST_MS,
  );

  it(
    "CDR-14 REC-32 a call that a kill interrupted is in the history of both people, with its length and its recording",
    async () => {
      const { server, office } = await start();
      await talkRecorded(office);
      await expect.poll(() => readRecording(recordedFile()).durationMs, WAIT).toBeGreaterThan(TALK_MS);
      await kill(server);
      const again = await start();
      for (const username of ["carol", "bob"]) {
        const person = await again.office.withoutTelephone(username);
        const [call] = (await historyOf(again.office, username)).data;
        expect(call).toMatchObject({ from: "103", to: "102", disposition: "answered", failed: false, recording: true });
        expect(call?.talk_duration).toBeGreaterThanOrEqual(TALK_MS / 1_000);
        const sound = await person.download(`/cdrs/${call?.id}/recording`);
        expect(readRecording(sound).durationMs).toBeGreaterThan(TALK_MS);
      }
      const { total: totalBefore } = await historyOf(again.office);
      await kill(again.server);
      expect((await historyOf((await start()).office)).total).toBe(totalBefore);
    },
    TEST_MS,
  );

  it(
    "QLOG-7 QCB-13 callers in a queue when the server is killed have their one end in the log after the next start; a caller who waits to be called back is called",
    async () => {
      for (const args of [
        ["queues", "add", "690", "Helpdesk"],
        ["queues", "add-agent", "690", "bob"],
        ["queues", "set", "690", "callback_key", "2"],
      ]) {
        const command = run("cli", { args });
        expect([await command.exited, command.error()]).toEqual([0, ""]);
      }
      const { server, office } = await start();
      const [bob, dave, alice, grace] = [
        await office.signIn("bob"),
        await office.signIn("dave"),
        await office.signIn("alice"),
        await office.signIn("grace"),
      ];
      const answered = bob.answer();
      await dave.call("690");
      await answered;
      await alice.call("690");
      const asks = await grace.call("690");
      for (const key of ["2", "1"]) await asks.press(key);
      await asks.hears("queue-callback-taken");
      const day = (at: number) => new Date(at).toISOString().slice(0, "2026-03-08".length);
      const began = day(Date.now()); // it may end on the next day
      const statuses = async (at: Telephones) => {
        const carol = await at.withoutTelephone("carol");
        const { body } = await carol.ask(
          `/queues/reports/call_details?start_date=${began}&end_date=${day(Date.now())}&queues=690`,
        );
        return z.parse(listQueueCalls.response, body).data.map(({ number, status }) => `${number} ${status}`);
      };
      const callers = (...found: readonly string[]) => ["107", "101", "104"].map((one, at) => `${one} ${found[at]}`);
      await expect.poll(() => statuses(office), WAIT).toEqual(callers("in queue", "in queue", "CONNECT"));
      await kill(server);
      const again = await start();
      await expect.poll(() => statuses(again.office), WAIT).toEqual(callers("in queue", "ABANDON", "COMPLETEAGENT"));
      // The callback begins as soon as an agent is there: her telephone must be there before.
      const [caller, agent] = [await again.office.signIn("grace"), await again.office.signIn("bob")];
      const rung = agent.answer();
      const called = await caller.answer();
      await called.hears("queue-callback-here");
      await called.press("1");
      await rung;
      await expect.poll(() => statuses(again.office), WAIT).toEqual(callers("CONNECT", "ABANDON", "COMPLETEAGENT"));
      await kill(again.server);
      expect(await statuses((await start()).office)).toEqual(callers("COMPLETEAGENT", "ABANDON", "COMPLETEAGENT"));
    },
    TEST_MS,
  );
});
