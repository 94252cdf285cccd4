import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createStores, openDatabase } from "../../../app/services/storage.ts";
import { createTestServer } from "../../../../test/test-server.ts";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { openKnownPlaces } from "../../../kernel/guard/known-places.ts";
import { createPinLock } from "../../../kernel/guard/pin-lock.ts";
import type { PinPlace } from "../../../kernel/guard/pin-tries.port.ts";
import { announcementDraft } from "../../../../test/announcements.ts";
import { commandLine, openCommandLine, type OpenCommandLine } from "../../../../test/command-line.ts";

describe("the command line", () => {
  let at: OpenCommandLine;
  beforeEach(async () => {
    at = await openCommandLine();
  });
  afterEach(() => at.close());

  it("ADMIN-12 a refusal prints one line and exits with code 1", async () => {
    await at.addAnn();
    const refused: ReadonlyArray<readonly [string, string]> = [
      ["users add ann --first-name A --last-name B --extension 102", "callpanel: user ann already exists"],
      ["users add ben --first-name A --last-name B --extension 101", "callpanel: number 101 already exists"],
      [
        "users add ben --first-name A --last-name B --extension 102 --group gone",
        "callpanel: group gone does not exist",
      ],
      ["users set ben --email x", "callpanel: user ben does not exist"],
      ["users passwd ben", "callpanel: user ben does not exist"],
      ["users remove ann ben", "callpanel: user ben does not exist"],
      ["permissions list @gone", "callpanel: group gone does not exist"],
      ["permissions revoke ann queues:read", "callpanel: permission queues:read of user ann does not exist"],
      ["queues add 101 Support", "callpanel: number 101 already exists"],
      ["queues remove 600", "callpanel: queue 600 does not exist"],
      ["numbers add +14165550101 Main --to 999", "callpanel: target 999 of direct number +14165550101 does not exist"],
      ["import gone.yaml", "callpanel: file gone.yaml does not exist"],
      ["import bad.yaml", "callpanel: The company file is not valid: line 3: queues.0.number: must be 2 to 8 digits"],
    ];
    for (const [line, error] of refused) expect(await at.run(line), line).toEqual({ code: 1, out: "", error });
    expect((await at.run("users list")).out).toContain("ann");
  });

  it("ADMIN-12 an invalid command line exits with code 2", async () => {
    for (const line of [
      "bogus",
      "users",
      "users frobnicate",
      "users add",
      "users add ann",
      "users add Änn --first-name A --last-name B --extension 101",
      "users add ann --first-name A --last-name B --extension abc",
      "users list --unknown",
      "users list surplus",
      "permissions grant ann nonsense",
      "permissions grant ann configs:nonsense",
      "permissions grant ann softphone:read:7",
      "groups add night parkings:read_for:1",
      "permissions grant ann active_calls:execute_callspy:",
      "lots add 700 Main",
      "lots add 700 Main --slots 720-701",
      "lots add 700 Main --slots 701-720 --timeout 0",
      "lots add 700 Main --slots 701-720 --timeout 1m",
      "rooms add 800 Board --pin abc",
      "numbers add abc Main --to 101",
      "numbers add +14165550101 Main",
      "users list --realm Acme!",
    ]) {
      const { code, error } = await at.run(line);
      expect(code, line).toBe(2);
      expect(error, line).toMatch(/^callpanel: .+$/);
    }
  });

  it("ADMIN-27 settings of the company can be listed with their defaults, changed and reset; the error for an invalid value names the valid ones", async () => {
    const valueOf = async (name: string) =>
      new RegExp(`^${name} +(.*?) {2,}`, "m").exec((await at.run("settings list")).out)?.[1];
    expect([await valueOf("platform_name"), await valueOf("call_limit"), await valueOf("country")]).toEqual([
      "callpanel",
      "4",
      "CA",
    ]);
    expect([await valueOf("notify_listened"), await valueOf("notify_moved")]).toEqual(["no", "yes"]);
    expect((await at.run("settings set platform_name Acme Phone")).out).toBe("platform_name is Acme Phone");
    expect((await at.run("settings set video_conf_limit -- -1")).code).toBe(0);
    expect(await valueOf("platform_name")).toBe("Acme Phone");
    expect((await at.run("settings reset platform_name")).out).toBe("platform_name has its default");
    expect(await valueOf("platform_name")).toBe("callpanel");
    expect((await at.run("settings reset platform_name")).code).toBe(1);
    for (const [line, wanted] of [
      ["call_limit 17", "call_limit must be a whole number from 1 to 16"],
      ["call_limit 0", "call_limit must be a whole number from 1 to 16"],
      ["call_limit 4.5", "call_limit must be a whole number from 1 to 16"],
      ["country DE", "country must be one of CA, US, AU"],
      ["logo http://acme.example/logo.png", "logo must be an https address"],
      ["logo javascript:alert(1)", "logo must be an https address"],
      ["logo https://*/logo.png", "logo must be an https address"],
      ["logo https://acme.example;frame-ancestors/logo.png", "logo must be an https address"],
      ["logo https://acme.example,sandbox/logo.png", "logo must be an https address"],
      ["logo data:text/html;base64,PHNjcmlwdD4=", "logo must be an https address"],
      ["notify_listened maybe", "notify_listened must be yes or no"],
      ["video_enabled maybe", "video_enabled must be yes or no"],
      ["constructor x", "constructor must be one of platform_name, logo"],
    ] as const) {
      const { code, error } = await at.run(`settings set ${line}`);
      expect([code, error.startsWith(`callpanel: ${wanted}`)], error).toEqual([2, true]);
    }
  });

  it("ADMIN-28 realms can be listed, and a company can be renamed", async () => {
    expect((await at.run("company rename Acme & Sons")).code).toBe(0);
    expect((await at.run("realms list")).out).toMatch(/^acme +Acme & Sons$/m);
  });

  it("ADMIN-24 a typing error in --realm or in a file's realm creates no realm; --create-realm creates one", async () => {
    const adding = "users add ann --first-name Ann --last-name Ames --extension 101 --password a-good-password";
    const unknown = "callpanel: There is no realm acmme, only acme: check the name, or add --create-realm to make it";
    expect(await at.run(`${adding} --realm acmme`)).toEqual({ code: 1, out: "", error: unknown });
    expect((await at.run("users list --realm acmme --create")).error).toBe(unknown);
    const slip = "realm: acmme\nqueues: []\n";
    expect((await at.run("import -", slip)).error).toBe(unknown);
    expect(await at.stores.company.read((company) => company.realms())).toHaveLength(1);
    expect((await at.run(`${adding} --realm acmme --create-realm`)).code).toBe(0);
    expect((await at.run("users list --realm acmme")).out).toContain("ann");
  });

  it("ADMIN-24 before the first person is added, a list is empty", async () => {
    expect(await at.run("users list")).toEqual({ code: 0, out: "(none)", error: "" });
  });

  it("ADMIN-22 a mailbox or an announcement that wrong PINs have locked can be unlocked", async () => {
    await at.addAnn();
    const realmId = (await at.stores.company.read((company) => company.realms()))[0]?.id ?? 0;
    const ann = (await at.stores.users.byUsername("ann"))?.id ?? 0;
    await at.stores.announcements.add(realmId, announcementDraft());
    const clock = { now: () => 1 };
    const known = await openKnownPlaces({ store: at.stores.knownPlaces, clock, log: silentLog });
    const lock = createPinLock({ store: at.stores.pinTries, known, clock });
    const guess = (place: PinPlace) => lock.tryPin({ ...place, secret: "1", caller: "user 9" }, () => false);
    const places: readonly PinPlace[] = [
      { kind: "voicemail", holder: String(ann) },
      { kind: "announcement", holder: "acme 640" },
    ];
    for (const place of places) {
      for (let tries = 0; tries < 5; tries += 1) await guess(place);
      expect(await guess(place)).toBe("locked");
    }
    expect(await at.run("pins unlock 101")).toMatchObject({ code: 0, out: "101 is unlocked" });
    expect((await at.run("pins unlock 640")).code).toBe(0);
    for (const place of places) expect(await guess(place)).toBe("wrong");
    expect((await at.run("pins unlock 199")).error).toContain("mailbox, announcement or room 199");
  });

  it("ADMIN-9 import and export work from the command line", async () => {
    expect((await at.run("import good.yaml --check")).out).toBe("the file is valid: realm acme, 0 users");
    expect((await at.run("numbers list")).out).toBe("(none)");
    expect((await at.run("import good.yaml")).out).toBe("realm acme: 1 added, 0 changed, 0 as they were");
    await at.addAnn();
    const { out } = await at.run("export");
    expect(out).toContain("username: ann");
    expect((await at.run("import -", out)).out).toContain("0 added, 0 changed");
    expect((await at.run("export --with-secrets")).out).toContain("password_hash: $argon2id$");
  });

  it("ADMIN-16 help lists every command and its arguments", async () => {
    for (const line of ["", "--help", "help"]) {
      const { code, out } = await at.run(line);
      expect(code).toBe(0);
      for (const name of [
        "users add",
        "extensions set",
        "permissions grant",
        "queues add",
        "lots add",
        "import",
        "export",
      ])
        expect(out).toContain(`  ${name} `);
    }
    expect((await at.run("users add --help")).out).toContain("--extension <digits>");
    expect((await at.run("help users")).out).toContain("callpanel users remove <username>…");
    expect((await at.run("users --help")).out).toContain("callpanel users passwd <username>");
  });

  it("FEATURE-2 feature codes are changed, listed and reset by a command, and a wrong code changes nothing", async () => {
    const shown = async () =>
      (await at.run("settings list")).out.split("\n").find((line) => line.startsWith("feature_codes")) ?? "";
    expect((await at.run("settings set feature_codes dnd=*78 intercom=off")).out).toBe(
      "feature_codes is dnd=*78 intercom=off",
    );
    for (const wrong of ["dnd=*96", "dnd=78", "nothing=*78", "dnd"])
      expect([wrong, (await at.run(`settings set feature_codes ${wrong}`)).code]).toEqual([wrong, 2]);
    expect(await shown()).toMatch(/^feature_codes +dnd=\*78 intercom=off +yes/);
    expect((await at.run("settings reset feature_codes")).code).toBe(0);
    expect(await shown()).not.toMatch(/^feature_codes +dnd=/);
  });

  it("ADMIN-17 a running server sees changes by the command line", async () => {
    const server = await createTestServer();
    const db = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined, realm: undefined }, silentLog);
    try {
      const beside = commandLine(createStores(db), "demo");
      await server.signIn("alice");
      expect((await server.get("/api/v1/config/sipua", "alice")).status).toBe(200);
      await beside("permissions revoke @staff softphone:read");
      expect((await server.get("/api/v1/config/sipua", "alice")).status).toBe(403);
      await beside("users add zoe --first-name Zoë --last-name Zell --extension 130 --password a-good-password");
      await server.signIn("zoe", "a-good-password");
      await beside("users passwd alice --password another-password");
      expect((await server.get("/api/v1/users/me", "alice")).status).toBe(401);
      await beside("users remove zoe");
      await expect(server.signIn("zoe", "a-good-password")).rejects.toThrow("login.error.login");
    } finally {
      await db.destroy();
      await server.remove();
    }
  });
});
