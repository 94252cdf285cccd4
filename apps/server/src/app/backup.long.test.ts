import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildServer, runProcess, type ServerProcess } from "../../test/server-process.ts";
import { createTestServer } from "../../test/test-server.ts";
import { temporaryStorage } from "../../test/temporary-storage.ts";

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

  /** The most memory that a process had, in MB (proc(5), VmHWM). */
  const peakOf = (pid: number | undefined): number => {
    try {
      return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;
    } catch {
      return 0; // it has ended
    }
  };
  const command = async (dataDir: string, ...words: readonly string[]) => {
    const cli = runProcess(`${folder}/cli.js`, { DATA_DIR: dataDir }, [...words]);
    running.push(cli);
    let peakMb = 0;
    const watch = setInterval(() => {
      peakMb = Math.max(peakMb, peakOf(cli.child.pid));
    }, 5);
    const code = await cli.exited;
    clearInterval(watch);
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
      /^name +database +sounds +size\n.* 40 +167\.8 MB\n$/,
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

  it("BACKUP-7 the server's own run of the night is the same command", async () => {
    const { takeByCommandLine } = await import("./services/nightly-backup.ts");
    const { dataDir } = storage.fresh();
    const { dataDir: backups } = storage.fresh();
    mkdirSync(backups, { recursive: true });
    await (await createTestServer({ dataDir })).stop();
    const before = process.env["DATA_DIR"];
    process.env["DATA_DIR"] = dataDir;
    try {
      const take = takeByCommandLine(`${folder}/cli.js`);
      expect(await take({ folder: backups, minute: 0, keep: 3 })).toMatch(/^back-up \S+: \d+ sounds/);
      await expect(take({ folder: join(dataDir, "callpanel.db"), minute: 0, keep: 3 })).rejects.toThrow();
    } finally {
      if (before === undefined) delete process.env["DATA_DIR"];
      else process.env["DATA_DIR"] = before;
    }
  });
});
