import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpoints, errorBodySchema, otpConfigurationSchema, type BackupState } from "@callpanel/contract";
import { generateSync } from "otplib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bearer, createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { clockAt, NO_BUCKETS } from "../../../../test/backup-settings.ts";
import { openBackups } from "../../../app/services/backups/backups.ts";
import { switchToRestored } from "../../../app/services/backups/restored.ts";
import { DEMO_PASSWORD } from "../../users/index.ts";
import { applyCompany, parseCompanyFile } from "../index.ts";

const PATH = "/api/v1/administration/backups";
const COMPANY = `
realm: demo
groups: [{ name: keepers, permissions: [administration:manage_backup] }]
users:
  - { username: grace, groups: [staff, administrators] }
  - { username: hiro, groups: [staff, keepers] }
`;
const NEW_PERSON =
  "realm: demo\nusers: [{ username: zed, first_name: Zed, last_name: Zorn, extension: 199, password: a-good-password }]";
const codeOf = ({ body }: { readonly body: unknown }) => errorBodySchema.safeParse(body).data?.code;

describe("restoring a back-up over a company", () => {
  let server: TestServer;
  let folder: string;
  let restarts: number;
  const now = () => Date.UTC(2026, 10, 26, 3);
  beforeEach(async () => {
    restarts = 0;
    folder = mkdtempSync(join(tmpdir(), "callpanel-test-"));
    server = await createTestServer({
      backup: { folder, bucket: undefined, time: "03:00", keep: 5 },
      restart: () => {
        restarts += 1;
      },
    });
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
  });
  afterEach(async () => {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  const backups = () =>
    openBackups({ dataDir: server.dataDir, databaseUrl: undefined, ...NO_BUCKETS, clock: clockAt(now) });
  const show = async (who = "grace"): Promise<BackupState> =>
    endpoints.listBackups.response.parse((await server.get(PATH, who)).body);
  const keep = (text: string) =>
    server.sounds.put(Buffer.from(text), {
      type: "application/octet-stream",
      durationMs: 0,
      holder: { kind: "chat", id: text },
    });
  const inData = (...names: readonly string[]) => join(server.dataDir, ...names);
  const start = () => switchToRestored({ dataDir: server.dataDir, databaseUrl: undefined, logLevel: "silent" });
  /** A back-up of before, and somebody who came after it. */
  const prepared = async (): Promise<string> => {
    await keep("before");
    const { name } = await backups().take(folder);
    await keep("after");
    await applyCompany(server.stores.company, parseCompanyFile(NEW_PERSON));
    await backups().prepare(folder, name);
    return name;
  };
  const isThere = async (username: string): Promise<boolean> =>
    (await server.stores.users.byUsername(username)) !== undefined;
  const again = async () => {
    const { dataDir } = server;
    await server.stop();
    const switched = await start();
    server = await createTestServer({ dataDir });
    return switched;
  };

  it("COMPANY-22 BACKUP-13 BACKUP-14 BACKUP-17 the page shows what would be replaced; after the typed name, password and code the server restarts on the back-up, and the earlier data is kept", async () => {
    const session = await server.signIn("alice");
    const name = await prepared();
    const { prepared: preview, company, restarts: canRestart } = await show();
    expect([preview?.name, preview?.has_key, canRestart]).toEqual([name, true, true]);
    const people = preview?.counts.find(({ kind }) => kind === "people");
    expect((people?.now ?? 0) - (people?.restored ?? 0)).toBe(1);
    expect(await isThere("zed")).toBe(true);

    const restore = (typed: string, who = "grace", which = name, proof: object = { current_password: DEMO_PASSWORD }) =>
      server.send("POST", `${PATH}/prepared/${which}/restore`, who, { company: typed, ...proof });
    expect((await restore(company, "hiro")).status).toBe(403);
    expect(codeOf(await restore("Another"))).toBe("backup.wrongCompany");
    expect(codeOf(await restore(company, "grace", "2020-01-01T00-00-00Z"))).toBe("backup.notPrepared");
    expect(codeOf(await restore(company, "grace", name, { current_password: "wrong" }))).toBe(
      "account.currentPassword",
    );
    expect(codeOf(await restore(company, "grace", name, { current_password: "" }))).toBe(
      "account.currentPasswordNeeded",
    );
    const otp = async (change: object) =>
      otpConfigurationSchema.parse((await server.send("PUT", "/api/v1/otp_configuration", "grace", change)).body);
    const { secret } = otpConfigurationSchema.parse((await server.get("/api/v1/otp_configuration", "grace")).body);
    const code = generateSync({ secret: secret ?? "", epoch: Math.floor(server.clock.now() / 1_000) });
    const { backupCodes } = await otp({ enabled: true, method: "app", code });
    expect(await restore(company)).toMatchObject({ status: 200, body: { state: "code", code_sent_to: null } });
    const wrong = { current_password: DEMO_PASSWORD, code: "000000" };
    expect(codeOf(await restore(company, "grace", name, wrong))).toBe("otp.invalid");
    await server.clock.advance(1_000);
    expect([restarts, existsSync(inData("restoring", "switch.json"))]).toEqual([0, false]);

    const proof = { current_password: DEMO_PASSWORD, code: backupCodes?.[0] };
    expect((await restore(company, "grace", name, proof)).body).toMatchObject({ state: "restarting" });
    expect(restarts).toBe(0);
    await server.clock.advance(1_000);
    expect(restarts).toBe(1);
    expect(await again()).toBeDefined();
    expect(await isThere("zed")).toBe(false);
    expect(existsSync(inData("restoring"))).toBe(false);
    const [kept = ""] = readdirSync(inData("replaced"));
    expect(readdirSync(inData("replaced", kept))).toEqual(
      expect.arrayContaining(["callpanel.db", "secret.key", "sounds"]),
    );
    // BACKUP-11
    const me = await server.app.inject({ url: "/api/v1/users/me", headers: bearer(session.access_token) });
    expect(me.statusCode).toBe(401);
    await server.signIn("hiro");
    expect(await start().catch(() => "in use")).toBe("in use");
  });

  it("BACKUP-19 data that a restore replaced is listed with its size, and removed only by users with all rights", async () => {
    const name = await prepared();
    await backups().switchTo(name);
    await again();
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
    const [one, ...others] = (await show()).replaced;
    expect([one?.name, one?.at, others]).toEqual(["2026-11-26T03-00-00", now(), []]);
    const size = readdirSync(inData("replaced"), { recursive: true, encoding: "utf8" })
      .map((path) => statSync(inData("replaced", path)))
      .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
    expect(one?.bytes).toBe(size);
    const remove = (which: string, who = "grace") => server.send("DELETE", `${PATH}/replaced/${which}`, who);
    expect((await remove(one?.name ?? "", "hiro")).status).toBe(403);
    expect((await remove("2026-11-26T03-00-01")).status).toBe(404);
    expect((await remove(encodeURIComponent("../sounds"))).status).toBe(400);
    expect(existsSync(inData("replaced", "2026-11-26T03-00-00", "callpanel.db"))).toBe(true);
    expect((await remove(one?.name ?? "")).status).toBe(200);
    expect([(await show()).replaced, readdirSync(inData("replaced"))]).toEqual([[], []]);
    expect(existsSync(inData("callpanel.db"))).toBe(true);
    const audit = await server.get("/api/v1/administration/audit?area=backup", "grace");
    expect(JSON.stringify(audit.body)).toContain("backup.replacedRemoved");
  });

  it("BACKUP-14 a start that fails on the back-up goes back to the earlier data, with its sounds", async () => {
    const name = await prepared();
    const waiting = await backups().prepared();
    await backups().switchTo(waiting?.name ?? "");
    expect(waiting?.name).toBe(name);
    const { dataDir } = server;
    const sounds = readdirSync(inData("sounds"), { recursive: true }).length;
    await server.stop();
    const switched = await start();
    expect(readdirSync(inData("sounds"), { recursive: true }).length).toBeLessThan(sounds);
    await switched?.undo(new Error("it does not start"));
    expect(readdirSync(inData("sounds"), { recursive: true })).toHaveLength(sounds);
    server = await createTestServer({ dataDir });
    expect(await isThere("zed")).toBe(true);
  });

  it("BACKUP-14 after a crash at any step, the next start completes the switch", async () => {
    await prepared();
    const waiting = await backups().prepared();
    await backups().switchTo(waiting?.name ?? "");
    const { dataDir } = server;
    await server.stop();
    const replaced = inData("replaced", "2026-11-26T03-00-00");
    mkdirSync(replaced, { recursive: true });
    const steps: ReadonlyArray<readonly [string, string]> = [
      [inData("callpanel.db-wal"), join(replaced, "callpanel.db-wal")],
      ...["secret.key", "sounds", "callpanel.db"].flatMap((one): Array<readonly [string, string]> => [
        [inData(one), join(replaced, one)],
        [inData("restoring", one), inData(one)],
      ]),
    ];
    const copies = mkdtempSync(join(tmpdir(), "callpanel-test-"));
    try {
      for (let done = 0; done <= steps.length; done += 1) {
        const work = join(copies, String(done));
        cpSync(dataDir, work, { recursive: true });
        writeFileSync(join(work, "callpanel.db-wal"), "");
        rmSync(join(work, "callpanel.db-shm"), { force: true });
        for (const [from, to] of steps.slice(0, done))
          renameSync(from.replace(dataDir, work), to.replace(dataDir, work));
        await switchToRestored({ dataDir: work, databaseUrl: undefined, logLevel: "silent" });
        expect([done, existsSync(join(work, "restoring")), existsSync(join(work, "callpanel.db-wal"))]).toEqual([
          done,
          false,
          false,
        ]);
        const one = await createTestServer({ dataDir: work });
        try {
          expect([done, await one.stores.users.byUsername("zed")]).toEqual([done, undefined]);
          expect(existsSync(join(replaced.replace(dataDir, work), "callpanel.db"))).toBe(true);
        } finally {
          await one.stop();
        }
      }
    } finally {
      rmSync(copies, { recursive: true, force: true });
    }
    server = await createTestServer({ dataDir });
  });

  it("BACKUP-13 a foreign, a damaged and a later back-up leave nothing that could be restored", async () => {
    const { name } = await backups().take(folder);
    const manifest = join(folder, name, "backup.json");
    const whole = readFileSync(manifest, "utf8");
    for (const [code, text] of [
      ["backup.foreign", whole.replace('"callpanel"', '"another"')],
      ["backup.newer", whole.replace('"format": 1', '"format": 2')],
      ["backup.damaged", whole.replace(/"sha256": "./, '"sha256": "-')],
    ] as const) {
      writeFileSync(manifest, text);
      await expect(backups().prepare(folder, name)).rejects.toMatchObject({ code });
      expect([code, (await show()).prepared, existsSync(inData("restoring"))]).toEqual([code, null, false]);
    }
    writeFileSync(manifest, whole);
    await backups().prepare(folder, name);
    expect((await server.send("DELETE", `${PATH}/prepared`, "hiro")).status).toBe(403);
    expect((await server.send("DELETE", `${PATH}/prepared`, "grace")).status).toBe(200);
    expect([(await show()).prepared, existsSync(inData("restoring"))]).toEqual([null, false]);
  });

  it("COMPANY-22 MACHINE-2 a server with several companies, and one that cannot restart, leave restoring to the command line", async () => {
    const name = await prepared();
    const { company } = await show();
    const { dataDir } = server;
    await server.stop();
    server = await createTestServer({ dataDir, backup: { folder, bucket: undefined, time: "03:00", keep: 5 } });
    expect((await show()).restarts).toBe(false);
    expect(codeOf(await server.send("POST", `${PATH}/folder/${name}/prepare`, "grace"))).toBe("backup.noRestart");
    await applyCompany(server.stores.company, parseCompanyFile("realm: other\n"));
    for (const [path, body] of [
      [`folder/${name}/prepare`, undefined],
      [`prepared/${name}/restore`, { company, current_password: DEMO_PASSWORD }],
    ] as const)
      expect(codeOf(await server.send("POST", `${PATH}/${path}`, "grace", body))).toBe("backup.severalCompanies");
    expect(restarts).toBe(0);
  });
});
