import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { errorBodySchema, tokenSchema } from "@callpanel/contract";
import { seededRandom } from "@callpanel/testkit";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SERVER_OPTIONS } from "../../../../tools/server-bundle.mjs";
import { writeDemoStore } from "../../test/demo-store.ts";
import { buildServer, runProcess, type ServerProcess } from "../../test/server-process.ts";
import { temporaryStorage } from "../../test/temporary-storage.ts";

/** Thirty pages. */
/** Enough for tables that a start reads: the newest ones, at the end, are small. */
const DAMAGED_BYTES = 120 * 4_096;
/** The part that SQLite reads to open the file. */
const SCHEMA_BYTES = 16 * 4_096;

const WAIT = { timeout: 120_000 };

/** Random bytes from a place on, the same in each run. */
function damage(bytes: Buffer, from: number): void {
  const random = seededRandom(61);
  for (let at = from; at < bytes.length; at += 1) bytes[at] = Math.floor(random() * 256);
}

describe("the process", () => {
  const storage = temporaryStorage();
  const running: ServerProcess[] = [];
  let folder: string;
  let dataDir: string;
  beforeAll(async () => {
    folder = await buildServer();
  });
  beforeEach(() => {
    ({ dataDir } = storage.fresh());
  });
  afterEach(async () => {
    for (const one of running.splice(0)) {
      one.child.kill("SIGKILL");
      await one.exited;
    }
    storage.remove();
  });

  const start = (env: Readonly<Record<string, string>> = {}) => {
    const server = runProcess(`${folder}/main.js`, { DATA_DIR: dataDir, PORT: "0", ...env });
    running.push(server);
    return server;
  };
  const ready = async (server: ServerProcess): Promise<string> => {
    await expect.poll(() => server.out() + server.error(), WAIT).toMatch(/callpanel is ready: \S+\n/);
    return /callpanel is ready: (\S+)\n/.exec(server.out())?.[1] ?? "";
  };
  const command = async (line: string) => {
    const cli = runProcess(`${folder}/cli.js`, { DATA_DIR: dataDir }, line.split(" "));
    running.push(cli);
    return { code: await cli.exited, out: cli.out(), error: cli.error() };
  };
  const signIn = (address: string, username: string, password: string) =>
    fetch(`${address}/api/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ grant_type: "password", username, password }),
    });

  it("SERVER-39 when ready it prints address and demo sign-ins; SIGTERM ends it with exit code 0", async () => {
    const server = start();
    const address = await ready(server);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(server.out()).toContain("alice");
    expect(server.out()).toContain("callpanel-demo");
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    server.child.kill("SIGTERM");
    expect(await server.exited).toBe(0);
    await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  });

  it("RUN-8 Node takes the code that was compiled for it, from any account; with other options it compiles the code itself", () => {
    const [code, compiled] = [`${folder}/main.code.cjs`, `${folder}/main.code.cache`];
    const load = `new vm.Script(fs.readFileSync("${code}", "latin1"), { cachedData: fs.readFileSync("${compiled}") })`;
    const print = (options: readonly string[]): string =>
      execFileSync(process.execPath, [...options, "--print", `${load}.cachedDataRejected`], { encoding: "utf8" });
    expect(print(SERVER_OPTIONS)).toBe("false\n");
    // Code that V8 takes so cannot import: pictures were refused.
    expect(readFileSync(code, "latin1")).not.toMatch(/\bimport\("/);
    expect(print(["--stack-size=900"])).toBe("true\n");
    expect(statSync(compiled).mode).toBe(statSync(code).mode);
    const args = ["--stack-size=900", `${folder}/main.js`];
    expect(spawnSync(process.execPath, args, { encoding: "utf8", env: { PORT: "none" } })).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^callpanel: PORT must be/),
    });
  });

  it("SERVER-66 a data folder that others could read is made private, and so are new files in it", async () => {
    await writeDemoStore(dataDir);
    mkdirSync(join(dataDir, "sounds", "ab"), { recursive: true });
    const earlier = ["callpanel.db", "push-keys.json", "sounds/ab/cd.ogg"].map((name) => join(dataDir, name));
    for (const path of earlier.slice(1)) writeFileSync(path, "{}");
    const foreign = join(dataDir, "notes.txt");
    writeFileSync(foreign, "");
    for (const path of [...earlier, foreign]) chmodSync(path, 0o644);
    for (const path of [dataDir, join(dataDir, "sounds"), join(dataDir, "sounds", "ab")]) chmodSync(path, 0o755);
    rmSync(join(dataDir, "push-keys.json"));
    const server = start({ LOG_LEVEL: "info" });
    const address = await ready(server);
    await signIn(address, "alice", "callpanel-demo");
    const modes = new Map<string, number>();
    const look = (path: string): void => {
      modes.set(relative(dataDir, path), statSync(path).mode & 0o777);
      if (statSync(path).isDirectory()) for (const name of readdirSync(path)) look(join(path, name));
    };
    look(dataDir);
    expect([...modes.keys()]).toEqual(
      expect.arrayContaining([
        "",
        "callpanel.db",
        "callpanel.db-wal",
        "callpanel.db-shm",
        "secret.key",
        "sounds/ab/cd.ogg",
      ]),
    );
    modes.delete("notes.txt");
    expect([...modes].filter(([, mode]) => (mode & 0o077) !== 0)).toEqual([]);
    expect(server.out().match(/the data folder was open to other accounts and is private now/g)).toHaveLength(1);
    server.child.kill("SIGTERM");
    await server.exited;
    const again = start({ LOG_LEVEL: "info" });
    await ready(again);
    expect(again.out()).not.toContain("open to other accounts");
  });

  it("SERVER-67 a start with another key prints one line and exits with code 2", async () => {
    const first = start();
    const address = await ready(first);
    const token = tokenSchema.parse(await (await signIn(address, "alice", "callpanel-demo")).json());
    const headers = { authorization: `Bearer ${token.access_token}` };
    expect((await fetch(`${address}/api/v1/otp_configuration`, { headers })).status).toBe(200);
    first.child.kill("SIGTERM");
    await first.exited;
    rmSync(join(dataDir, "secret.key"));
    const second = start();
    expect(await second.exited).toBe(2);
    expect(second.error()).toMatch(
      /^callpanel: secret\.key of DATA_DIR \S+ is not the key of this database: [^\n]+\n$/,
    );
  });

  it("SERVER-36 an invalid value prints one line and exits with code 2", async () => {
    const bad: ReadonlyArray<Readonly<Record<string, string>>> = [
      { PORT: "eighty" },
      { DATABASE_URL: "mysql://user:secret@db/x" },
    ];
    for (const env of bad) {
      const server = start(env);
      expect(await server.exited).toBe(2);
      expect(server.error()).toMatch(/^callpanel: (PORT|DATABASE_URL) must be [^\n]+\n$/);
      expect(server.error()).not.toContain("secret");
    }
  });

  it("ADMIN-26 the command line refuses a DATA_DIR without a company and leaves it unchanged; --create makes one", async () => {
    const adding = "users add ann --first-name Ann --last-name Able --extension 201";
    for (const line of ["users list", adding]) {
      const refused = await command(line);
      expect(refused).toMatchObject({ code: 2, out: "" });
      expect(refused.error).toMatch(/^callpanel: DATA_DIR \S+ holds no company: [^\n]+--create[^\n]+\n$/);
      expect(readdirSync(dataDir)).toEqual([]);
    }
    expect(await command(`${adding} --create`)).toMatchObject({ code: 0, error: "" });
    expect((await command("users list")).out).toContain("Ann Able");
    const server = start({ DEMO: "0" });
    await ready(server);
    expect((await command("users add ben --first-name Ben --last-name Bond --extension 202")).code).toBe(0);
  });

  it("SERVER-36 a port in use prints one line", async () => {
    await writeDemoStore(dataDir);
    const first = start();
    const { port } = new URL(await ready(first));
    const second = start({ PORT: port, DATA_DIR: storage.fresh().dataDir, DEMO: "0" });
    expect(await second.exited).toBe(2);
    expect(second.error()).toMatch(/^callpanel: PORT is in use [^\n]+\n$/);
  });

  it("SERVER-61 a HOST of another machine, an unknown REALM and a folder that cannot be made print one line each", async () => {
    await writeDemoStore(dataDir);
    const taken = storage.fresh().dataDir;
    writeFileSync(join(taken, "sounds"), "no folder");
    const bad: ReadonlyArray<readonly [Readonly<Record<string, string>>, RegExp]> = [
      [
        { DATA_DIR: storage.fresh().dataDir, DEMO: "0", HOST: "192.0.2.1" },
        /^callpanel: HOST=192\.0\.2\.1 is not [^\n]+\n$/,
      ],
      [{ REALM: "nope" }, /^callpanel: REALM nope does not exist; there is demo\n$/],
      [
        { DATA_DIR: taken, DEMO: "0" },
        /^callpanel: DATA_DIR \S+ cannot be used: (ENOTDIR|EEXIST)[^\n]+sounds[^\n]+\n$/,
      ],
    ];
    for (const [env, line] of bad) {
      const server = start({ LOG_LEVEL: "error", ...env });
      expect(await server.exited, JSON.stringify(env)).toBe(2);
      expect(server.error()).toMatch(line);
      expect(server.out()).toBe("");
    }
  });

  it("SERVER-61 a database with random bytes in its last pages prints one line, in the server and in the command line", async () => {
    await writeDemoStore(dataDir);
    const file = join(dataDir, "callpanel.db");
    const bytes = readFileSync(file);
    damage(bytes, bytes.length - DAMAGED_BYTES);
    writeFileSync(file, bytes);
    const server = start({ LOG_LEVEL: "silent" });
    await expect.poll(() => server.out() + server.error(), WAIT).toMatch(/\n/);
    expect(server.error()).toMatch(/^callpanel: DATA_DIR \S+ cannot be used: its database is damaged [^\n]+\n$/);
    expect(await server.exited).toBe(2);
    damage(bytes, SCHEMA_BYTES);
    writeFileSync(file, bytes);
    const listing = await command("users list");
    expect(listing.code).toBe(2);
    expect(listing.error).toMatch(/^callpanel: DATA_DIR \S+ cannot be used: [^\n]+\n$/);
  });

  it("SERVER-61 an empty store gets the requested REALM, and no demo company with another name", async () => {
    const server = start({ REALM: "acme" });
    await ready(server);
    expect(server.out()).not.toContain("alice");
    expect(await command("users list")).toMatchObject({ code: 0, error: "" });
  });

  it("SERVER-37 a HOST that is not loopback is refused while demo passwords are in force", async () => {
    const demo = start({ HOST: "0.0.0.0", DEMO: "1", MEDIA_ADDRESS: "127.0.0.1" });
    expect(await demo.exited).toBe(2);
    expect(demo.error()).toMatch(/^callpanel: HOST=0\.0\.0\.0 is refused while demo passwords are in force[^\n]+\n$/);
    const empty = start({ HOST: "0.0.0.0", MEDIA_ADDRESS: "127.0.0.1" });
    await ready(empty);
    expect(empty.out()).not.toContain("callpanel-demo");
  });

  it("SERVER-40 ADMIN-17 acknowledged data survives SIGKILL", async () => {
    await writeDemoStore(dataDir);
    const server = start();
    const address = await ready(server);
    const { access_token } = tokenSchema.parse(await (await signIn(address, "alice", "callpanel-demo")).json());
    const adding = "users add zoe --first-name Zoe --last-name Zell --extension 130 --password a-good-password";
    expect(await command(adding)).toMatchObject({ code: 0, out: "added zoe, extension 130\n" });
    expect((await signIn(address, "zoe", "a-good-password")).status).toBe(200);
    server.child.kill("SIGKILL");
    expect(await server.exited).toBe("SIGKILL");

    const again = start();
    const newAddress = await ready(again);
    const me = await fetch(`${newAddress}/api/v1/users/me`, { headers: { authorization: `Bearer ${access_token}` } });
    expect(me.status).toBe(200);
    expect((await signIn(newAddress, "zoe", "a-good-password")).status).toBe(200);
    const wrong = await signIn(newAddress, "zoe", "callpanel-demo");
    expect(errorBodySchema.parse(await wrong.json()).code).toBe("login.error.login");
  });
});
