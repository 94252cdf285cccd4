import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clockAt, NO_BUCKETS } from "../../../test/backup-settings.ts";
import { openBackups } from "../../app/services/backups/backups.ts";
import { createStores, type Stores } from "../../app/services/storage.ts";
import { openFreshStore } from "../../../test/store-file.ts";
import { temporaryStorage } from "../../../test/temporary-storage.ts";
import { createSipCredentials } from "../sip-credentials/index.ts";
import { applyCompany, createBackupSchedules, exportCompany, parseCompanyFile, runCommand } from "./index.ts";

const ACME = `
realm: acme
users:
  - { username: ann, first_name: Ann, last_name: Ames, extension: 101, password: a-good-password, groups: [staff] }
  - { username: ben, first_name: Ben, last_name: Bell, extension: 102, password: a-good-password }
queues: [{ number: 600, name: Support }]
toggles: [{ number: 650, name: Day and night, a: 600, b: 102 }]
emergency: { disabled: true, numbers: [911, 000] }
emergency_profiles: [{ name: Front desk, number: "+14165550160" }]
emergency_locations: [{ name: Head office, address: "1 Main St, Toronto", details: Floor 3 }]
time_conditions:
  - name: Office hours
    time_zone: America/Toronto
    hours: [{ days: mon-fri, from: "09:00", to: "17:30" }, { days: "sat,fri-sun", from: "22:00", to: "6:00" }]
trunks: [{ name: gateway, password: a-gateway-password, calls: 30 }]
outgoing_number: "+14165550100"
`;

