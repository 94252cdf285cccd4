import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { tokenSchema } from "@callpanel/contract";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { buildServer, runProcess, type ServerProcess } from "../../test/server-process.ts";
import { createTestServer } from "../../test/test-server.ts";
import { temporaryStorage } from "../../test/temporary-storage.ts";
import { WAIT } from "../../test/wait.ts";
import { DEMO_PASSWORD } from "../modules/users/index.ts";
import { systemClock } from "./system-clock.ts";

const SOUNDS = 40;
const SOUND_BYTES = 4 * 1_048_576;
const ADDED_MB = 60;

describe("back-ups of the process", () => {
  const storage = temporaryStorage();
  const running: ServerProcess[] = [];
  let folder: string;
  beforeAll(async () => {
    folder = await buildServer();
  });
  afterEach(async () => {
    for (const one of running.splice(0)) {
      one.child.kill("SIGKILL");
      await one.exited;
    }
    storage.remove();
  });

  /** A module that leaves in a file what the system says about its process when that ends (proc(5)). */
  const statusInto = (path: string): string =>
    `data:text/javascript,${encodeURIComponent(
      `import fs from "node:fs"; process.on("exit", () => fs.writeFileSync(${JSON.stringify(path)}, fs.readFileSync("/proc/self/status")));`,
    )}`;
  /** `peakMb`: the most memory that it had. */
  const command = async (dataDir: string, ...words: readonly string[]) => {
    const status = join(storage.fresh().dataDir, "status");
    const env = { DATA_DIR: dataDir, NODE_OPTIONS: `--import=${statusInto(status)}` };
    const cli = runProcess(`${folder}/cli.js`, env, [...words]);
    running.push(cli);
    const code = await cli.exited;
    const peakMb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, "utf8"))?.[1]) / 1_024;
    return { code, out: cli.out(), error: cli.error(), peakMb };
  };

  it("BACKUP-3 BACKUP-4 BACKUP-5 the command line takes, lists, checks and restores; 160 MB of sounds add less than 60 MB of memory", async () => {
    const { dataDir } = storage.fresh();
    const { dataDir: restored } = storage.fresh();
    const { dataDir: backups } = storage.fresh();
    const server = await createTestServer({ dataDir });
    const small = await command(dataDir, "backup", "create", backups);
    expect(small).toMatchObject({ code: 0, error: "" });
    for (let at = 0; at < SOUNDS; at += 1)
      await server.sounds.put(randomBytes(SOUND_BYTES), {
        type: "application/octet-stream",
        durationMs: 0,
        holder: { kind: "chat", id: String(at) },
      });
    const large = await command(dataDir, "backup", "create", backups, "--keep", "1");
    await server.stop();
    expect(large).toMatchObject({ code: 0, error: "" });
    expect(large.out).toMatch(/^back-up \S+: 40 sounds, 40 of them new\nremoved 1 older\n$/);
    const name = /back-up (\S+):/.exec(large.out)?.[1] ?? "";
    expect((await command(dataDir, "backup", "list", backups)).out).toMatch(
      /^name +taken +database +sounds +size\n.* 40 +167\.8 MB\n$/,
    );
    const whole = await command(dataDir, "backup", "check", backups, name);
    expect(whole.out).toBe(`back-up ${name} is whole: 40 sounds\n`);
    for (const { peakMb } of [large, whole]) expect(peakMb - small.peakMb).toBeLessThan(ADDED_MB);
    expect(await command(restored, "backup", "restore", backups, name)).toMatchObject({
      code: 0,
      out: `restored ${name}: 40 sounds\n`,
    });
    expect((await command(restored, "users", "list")).out).toBe((await command(dataDir, "users", "list")).out);
    expect(await command(restored, "backup", "restore", backups, name)).toMatchObject({
      code: 1,
      error: expect.stringContaining("is not empty"),
    });
    const { dataDir: none } = storage.fresh();
    expect(await command(none, "backup", "restore", backups, "2020-01-01T00-00-00Z")).toMatchObject({ code: 1 });
    expect(readdirSync(none)).toEqual([]);
    expect((await command(dataDir, "backup", "create", backups, "--keep", "0")).code).toBe(2);
  });

  it("BACKUP-24 a back-up that a server began ends with it, also when the server is killed", async () => {
    const { dataDir } = storage.fresh();
    await (await createTestServer({ dataDir, demo: true })).stop();
    const joined = await command(dataDir, "groups", "join", "administrators", "alice");
    expect(joined).toMatchObject({ code: 0, error: "" });
    // The first thing that the command asks of a bucket is never answered.
    let began: (connection: Socket) => void;
    const begun = new Promise<Socket>((resolve) => {
      began = resolve;
    });
    const bucket = createServer((request, answer) => {
      if (request.url?.includes("unfinished") === true) began(request.socket);
      else answer.end("<ListBucketResult></ListBucketResult>");
    });
    await new Promise<void>((resolve) => bucket.listen(0, "127.0.0.1", resolve));
    const at = bucket.address();
    const host = `127.0.0.1:${typeof at === "object" ? at?.port : ""}`;
    try {
      const server = runProcess(`${folder}/main.js`, {
        DATA_DIR: dataDir,
        PORT: "0",
        DEMO: "0",
        SPEECH_PROGRAMS: "0",
        BACKUP_URL: `http://key:secret@${host}/kept`,
      });
      running.push(server);
      const address = await vi.waitFor(() => {
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(server.out())?.[0];
        if (found === undefined) throw new Error(server.error());
        return found;
      }, WAIT);
      const post = async (path: string, body: object, token = ""): Promise<unknown> =>
        (
          await fetch(`${address}${path}`, {
            method: "POST",
            headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
            body: JSON.stringify(body),
          })
        ).json();
      const grant = { grant_type: "password", username: "alice", password: DEMO_PASSWORD };
      const { access_token: token } = tokenSchema.parse(await post("/api/oauth/token", grant));
      expect(await post("/api/v1/administration/backups", {}, token)).toMatchObject({ running: { act: "take" } });
      const connection = await begun;
      const closed = new Promise<void>((resolve) => connection.once("close", () => resolve()));
      server.child.kill("SIGKILL");
      await closed;
    } finally {
      bucket.closeAllConnections();
      bucket.close();
    }
  });

  it("BACKUP-7 the server's own run of the night is the same command", async () => {
    const { byCommandLine } = await import("./services/backups/command-line.ts");
    const { dataDir } = storage.fresh();
    const { dataDir: backups } = storage.fresh();
    mkdirSync(backups, { recursive: true });
    await (await createTestServer({ dataDir })).stop();
    const before = process.env["DATA_DIR"];
    process.env["DATA_DIR"] = dataDir;
    try {
      const take = (place: string) =>
        byCommandLine(`${folder}/cli.js`, { clock: systemClock, ending: new AbortController().signal })([
          "backup",
          "create",
          place,
          "--keep",
          "3",
        ]);
      expect(await take(backups)).toMatch(/^back-up \S+: \d+ sounds/);
      await expect(take(join(dataDir, "callpanel.db"))).rejects.toThrow();
    } finally {
      if (before === undefined) delete process.env["DATA_DIR"];
      else process.env["DATA_DIR"] = before;
    }
  });
});
