/** Data of the first release (apps/server/test/first-release), opened by this one. */
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { tokenSchema } from "@callpanel/contract";
import { createSipPhone } from "@callpanel/testkit";
import Database from "libsql";
import { generateSync } from "otplib";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import * as z from "zod/mini";
import { createPostgresDatabase } from "../../test/postgres-database.ts";
import { buildServer, runProcess, type ServerProcess } from "../../test/server-process.ts";
import { dialOver, opened } from "../../test/test-sockets.ts";
import { temporaryStorage } from "../../test/temporary-storage.ts";
import { createTestServer } from "../../test/test-server.ts";
import { DEMO_PASSWORD } from "../modules/users/index.ts";
import { systemClock } from "./system-clock.ts";

type Setting = Readonly<Record<string, string>>;

const SERVER_URL = process.env["TEST_DATABASE_URL"];
const KEPT = fileURLToPath(new URL("../../test/first-release/", import.meta.url));
/** On a busy machine a start with an upgrade takes long. */
const START = { timeout: 240_000, interval: 20 };
const NAME = "2026-11-27T13-43-59Z";
/** What was chosen there (README.md of the folder). */
const CAROLS_PASSWORD = "carols-own-words";
const DAVES_APP = "ZLQIT5QUZJJQPVUL7FIKUKVDQ5SMUR75";
const ALICES_PHONE = "k6ez3hkh6hkhw3sjuabyzzqdwd";
const LEFT_MESSAGE = 11;

/** What the first release answered: person and path, and the body; a number is the status of a refusal. */
const told = z.parse(
  z.record(z.string(), z.unknown()),
  JSON.parse(gunzipSync(readFileSync(join(KEPT, "told.json.gz"))).toString()),
);

