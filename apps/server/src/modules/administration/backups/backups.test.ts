import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BACKUP_DOWNLOAD_SECONDS, endpoints, errorBodySchema, type BackupState } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { openBackups } from "../../../app/services/backups.ts";
import { applyCompany, parseCompanyFile } from "../index.ts";

const PATH = "/api/v1/administration/backups";
const COMPANY = `
realm: demo
groups:
  - { name: lookers, permissions: [administration:show_backup] }
  - { name: keepers, permissions: [administration:manage_backup] }
users:
  - { username: grace, groups: [staff, administrators] }
  - { username: hiro, groups: [staff, keepers] }
  - { username: ines, groups: [staff, lookers] }
`;
const codeOf = ({ body }: { readonly body: unknown }) => errorBodySchema.safeParse(body).data?.code;

describe("back-ups and overview, for administration", () => {
  let server: TestServer;
  let folder: string;
  let now = Date.UTC(2026, 10, 26, 3);
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "callpanel-test-"));
    server = await createTestServer({ backup: { folder, minute: 185, keep: 5 } });
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
  });
  afterEach(async () => {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  const backups = (dataDir = server.dataDir) =>
    openBackups({ dataDir, databaseUrl: undefined, hasBucket: false, now: () => (now += 1_000) });
  const show = async (who: string): Promise<BackupState> =>
    endpoints.listBackups.response.parse((await server.get(PATH, who)).body);

  it("COMPANY-20 the list has the latest first, with sizes; who may only look can do nothing", async () => {
    expect((await show("ines")).data).toEqual([]);
    const { name: first } = await backups().take(folder);
    const { name: second } = await backups().take(folder);
    writeFileSync(join(folder, first, "backup.json"), "{}");
    const state = await show("ines");
    expect(state.place).toEqual({ folder, time: "03:05", keep: 5 });
    expect(state.data.map(({ name, facts }) => [name, facts === null])).toEqual([
      [second, false],
      [first, true],
    ]);
    expect(state.data[0]?.facts?.database_bytes).toBeGreaterThan(100_000);
    expect((await server.send("POST", PATH, "ines")).status).toBe(403);
    expect((await server.send("POST", `${PATH}/${second}/check`, "ines")).status).toBe(403);
    expect((await server.send("POST", `${PATH}/${second}/download`, "ines")).status).toBe(403);
    expect((await server.get(PATH, "alice")).status).toBe(403);
    expect((await server.send("POST", `${PATH}/2020-01-01T00-00-00Z/check`, "hiro")).status).toBe(404);
    expect((await server.send("POST", `${PATH}/${encodeURIComponent("../etc")}/check`, "hiro")).status).toBe(400);
  });

  it("COMPANY-20 one runs at a time; how it ended is shown with what it said", async () => {
    // Without a command line the run fails at once: the page shows that.
    const began = await server.send("POST", PATH, "hiro");
    expect(began.status).toBe(200);
    const state = await show("hiro");
    expect(state.running).toBeNull();
    expect(state.last).toMatchObject({ act: "take", failed: true });
    const { body } = await server.get("/api/v1/administration/audit?area=backup", "grace");
    expect(JSON.stringify(body)).toContain("backup.taken");
  });

  it("COMPANY-21 BACKUP-12 a download is a folder of back-ups, which is whole and can be restored, and a line of the audit log", async () => {
    const bytes = Buffer.from("what was said");
    await server.sounds.put(bytes, {
      type: "application/octet-stream",
      durationMs: 0,
      holder: { kind: "chat", id: "1" },
    });
    const { name } = await backups().take(folder);
    expect((await server.send("POST", `${PATH}/${name}/download`, "hiro")).status).toBe(403);
    const order = async () =>
      endpoints.orderBackupDownload.response.parse(
        (await server.send("POST", `${PATH}/${name}/download`, "grace")).body,
      ).url;
    const late = await order();
    server.clock.leap(BACKUP_DOWNLOAD_SECONDS * 1_000);
    expect((await server.app.inject({ url: late })).statusCode).toBe(404);
    const url = await order();
    const answer = await server.app.inject({ url });
    expect((await server.app.inject({ url })).statusCode).toBe(404);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/zip"]);
    expect(answer.headers["content-disposition"]).toContain(`callpanel-${name}.zip`);
    const unpacked = mkdtempSync(join(tmpdir(), "callpanel-test-"));
    const restored = mkdtempSync(join(tmpdir(), "callpanel-test-"));
    try {
      writeFileSync(join(unpacked, "backup.zip"), answer.rawPayload);
      execFileSync("python3", ["-m", "zipfile", "-e", join(unpacked, "backup.zip"), unpacked]);
      expect(await backups().check(unpacked, name)).toMatchObject({ sounds: { count: 1 } });
      await backups(restored).restore(unpacked, name);
    } finally {
      for (const one of [unpacked, restored]) rmSync(one, { recursive: true, force: true });
    }
    const { body } = await server.get("/api/v1/administration/audit?area=backup", "grace");
    expect(JSON.stringify(body)).toContain(name);
  });

  it("COMPANY-10 the overview has the state of the system, for those who see settings or activity", async () => {
    await applyCompany(
      server.stores.company,
      parseCompanyFile("realm: demo\ntrunks: [{ name: gate, password: a good password }]"),
    );
    const { name } = await backups().take(folder);
    expect(name).not.toBe("");
    const overview = endpoints.getOverview.response.parse(
      (await server.get("/api/v1/administration/overview", "grace")).body,
    );
    expect(overview).toMatchObject({ registrations: 0, calls: 0, waiting: 0, lines: { registered: 0, total: 1 } });
    const { machine } = overview;
    expect(machine?.memory_bytes).toBeGreaterThan(10_000_000);
    expect(machine?.disk?.total_bytes).toBeGreaterThan(machine?.disk?.free_bytes ?? 0);
    expect(machine?.backup).toEqual({ configured: true, last_at: now });
    expect((await server.get("/api/v1/administration/overview", "ines")).status).toBe(403);
  });

  it("MACHINE-1 MACHINE-2 with a second company in the database nobody sees memory, disk, jobs and back-ups, or takes one", async () => {
    const { name } = await backups().take(folder);
    await server.stores.company.atomically((company) => company.saveRealm({ name: "other", company: "Other" }));
    const overview = endpoints.getOverview.response.parse(
      (await server.get("/api/v1/administration/overview", "grace")).body,
    );
    expect(overview.machine).toBeNull();
    const { machine, samples } = endpoints.getActivity.response.parse(
      (await server.get("/api/v1/administration/activity", "grace")).body,
    );
    expect([machine, samples.map(({ memory_bytes, free_bytes }) => [memory_bytes, free_bytes])]).toEqual([
      null,
      [[null, null]],
    ]);
    for (const answer of [
      await server.get(PATH, "grace"),
      await server.send("POST", PATH, "grace"),
      await server.send("POST", `${PATH}/${name}/check`, "grace"),
      await server.send("POST", `${PATH}/${name}/download`, "grace"),
      await server.send("DELETE", `${PATH}/prepared`, "grace"),
    ])
      expect([answer.status, codeOf(answer)]).toEqual([409, "backup.severalCompanies"]);
    expect(JSON.stringify((await server.get("/api/v1/administration/audit", "grace")).body)).not.toContain("backup.");
  });

  it("COMPANY-20 without a folder the page says so and nothing is taken", async () => {
    const other = await createTestServer();
    try {
      await applyCompany(other.stores.company, parseCompanyFile(COMPANY));
      const state = endpoints.listBackups.response.parse((await other.get(PATH, "ines")).body);
      expect([state.place, state.data]).toEqual([null, []]);
      expect(codeOf(await other.send("POST", PATH, "hiro"))).toBe("backup.noFolder");
    } finally {
      await other.remove();
    }
  });
});
