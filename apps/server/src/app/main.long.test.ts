import { rmSync } from "node:fs";
import { errorBodySchema, tokenSchema } from "@callpanel/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { writeDemoStore } from "../../test/demo-store.ts";
import { buildServer, runProcess, type ServerProcess } from "../../test/server-process.ts";
import { temporaryStorage } from "../../test/temporary-storage.ts";

describe("the process", () => {
  const storage = temporaryStorage();
  const running: ServerProcess[] = [];
  let folder: string;
  let dataDir: string;
  beforeAll(async () => {
    folder = await buildServer();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
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
    await expect.poll(() => server.out() + server.error(), { timeout: 50_000 }).toMatch(/callpanel is ready: \S+\n/);
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
    const startedAt = Date.now();
    server.child.kill("SIGTERM");
    expect(await server.exited).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  });

  it("SERVER-36 a bad value is one line and exit code 2", async () => {
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
    expect((await command("users list")).code).toBe(1);
  });

  it("SERVER-36 a port in use is one line", async () => {
    await writeDemoStore(dataDir);
    const first = start();
    const { port } = new URL(await ready(first));
    const second = start({ PORT: port });
    expect(await second.exited).toBe(1);
    expect(second.error()).toMatch(/^callpanel: PORT is in use [^\n]+\n$/);
  });

  it("SERVER-37 a HOST that is not loopback is refused while demo passwords are in force", async () => {
    const demo = start({ HOST: "0.0.0.0", DEMO: "1", MEDIA_ADDRESS: "127.0.0.1" });
    expect(await demo.exited).toBe(2);
    expect(demo.error()).toMatch(/^callpanel: HOST=0\.0\.0\.0 is refused while demo passwords are in force[^\n]+\n$/);
    const empty = start({ HOST: "0.0.0.0", MEDIA_ADDRESS: "127.0.0.1" });
    await ready(empty);
    expect(empty.out()).not.toContain("callpanel-demo");
  });

  it("SERVER-40 ADMIN-17 what was acknowledged is there after SIGKILL", async () => {
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