describe("data of the first release", () => {
  const storage = temporaryStorage();
  const running: ServerProcess[] = [];
  const sockets: WebSocket[] = [];
  let folder: string;
  beforeAll(async () => {
    folder = await buildServer();
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.terminate();
    for (const one of running.splice(0)) {
      one.child.kill("SIGKILL");
      await one.exited;
    }
    storage.remove();
  });

  /** The back-up as it was taken: the repository has its database compressed. */
  const backup = (): string => {
    const backups = storage.fresh().dataDir;
    cpSync(join(KEPT, "back-up"), backups, { recursive: true });
    const database = join(backups, NAME, "callpanel.db");
    writeFileSync(database, gunzipSync(readFileSync(`${database}.gz`)));
    rmSync(`${database}.gz`);
    return backups;
  };
  const command = (dataDir: string, ...words: readonly string[]) => commandOn({}, dataDir, ...words);
  const commandOn = async (database: Setting, dataDir: string, ...words: readonly string[]) => {
    const cli = runProcess(`${folder}/cli.js`, { DATA_DIR: dataDir, ...database }, [...words]);
    running.push(cli);
    return { code: await cli.exited, out: cli.out(), error: cli.error() };
  };
  const start = async (dataDir: string, database: Setting = {}): Promise<string> => {
    const settings = {
      ...database,
      DATA_DIR: dataDir,
      PORT: "0",
      DEMO: "0",
      SPEECH_PROGRAMS: "0",
      MEDIA_ADDRESS: "127.0.0.1",
    };
    const server = runProcess(`${folder}/main.js`, settings);
    running.push(server);
    const ended = server.exited.then((code) => {
      throw new Error(`ended with ${code}: ${server.error()}`);
    });
    const ready = vi.waitFor(() => {
      const found = /callpanel is ready: (\S+)\n/.exec(server.out())?.[1];
      if (found === undefined) throw new Error(server.error() + server.out());
      return found;
    }, START);
    return Promise.race([ready, ended]);
  };
  const stop = async (): Promise<void> => {
    const server = running.pop();
    server?.child.kill("SIGTERM");
    await server?.exited;
  };
  const grant = async (address: string, fields: Readonly<Record<string, string>>): Promise<unknown> => {
    const body = JSON.stringify({ grant_type: "password", ...fields });
    const headers = { "content-type": "application/json" };
    return (await fetch(`${address}/api/oauth/token`, { method: "POST", headers, body })).json();
  };
  const signIn = async (address: string, username: string, password = DEMO_PASSWORD): Promise<string> =>
    z.parse(tokenSchema, await grant(address, { username, password })).access_token;
  const registers = async (address: string, username: string, password: string): Promise<number> => {
    const socket = new WebSocket(`${address.replace("http", "ws")}/sip`, ["sip"]);
    sockets.push(socket);
    await opened(socket);
    const dial = dialOver(socket);
    const phone = createSipPhone({ dial, clock: systemClock, realm: "demo", username, password });
    return (await phone.register()).status;
  };

  const nothingIsLost = async (address: string): Promise<void> => {
    const tokens = new Map([
      ["alice", await signIn(address, "alice")],
      ["bob", await signIn(address, "bob")],
      ["carol", await signIn(address, "carol", CAROLS_PASSWORD)],
    ]);
    expect(await grant(address, { username: "carol", password: DEMO_PASSWORD })).not.toHaveProperty("access_token");
    const ask = async (who: string, path: string): Promise<Response> =>
      fetch(`${address}/api/v1${path}`, { headers: { authorization: `Bearer ${tokens.get(who) ?? ""}` } });
    const ids: Readonly<Record<string, string>> = { alice: "1", bob: "2", carol: "3" };
    for (const [asked, body] of Object.entries(told)) {
      const [who = "", path = ""] = asked.split(" ");
      const answer = await ask(who, path.replace("ID", ids[who] ?? ""));
      const now: unknown = answer.ok ? await answer.json() : answer.status;
      expect.soft({ [asked]: now }).toMatchObject({ [asked]: body });
    }
    const sound = Buffer.from(
      await (await ask("alice", `/voicemails/${LEFT_MESSAGE}/download?format=ogg`)).arrayBuffer(),
    );
    const kept = createHash("sha256").update(sound).digest("hex");
    expect(readdirSync(join(KEPT, "back-up", "sounds", kept.slice(0, 2)))).toContain(kept);
    // What only the key of the back-up opens.
    const refused = await grant(address, { username: "dave", password: DEMO_PASSWORD });
    const { details } = z.parse(z.object({ details: z.object({ challenge: z.string() }) }), refused);
    const code = generateSync({ secret: DAVES_APP, epoch: Math.floor(systemClock.now() / 1_000) });
    const proof = { username: "dave", password: DEMO_PASSWORD, otp_challenge: details.challenge, otp_code: code };
    expect(await grant(address, proof)).toHaveProperty("access_token");
    expect(await registers(address, "alice", ALICES_PHONE)).toBe(200);
    expect(await registers(address, "alice", "another")).toBe(401);
  };
  /** Tables and indexes with their columns. The notes on migrations in portions are there only where one ran. */
  const schemaOf = (dataDir: string): unknown => {
    const file = new Database(join(dataDir, "callpanel.db"), { readonly: true });
    const rows = file
      .prepare(
        "select type, name, sql from sqlite_master where sql is not null and name <> 'migration_portions' order by type, name",
      )
      .all();
    file.close();
    return rows;
  };
  /** Tables that have fewer rows than before. */
  const shrunk = (before: string, dataDir: string): readonly string[] => {
    const [old, now] = [before, join(dataDir, "callpanel.db")].map((path) => new Database(path, { readonly: true }));
    const count = (file: typeof old, table: string): number =>
      z.parse(z.object({ rows: z.number() }), file?.prepare(`select count(*) as rows from "${table}"`).get()).rows;
    const tables = z.parse(
      z.array(z.object({ name: z.string() })),
      old?.prepare("select name from sqlite_master where type = 'table'").all(),
    );
    const fewer = tables.map(({ name }) => name).filter((name) => count(now, name) < count(old, name));
    for (const file of [old, now]) file?.close();
    return fewer;
  };
  const newSchema = async (): Promise<unknown> => {
    const { dataDir } = storage.fresh();
    await (await createTestServer({ dataDir })).stop();
    return schemaOf(dataDir);
  };

  it("BACKUP-27 a back-up of the first release is restored by the command line", async () => {
    const { dataDir } = storage.fresh();
    const from = backup();
    expect(await command(dataDir, "backup", "restore", from, NAME)).toMatchObject({
      code: 0,
      out: `restored ${NAME}: 17 sounds\n`,
      error: "",
    });
    await nothingIsLost(await start(dataDir));
    await stop();
    expect(schemaOf(dataDir)).toEqual(await newSchema());
    expect(shrunk(join(from, NAME, "callpanel.db"), dataDir)).toEqual([]);
  });

  it.skipIf(SERVER_URL === undefined)("BACKUP-16 BACKUP-27 and on PostgreSQL", async () => {
    const { databaseUrl, remove } = await createPostgresDatabase(SERVER_URL ?? "");
    try {
      const { dataDir } = storage.fresh();
      const database = { DATABASE_URL: databaseUrl };
      expect(await commandOn(database, dataDir, "backup", "restore", backup(), NAME)).toMatchObject({
        code: 0,
        error: "",
      });
      await nothingIsLost(await start(dataDir, database));
    } finally {
      await stop();
      await remove();
    }
  });

  it("BACKUP-27 takes the place of a company by a switch and a restart", async () => {
    const { dataDir } = storage.fresh();
    await (await createTestServer({ dataDir })).stop();
    const prepared = await command(dataDir, "backup", "prepare", backup(), NAME);
    expect(prepared).toMatchObject({ code: 0, error: "" });
    expect(await command(dataDir, "backup", "switch", NAME)).toMatchObject({ code: 0, error: "" });
    await nothingIsLost(await start(dataDir));
  });

  it("BACKUP-27 this release starts on the data folder of the first", async () => {
    const { dataDir } = storage.fresh();
    const from = backup();
    mkdirSync(dataDir, { recursive: true });
    for (const name of ["callpanel.db", "secret.key"]) cpSync(join(from, NAME, name), join(dataDir, name));
    cpSync(join(from, "sounds"), join(dataDir, "sounds"), { recursive: true });
    await nothingIsLost(await start(dataDir));
  });

  it("BACKUP-27 a database of the first schema is brought up to date with its people, their passwords and calls", async () => {
    const { dataDir } = storage.fresh();
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, "callpanel.db"), gunzipSync(readFileSync(join(KEPT, "first-schema.db.gz"))));
    const address = await start(dataDir);
    const token = await signIn(address, "alice");
    const answer = await fetch(`${address}/api/v1/cdrs/friendly_calls_by_date`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await answer.json()).toMatchObject({ total: 1, data: [{}] });
    await stop();
    expect(schemaOf(dataDir)).toEqual(await newSchema());
  });

  it("BACKUP-5 a back-up of a later release is refused with its text, and nothing is left", async () => {
    const { dataDir } = storage.fresh();
    const backups = backup();
    const manifest = join(backups, NAME, "backup.json");
    const text = readFileSync(manifest, "utf8");
    for (const later of [
      text.replace('"0350_first_run"', '"9999_later"'),
      text.replace('"format": 1', '"format": 2'),
    ]) {
      expect(later).not.toBe(text);
      writeFileSync(manifest, later);
      expect(await command(dataDir, "backup", "restore", backups, NAME)).toMatchObject({
        code: 1,
        error: expect.stringContaining("later version"),
      });
      expect(readdirSync(dataDir)).toEqual([]);
    }
  });
});