describe("items of a realm", () => {
  const storage = temporaryStorage();
  let stores: Stores;
  let close: () => Promise<void>;
  beforeEach(async () => {
    const db = await openFreshStore(storage);
    stores = createStores(db);
    close = () => db.destroy();
  });
  afterEach(async () => {
    await close();
    storage.remove();
  });

  const apply = (file: string) => applyCompany(stores.company, parseCompanyFile(file));
  const settings = async () => {
    const [realm] = await stores.company.read((company) => company.realms());
    return stores.realmSettings.of(realm?.id ?? 0);
  };
  const exported = async (withSecrets: boolean) => {
    const [realm] = await stores.company.read((company) => company.realms());
    if (realm === undefined) throw new Error("there is no realm");
    return stores.company.read((company) => exportCompany(company, { realm, withSecrets }));
  };
  const run = async (...argv: readonly string[]) => {
    const out: string[] = [];
    const code = await runCommand({
      argv,
      print: (line) => out.push(line),
      printError: (line) => out.push(line),
      backups: openBackups({ dataDir: "/none", databaseUrl: undefined, ...NO_BUCKETS, clock: clockAt(Date.now) }),
      open: async () => ({
        ...stores,
        sipCredentials: createSipCredentials({ store: stores.sipCredentials, clock: Date, random: randomBytes }),
        realm: "acme",
        print: (line) => out.push(line),
        readFile: async () => "",
        readStdin: async () => "a-piped-password\n",
        now: () => 0,
        wait: async () => undefined,
        random: randomBytes,
        backupSchedules: createBackupSchedules({
          settings: stores.serverSettings,
          places: { folder: undefined, bucket: undefined, time: "03:00", keep: 14 },
          timeZone: "UTC",
        }),
        renewSetupLink: async () => "",
        close: async () => undefined,
      }),
    });
    return `${code} ${out.join("|")}`;
  };

  it("ADMIN-19 a file adds them, applying it again changes nothing, and items that another file does not name stay", async () => {
    await apply(ACME);
    const kept = await settings();
    expect(kept).toMatchObject({
      emergency: {
        disabledGlobally: true,
        numbers: ["911", "000"],
        profiles: [{ name: "Front desk", number: "+14165550160" }],
        locations: [{ name: "Head office", address: "1 Main St, Toronto", details: "Floor 3" }],
      },
      timeConditions: [
        {
          name: "Office hours",
          timeZone: "America/Toronto",
          hours: [
            { days: [1, 2, 3, 4, 5], fromMinute: 540, toMinute: 1_050 },
            { days: [5, 6, 7], fromMinute: 1_320, toMinute: 360 },
          ],
        },
      ],
      trunks: [{ name: "gateway", callLimit: 30, ha1Md5: expect.stringMatching(/^[0-9a-f]{32}$/) }],
      outgoingNumber: "+14165550100",
    });
    expect(await apply(ACME)).toMatchObject({ added: 0, changed: 0 });
    await apply("realm: acme\nemergency_profiles: [{ name: Other, number: '+14165550199' }]\n");
    expect((await settings()).emergency.profiles.map(({ name }) => name)).toEqual(["Front desk", "Other"]);
    expect((await settings()).timeConditions).toEqual(kept.timeConditions);
  });

  it("ADMIN-9 ADMIN-19 an export is a valid file for import, with a trunk's secret only on request", async () => {
    await apply(ACME);
    const before = await settings();
    expect(await exported(false)).not.toContain("ha1");
    expect(await apply(await exported(true))).toMatchObject({ added: 0, changed: 0 });
    expect(await settings()).toEqual(before);
  });

  it("ADMIN-5 ADMIN-19 invalid values are reported with their line", () => {
    const faults = [
      ["time_conditions: [{ name: x, time_zone: Mars, hours: [] }]", "must be a time zone"],
      [
        "time_conditions: [{ name: x, time_zone: UTC, hours: [{ days: someday, from: '9:00', to: '10:00' }] }]",
        "must be days",
      ],
      [
        "time_conditions: [{ name: x, time_zone: UTC, hours: [{ days: mon, from: '25:00', to: '10:00' }] }]",
        "must be a time",
      ],
      ["emergency: { numbers: [help] }", "must be 2 to 6 digits"],
      ["trunks: [{ name: 'Bad Name', password: a-good-password }]", "must be lower-case"],
      ["toggles: [{ number: 050, name: x, a: 101, b: 102 }]", "the first no 0"],
      ["emergency_profiles: [{ name: x, number: 5551234 }, { name: x, number: 5551235 }]", "stands in line 2 already"],
    ] as const;
    for (const [line, fault] of faults) expect(() => parseCompanyFile(`realm: acme\n${line}\n`), line).toThrow(fault);
  });

  it("ADMIN-6 ADMIN-19 a toggle leads to people, queues and rooms; a trunk's name must be unique", async () => {
    await apply(ACME);
    const refused = async (line: string) => expect(apply(`realm: acme\n${line}\n`), line).rejects.toThrow();
    await refused("toggles: [{ number: 651, name: x, a: 999, b: 102 }]");
    await refused("toggles: [{ number: 651, name: x, a: 650, b: 102 }]");
    await refused("trunks: [{ name: ann, password: a-good-password }]");
    await refused(
      "users: [{ username: gateway, first_name: G, last_name: W, extension: 103, password: a-good-password }]",
    );
  });

  it("ADMIN-19 ADMIN-4 a line in a file keeps its password and everything that the file does not name", async () => {
    await apply(ACME);
    const line = async () => (await settings()).trunks.find(({ name }) => name === "gateway");
    const { ha1Sha256 } = (await line()) ?? {};
    const file = (fields: string) => apply(`realm: acme\ntrunks: [{ name: gateway, ${fields} }]\n`);
    expect(await file("order: 2, classes: [inland, emergency]")).toMatchObject({ changed: 1 });
    expect(await line()).toMatchObject({ callLimit: 30, order: 2, classes: ["inland", "emergency"], ha1Sha256 });
    expect(await file("calls: 4")).toMatchObject({ changed: 1 });
    expect(await line()).toMatchObject({ callLimit: 4, order: 2, classes: ["inland", "emergency"], ha1Sha256 });
    await file("classes: [inland, abroad, premium, emergency]");
    expect((await line())?.classes).toBeUndefined();
    await file("password: another-password");
    expect(await line()).toMatchObject({
      callLimit: 4,
      order: 2,
      ha1Sha256: expect.not.stringMatching(`^${ha1Sha256}$`),
    });
    await expect(apply("realm: acme\ntrunks: [{ name: newgate, order: 1 }]\n")).rejects.toThrow(
      "trunk newgate is new and needs a password",
    );
  });

  it("ADMIN-21 a line is changed by the command line without its password", async () => {
    await apply(ACME);
    const line = async () => (await settings()).trunks.find(({ name }) => name === "gateway");
    const { ha1Sha256 } = (await line()) ?? {};
    expect(await run("trunks", "change", "gateway", "--order", "3", "--class", "inland")).toMatch(/^0 changed/);
    expect(await line()).toMatchObject({ callLimit: 30, order: 3, classes: ["inland"], ha1Sha256 });
    expect(await run("trunks", "change", "gateway", "--order", "none", "--calls", "none", "--class", "all")).toMatch(
      /^0/,
    );
    expect(await line()).toEqual({
      id: expect.any(Number),
      kind: "trunk",
      name: "gateway",
      ha1Md5: expect.any(String),
      ha1Sha256,
    });
    expect(await run("trunks", "change", "gateway", "--password", "another-password")).toMatch(/^0/);
    expect((await line())?.ha1Sha256).not.toBe(ha1Sha256);
    expect(await run("trunks", "change", "nogate", "--order", "1")).toMatch(/^1 .*does not exist/);
    for (const wrong of ["--order=0", "--order=1000", "--class=roads", "--calls=many", "--password=short"])
      expect(await run("trunks", "change", "gateway", wrong), wrong).toMatch(/^2/);
  });

  it("ADMIN-20 an emergency number cannot be a number of the realm", async () => {
    await apply(ACME);
    await expect(apply("realm: acme\nemergency: { numbers: [101] }\n")).rejects.toThrow("101");
    await expect(apply("realm: acme\nqueues: [{ number: 911, name: x }]\n")).rejects.toThrow("911");
    await expect(apply("realm: acme\nlots: [{ number: 900, name: x, slots: 905-915 }]\n")).rejects.toThrow("911");
  });

  it("ADMIN-21 each kind can be added, listed and removed by the command line", async () => {
    await apply(ACME);
    expect(await run("profiles", "add", "Night", "desk", "--number", "+14165550170")).toMatch(/^0 added/);
    expect(await run("profiles", "list")).toContain("Night desk  +14165550170");
    expect(await run("profiles", "remove", "Night", "desk")).toMatch(/^0 removed/);
    expect(await run("profiles", "remove", "Night", "desk")).toMatch(/^1 .*does not exist/);
    expect(await run("locations", "add", "Yard", "--address", "2 Side St")).toMatch(/^0/);
    expect(await run("locations", "list")).toContain("2 Side St");
    expect(await run("time-conditions", "add", "Nights", "--zone", "UTC", "--hours", "mon-fri 22:00-6:00")).toMatch(
      /^0/,
    );
    expect(await run("time-conditions", "list")).toContain("UTC; mon,tue,wed,thu,fri 22:00-06:00");
    expect(await run("time-conditions", "add", "X", "--zone", "UTC", "--hours", "now")).toMatch(/^2/);
    expect(await run("trunks", "add", "line2", "--password", "-", "--calls", "4")).toMatch(/^0/);
    expect(await run("trunks", "list")).toContain("line2    4 calls at a time");
    expect(await run("trunks", "add", "line3", "--password", "-", "--calls", "0")).toMatch(/^2 .*--calls is 1 to 9999/);
    expect(await run("emergency", "set", "--numbers", "911,933", "--enable")).toMatch(/^0/);
    expect(await run("emergency", "list")).toContain("911,933  enabled");
    expect(await run("outgoing", "set", "+14165550111")).toMatch(/^0/);
    expect(await run("toggles", "add", "651", "Weekend", "--a", "101", "--b", "600")).toMatch(/^0/);
    expect(await run("toggles", "list")).toContain("A 101, B 600");
    expect(await run("toggles", "switch", "651", "B")).toMatch(/^0/);
    expect(await stores.toggles.all()).toEqual([{ realm: "acme", number: "651", active: "B" }]);
    expect(await run("toggles", "switch", "600", "B")).toMatch(/^1/);
    expect(await run("toggles", "remove", "651")).toMatch(/^0/);
    expect(await stores.toggles.all()).toEqual([]);
  });

  it("ADMIN-21 a person's call handling can be shown and changed", async () => {
    await apply(ACME);
    expect(await run("handling", "set", "ann", "--dnd", "on", "--forward", "102", "--call-waiting", "off")).toMatch(
      /^0/,
    );
    expect(await run("handling", "list", "ann")).toMatch(/dnd +on\|call-waiting +off\|forward +102\|follow-me +off/);
    expect(await run("handling", "set", "ann", "--forward", "off")).toMatch(/^0/);
    expect(await run("handling", "list", "ann")).toMatch(/forward +off/);
    expect(await run("handling", "list", "ben")).toBe("0 (none)");
    expect(await run("handling", "set", "ann", "--dnd", "maybe")).toMatch(/^2/);
    expect(await run("handling", "set", "ann", "--forward", "home")).toMatch(/^2/);
    expect(await run("handling", "set", "nobody", "--dnd", "on")).toMatch(/^1/);
  });

  it("HANDLE-5 TOLL-5 a forward is refused when it is set, by the panel's rules: class of number, emergency, the user's own number, loop", async () => {
    await apply(ACME);
    const forward = (who: string, number: string) => run("handling", "set", who, "--forward", number);
    expect(await forward("ann", "16045550177")).toMatch(/^0/);
    for (const number of ["19005551234", "14165551212", "0114420794600000", "911", "101", "199", "*81102"])
      expect(await forward("ann", number), number).toMatch(/^1 /);
    expect(await run("handling", "list", "ann")).toMatch(/forward +16045550177/);
    expect(await forward("ann", "102")).toMatch(/^0/);
    expect(await forward("ben", "101")).toMatch(/^1 /);
  });
});
