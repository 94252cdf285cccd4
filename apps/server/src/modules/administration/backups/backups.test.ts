import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  BACKUP_DOWNLOAD_SECONDS,
  endpoints,
  errorBodySchema,
  otpConfigurationSchema,
  type BackupState,
} from "@callpanel/contract";
import { generateSync } from "otplib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandLine } from "../../../../test/command-line.ts";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { clockAt, NO_BUCKETS } from "../../../../test/backup-settings.ts";
import { openBackups } from "../../../app/services/backups/backups.ts";
import { DEMO_PASSWORD } from "../../users/index.ts";
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
const OWN = { current_password: DEMO_PASSWORD };
const SCHEDULE = { on: true, time: "04:30", time_zone: "America/Toronto", keep: 3, place: "folder" };
const codeOf = ({ body }: { readonly body: unknown }) => errorBodySchema.safeParse(body).data?.code;

describe("back-ups and overview, for administration", () => {
  let server: TestServer;
  let folder: string;
  let now = Date.UTC(2026, 10, 26, 3);
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "callpanel-test-"));
    server = await createTestServer({ backup: { folder, bucket: undefined, time: "03:05", keep: 5 } });
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
  });
  afterEach(async () => {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  const backups = (dataDir = server.dataDir) =>
    openBackups({ dataDir, databaseUrl: undefined, ...NO_BUCKETS, clock: clockAt(() => (now += 1_000)) });
  const orderOf = async (name: string, proof: object) =>
    endpoints.orderBackupDownload.response.parse(
      (await server.send("POST", `${PATH}/folder/${name}/download`, "grace", proof)).body,
    );
  const show = async (who: string): Promise<BackupState> =>
    endpoints.listBackups.response.parse((await server.get(PATH, who)).body);

  it("COMPANY-20 the list has the latest first, with sizes; a user who may only read can do nothing", async () => {
    expect((await show("ines")).data).toEqual([]);
    const { name: first } = await backups().take(folder);
    const { name: second } = await backups().take(folder);
    writeFileSync(join(folder, first, "backup.json"), "{}");
    const state = await show("ines");
    expect(state.places).toEqual([{ kind: "folder", label: folder, readable: true }]);
    expect(state.schedule).toMatchObject({ on: true, time: "03:05", keep: 5, place: "folder" });
    expect(state.data.map(({ name, facts }) => [name, facts === null])).toEqual([
      [second, false],
      [first, true],
    ]);
    expect(state.data[0]?.facts?.database_bytes).toBeGreaterThan(100_000);
    expect(state.data[0]?.facts?.by_hand).toBe(false);
    const { name: third } = await backups().take(folder, { byHand: true });
    expect((await show("ines")).data[0]).toMatchObject({ name: third, facts: { by_hand: true } });
    expect((await server.send("POST", PATH, "ines")).status).toBe(403);
    expect((await server.send("POST", `${PATH}/folder/${second}/check`, "ines")).status).toBe(403);
    expect((await server.send("POST", `${PATH}/folder/${second}/download`, "ines", OWN)).status).toBe(403);
    expect((await server.get(PATH, "alice")).status).toBe(403);
    expect((await server.send("POST", `${PATH}/folder/2020-01-01T00-00-00Z/check`, "hiro")).status).toBe(404);
    expect((await server.send("POST", `${PATH}/folder/${encodeURIComponent("../etc")}/check`, "hiro")).status).toBe(
      400,
    );
  });

  it("COMPANY-20 one back-up runs at a time; its end is shown with its output", async () => {
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
    expect((await server.send("POST", `${PATH}/folder/${name}/download`, "hiro", OWN)).status).toBe(403);
    const order = async () => (await orderOf(name, OWN)).url ?? "";
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

  it("COMPANY-21 BACKUP-17 nobody gets a back-up without the password, and a code if there is a second factor; a refused request leaves no line", async () => {
    const { name } = await backups().take(folder);
    const asked = (proof: object) => server.send("POST", `${PATH}/folder/${name}/download`, "grace", proof);
    expect((await asked({})).status).toBe(400);
    expect(codeOf(await asked({ current_password: "" }))).toBe("account.currentPasswordNeeded");
    expect(codeOf(await asked({ current_password: "wrong" }))).toBe("account.currentPassword");
    const { secret } = otpConfigurationSchema.parse((await server.get("/api/v1/otp_configuration", "grace")).body);
    const code = generateSync({ secret: secret ?? "", epoch: Math.floor(server.clock.now() / 1_000) });
    const { backupCodes } = otpConfigurationSchema.parse(
      (await server.send("PUT", "/api/v1/otp_configuration", "grace", { enabled: true, method: "app", code })).body,
    );
    expect(await orderOf(name, OWN)).toEqual({ url: null, code_sent_to: null });
    expect(codeOf(await asked({ ...OWN, code: "000000" }))).toBe("otp.invalid");
    const audit = async () =>
      JSON.stringify((await server.get("/api/v1/administration/audit?area=backup", "grace")).body);
    expect(await audit()).not.toContain("backup.downloaded");
    const { url } = await orderOf(name, { ...OWN, code: backupCodes?.[0] });
    expect((await server.app.inject({ url: url ?? "" })).statusCode).toBe(200);
    expect(await audit()).toContain("backup.downloaded");
    expect(codeOf(await asked({ ...OWN, code: backupCodes?.[0] }))).toBe("otp.invalid");
  });

  it("COMPANY-10 the overview has the state of the system, for users who see settings or activity", async () => {
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
    expect(machine?.backup).toEqual({ configured: true, last_at: now, failed_at: null });
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
      await server.send("POST", `${PATH}/folder/${name}/check`, "grace"),
      await server.send("POST", `${PATH}/folder/${name}/download`, "grace", OWN),
      await server.send("DELETE", `${PATH}/prepared`, "grace"),
      await server.send("DELETE", `${PATH}/replaced/2026-11-26T03-00-00`, "grace"),
      await server.send("PUT", `${PATH}/schedule`, "grace", { ...SCHEDULE, ...OWN, version: "0".repeat(16) }),
    ])
      expect([answer.status, codeOf(answer)]).toEqual([409, "backup.severalCompanies"]);
    expect(JSON.stringify((await server.get("/api/v1/administration/audit", "grace")).body)).not.toContain("backup.");
  });

  it("BACKUP-18 users who may change back-ups choose when they are made and how many are kept; the page says when the next one is due", async () => {
    const put = async (change: object, who = "hiro") => {
      const { version } = await show("ines");
      return server.send("PUT", `${PATH}/schedule`, who, { ...SCHEDULE, ...OWN, version, ...change });
    };
    expect((await put({}, "ines")).status).toBe(403);
    const changed = endpoints.changeBackupSchedule.response.parse((await put({})).body);
    expect(changed.schedule).toEqual(SCHEDULE);
    const at = new Intl.DateTimeFormat("en-US", {
      timeZone: "America/Toronto",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }).format(changed.next_at ?? 0);
    expect(at).toBe("04:30");
    expect((changed.next_at ?? 0) - server.clock.now()).toBeLessThanOrEqual(25 * 3_600_000);
    expect(codeOf(await put({ time_zone: "Nowhere/At_All" }))).toBe("backup.timeZone");
    expect(codeOf(await put({ place: "bucket" }))).toBe("backup.noPlace");
    for (const bad of [{ time: "24:00" }, { keep: 0 }, { keep: 1.5 }, { place: "/etc" }])
      expect([bad, (await put(bad)).status]).toEqual([bad, 400]);
    expect((await show("ines")).schedule).toEqual(SCHEDULE);
    expect(endpoints.changeBackupSchedule.response.parse((await put({ on: false })).body).next_at).toBeNull();
    const audit = JSON.stringify((await server.get("/api/v1/administration/audit?area=backup", "grace")).body);
    expect(audit).toContain('"time.to":"04:30"');
    expect(audit).toContain('"nightly.to":"false"');
  });

  it("BACKUP-17 BACKUP-18 each change of the schedule needs the password, and a code of the second factor; a request without a change does not", async () => {
    const put = async (change: object) => {
      const { version } = await show("ines");
      return server.send("PUT", `${PATH}/schedule`, "hiro", { ...SCHEDULE, keep: 5, version, ...change });
    };
    expect((await put({ ...OWN, keep: 6 })).status).toBe(200);
    expect((await put({ keep: 6 })).status).toBe(200);
    // Each new time would add a run and push out an older back-up; no runs, or runs to another place, would let them age.
    for (const change of [{ keep: 5 }, { keep: 7 }, { time: "04:31" }, { time_zone: "UTC" }, { on: false }])
      expect([change, codeOf(await put({ keep: 6, ...change }))]).toEqual([change, "account.currentPasswordNeeded"]);
    expect(codeOf(await put({ keep: 5, current_password: "wrong" }))).toBe("account.currentPassword");
    const { secret } = otpConfigurationSchema.parse((await server.get("/api/v1/otp_configuration", "hiro")).body);
    const code = generateSync({ secret: secret ?? "", epoch: Math.floor(server.clock.now() / 1_000) });
    const { backupCodes } = otpConfigurationSchema.parse(
      (await server.send("PUT", "/api/v1/otp_configuration", "hiro", { enabled: true, method: "app", code })).body,
    );
    expect(codeOf(await put({ keep: 1, ...OWN }))).toBe("otp.codeNeeded");
    expect((await show("ines")).schedule.keep).toBe(6);
    expect((await put({ keep: 1, ...OWN, code: backupCodes?.[0] })).status).toBe(200);
    expect((await show("ines")).schedule).toEqual({ ...SCHEDULE, keep: 1 });
    // Neither is stored with it.
    expect(await server.stores.serverSettings.read("backup.schedule")).not.toContain(DEMO_PASSWORD);
  });

  it("BACKUP-18 PAGES-5 if two administrators change the schedule that both saw, the second is refused and changes nothing", async () => {
    const { version } = await show("ines");
    const put = (change: object, who: string) =>
      server.send("PUT", `${PATH}/schedule`, who, { ...SCHEDULE, ...OWN, version, ...change });
    const answers = await Promise.all([put({ keep: 3 }, "hiro"), put({ keep: 4 }, "grace")]);
    const [won, lost] = answers.toSorted((one, other) => one.status - other.status);
    expect([won?.status, lost?.status]).toEqual([200, 409]);
    expect(lost === undefined ? undefined : codeOf(lost)).toBe("admin.conflict");
    const kept = endpoints.changeBackupSchedule.response.parse(won?.body);
    expect((await show("ines")).schedule).toEqual(kept.schedule);
    expect(kept.version).not.toBe(version);
    await commandLine(server.stores, "demo")("backup schedule --keep 9");
    expect(codeOf(await put({ version: kept.version }, "hiro"))).toBe("admin.conflict");
    expect((await put({ version: undefined }, "hiro")).status).toBe(400);
    expect((await show("ines")).schedule.keep).toBe(9);
    const audit = JSON.stringify((await server.get("/api/v1/administration/audit?area=backup", "grace")).body);
    // One of the page, one of the command line.
    expect(audit.match(/"keep.to"/g)).toHaveLength(2);
  });

  it("BACKUP-18 the command line shows and changes the same schedule", async () => {
    const run = commandLine(server.stores, "demo");
    expect((await run("backup schedule --at 05:15 --zone Europe/Paris --keep 7")).out).toBe(
      "each night at 05:15 (Europe/Paris) to the folder, 7 are kept",
    );
    expect((await show("ines")).schedule).toMatchObject({
      on: true,
      time: "05:15",
      time_zone: "Europe/Paris",
      keep: 7,
    });
    const lines = await server.stores.audit.lines({ realmId: 1, act: "backup.scheduled", limit: 5 });
    expect(lines).toMatchObject([{ way: "command", details: { "time.to": "05:15", "keep.to": "7" } }]);
    expect((await run("backup schedule --off")).out).toBe("no back-up is taken at night");
    expect((await run("backup schedule")).out).toBe("no back-up is taken at night");
    expect((await run("backup schedule --on --at 25:00")).code).toBe(2);
    expect(await run("backup schedule --zone Mars/Base")).toMatchObject({ code: 1 });
    expect(await run("backup schedule --to bucket")).toMatchObject({ code: 1 });
  });

  it("BACKUP-22 a bucket that refuses takes neither the page nor the back-ups of the folder away", async () => {
    const store = createServer((_, answer) => void answer.writeHead(403).end("<Code>AccessDenied</Code>"));
    await new Promise<void>((resolve) => store.listen(0, "127.0.0.1", resolve));
    const address = store.address();
    const host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    const bucket = {
      bucketUrl: `http://${host}/kept`,
      prefix: "",
      region: "r",
      accessKeyId: "k",
      secretAccessKey: "word",
    };
    const other = await createTestServer({ backup: { folder, bucket, time: "03:05", keep: 5 } });
    try {
      await applyCompany(other.stores.company, parseCompanyFile(COMPANY));
      const { name } = await backups(other.dataDir).take(folder);
      const state = endpoints.listBackups.response.parse((await other.get(PATH, "ines")).body);
      expect(state.places.map(({ kind, readable }) => [kind, readable])).toEqual([
        ["folder", true],
        ["bucket", false],
      ]);
      expect(state.data.map((one) => [one.name, one.place])).toEqual([[name, "folder"]]);
      const toFolder = await other.send("PUT", `${PATH}/schedule`, "hiro", {
        ...SCHEDULE,
        ...OWN,
        version: state.version,
      });
      expect([toFolder.status, codeOf(toFolder)]).toEqual([200, undefined]);
      const check = await other.send("POST", `${PATH}/bucket/${name}/check`, "hiro");
      expect(codeOf(check)).toBe("backup.refused");
      expect(other.logText()).toContain("back-ups could not be listed");
      expect(other.logText()).not.toContain("secretAccessKey");
    } finally {
      await other.remove();
      store.closeAllConnections();
      store.close();
    }
  });

  it("COMPANY-20 without a folder the page says so and no back-up is made", async () => {
    const other = await createTestServer();
    try {
      await applyCompany(other.stores.company, parseCompanyFile(COMPANY));
      const state = endpoints.listBackups.response.parse((await other.get(PATH, "ines")).body);
      expect([state.places, state.data, state.next_at]).toEqual([[], [], null]);
      expect(codeOf(await other.send("POST", PATH, "hiro"))).toBe("backup.noFolder");
    } finally {
      await other.remove();
    }
  });
});
