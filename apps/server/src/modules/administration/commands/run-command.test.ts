import { randomBytes } from "node:crypto";
import { AppError } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createStores, openDatabase, type Stores } from "../../../app/storage.ts";
import { createTestServer } from "../../../../test/test-server.ts";
import { silentLog, temporaryStorage } from "../../../../test/temporary-storage.ts";
import { openKnownPlaces } from "../../../kernel/known-places.ts";
import { createPinLock } from "../../../kernel/pin-lock.ts";
import type { PinPlace } from "../../../kernel/pin-tries.port.ts";
import type { AnnouncementDraft } from "../../announcements/index.ts";
import { createSipCredentials, sipHa1 } from "../../sip-credentials/index.ts";
import { verifyPassword } from "../../users/index.ts";
import { applyCompany, runCommand } from "../index.ts";

const ANNOUNCEMENT: AnnouncementDraft = {
  number: "640",
  name: "Hours",
  pin: "1234",
  language: "en",
  postDestination: "",
  text: "",
  textType: "text",
  ttsLanguage: "en-US",
  voice: "",
  voiceCategory: "standard",
  pitch: 0,
  speed: 1,
  volumeGainDb: 0,
};

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs command lines against a store, like the entry point. */
function commandLine(
  stores: Stores,
  realm = "acme",
  files: Readonly<Record<string, string>> = {},
  random: (size: number) => Buffer = randomBytes,
) {
  return async (text: string, stdin = ""): Promise<Outcome> => {
    const out: string[] = [];
    const error: string[] = [];
    const code = await runCommand({
      argv: text.split(" ").filter((word) => word !== ""),
      print: (line) => out.push(line),
      printError: (line) => error.push(line),
      open: async ({ realm: named }) => ({
        company: stores.company,
        callHandling: stores.callHandling,
        toggles: stores.toggles,
        pinTries: stores.pinTries,
        sipCredentials: createSipCredentials({ store: stores.sipCredentials, clock: Date, random: randomBytes }),
        realm: named ?? realm,
        print: (line) => out.push(line),
        readFile: async (path) => {
          const file = files[path];
          if (file === undefined) throw new AppError("admin.notFound", { what: `file ${path}` });
          return file;
        },
        readStdin: async () => stdin,
        random,
        close: async () => undefined,
      }),
    });
    return { code, out: out.join("\n"), error: error.join("\n") };
  };
}

describe("the command line", () => {
  const storage = temporaryStorage();
  const files = {
    "good.yaml": "realm: acme\nqueues:\n  - { number: 600, name: Support }\n",
    "bad.yaml": "realm: acme\nqueues:\n  - { number: x, name: Support }\n",
  };
  let stores: Stores;
  let run: ReturnType<typeof commandLine>;
  let close: () => Promise<void>;
  beforeEach(async () => {
    const db = await openDatabase(storage.fresh(), silentLog);
    stores = createStores(db);
    run = commandLine(stores, "acme", files);
    await applyCompany(stores.company, { realm: "acme", groups: [], users: [], services: [] });
    close = () => db.destroy();
  });
  afterEach(async () => {
    await close();
    storage.remove();
  });

  const addAnn = () =>
    run("users add Ann --first-name Ann --last-name Ames --extension 101 --password a-good-password");

  it("SECRET-13 a phone can be added with a secret that is shown once, listed and removed", async () => {
    await addAnn();
    const added = await run("phones add ANN --label Desk");
    const secret = /^secret: (\S{26})$/m.exec(added.out)?.[1] ?? "";
    const id = /, id (\w+)$/m.exec(added.out)?.[1] ?? "";
    expect(added).toMatchObject({
      code: 0,
      out: `added Desk of ann, id ${id}\nusername: ann\nrealm: acme\nsecret: ${secret}`,
    });
    const ann = await stores.users.byUsername("ann");
    expect(await stores.sipCredentials.holding(ann?.id ?? 0, 0)).toEqual([
      { id, ha1: sipHa1({ username: "ann", realm: "acme", secret }) },
    ]);
    const { out } = await run("phones list ann");
    expect(out.split("\n").at(-1)?.split(/ {2,}/)).toEqual([id, "Desk", expect.stringMatching(/Z$/), "never"]);
    expect(out).not.toContain(secret);
    expect(await run(`phones remove ann ${id}`)).toEqual({ code: 0, out: "removed Desk of ann", error: "" });
    expect((await run("phones list ann")).out).toBe("(none)");
    expect(await stores.sipCredentials.holding(ann?.id ?? 0, 0)).toEqual([]);
  });

  it("SECRET-13 a phone of an unknown person, without a label, or of another person is refused", async () => {
    await addAnn();
    await run("users add Ben --first-name Ben --last-name Bell --extension 102 --password a-good-password");
    const id = /, id (\w+)$/m.exec((await run("phones add ann --label Desk")).out)?.[1] ?? "";
    expect((await run("phones add ann")).code).toBe(2);
    expect((await run("phones add nobody --label Desk")).code).toBe(1);
    expect(await run(`phones remove ben ${id}`)).toMatchObject({ code: 1, error: expect.stringContaining("of ben") });
    expect((await run("phones list ann")).out).toContain(id);
  });

  it("SECRET-14 a trunk without a password gets one, which is shown once", async () => {
    await run("import good.yaml");
    const made = await run("trunks add gateway");
    const secret = /^password: (\S{26})$/m.exec(made.out)?.[1] ?? "";
    const [realm] = await stores.company.read((reader) => reader.realms());
    const [item] = await stores.company.read((reader) => reader.realmItems(realm?.id ?? 0));
    const { md5, sha256 } = sipHa1({ username: "gateway", realm: "acme", secret });
    expect(item).toMatchObject({ kind: "trunk", ha1Md5: md5, ha1Sha256: sha256 });
    expect((await run("trunks list")).out).not.toContain(secret);
    const given = await run("trunks add other --password -", "a-good-password");
    expect(given).toMatchObject({ code: 0, out: expect.not.stringContaining("password") });
  });

  it("ADMIN-13 a person can be added to staff, listed, changed and removed", async () => {
    expect(await addAnn()).toEqual({ code: 0, out: "added ann, extension 101", error: "" });
    expect((await run("users list")).out.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["username", "extension", "name", "groups", "panel"],
      ["ann", "101", "Ann Ames", "staff", "yes"],
    ]);
    await run("users set ann --last-name Abel --group agent --group staff --no-panel");
    expect((await run("users list")).out).toMatch(/ann +101 +Ann Abel +agent,staff +no/);
    await run("users set ann --panel");
    expect((await run("users list")).out).toMatch(/agent,staff +yes/);
    expect((await run("extensions set ann 205")).code).toBe(0);
    expect((await run("extensions list")).out).toContain("205        ann       Ann Abel");
    expect((await run("users remove ann")).out).toBe("removed ann");
    expect((await run("users list")).out).toBe("(none)");
  });

  it("ADMIN-13 a password is generated and shown, or read from standard input", async () => {
    const { out } = await run("users add ann --first-name Ann --last-name Ames --extension 101");
    const made = /^password: (\S{20})$/m.exec(out)?.[1] ?? "";
    const passwordHolds = async (password: string) => {
      const user = await stores.users.byUsername("ann");
      const credential = await stores.users.credentialOf(user?.id ?? 0);
      return verifyPassword(credential?.passwordHash ?? "", password);
    };
    expect(await passwordHolds(made)).toBe(true);
    expect((await run("users passwd ann --password -", "from standard input\n")).out).toBe(
      "changed the password of ann",
    );
    expect(await passwordHolds("from standard input")).toBe(true);
    expect((await run("users passwd ann --password short")).code).toBe(2);
  });

  it("ADMIN-12 a refusal prints one line and exits with code 1", async () => {
    await addAnn();
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
      ["permissions revoke ann queues:read", "callpanel: queues:read of ann does not exist"],
      ["queues add 101 Support", "callpanel: number 101 already exists"],
      ["queues remove 600", "callpanel: queue 600 does not exist"],
      ["numbers add +14165550101 Main --to 999", "callpanel: number 999, the target of +14165550101, does not exist"],
      ["import gone.yaml", "callpanel: file gone.yaml does not exist"],
      ["import bad.yaml", "callpanel: The company file is not valid: line 3: queues.0.number: must be 2 to 8 digits"],
    ];
    for (const [line, error] of refused) expect(await run(line), line).toEqual({ code: 1, out: "", error });
    expect((await run("users list")).out).toContain("ann");
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
      const { code, error } = await run(line);
      expect(code, line).toBe(2);
      expect(error, line).toMatch(/^callpanel: .+$/);
    }
  });

  it("ADMIN-14 permissions can be granted and revoked, completely or by target", async () => {
    await addAnn();
    await run("permissions grant ann announcements:read_for:12,13 queues:execute_pause_self");
    await run("permissions grant ann announcements:read_for:14");
    const own = async () =>
      (await run("permissions list ann")).out
        .split("\n")
        .filter((line) => line.endsWith(" own"))
        .map((line) => line.split(" ")[0]);
    expect(await own()).toEqual(["announcements:read_for:12,13,14", "queues:execute_pause_self"]);
    await run("permissions revoke ann announcements:read_for:13");
    expect(await own()).toEqual(["announcements:read_for:12,14", "queues:execute_pause_self"]);
    await run("permissions revoke ann announcements:read_for queues:execute_pause_self");
    expect(await own()).toEqual([]);
    expect((await run("permissions list ann")).out).toMatch(/softphone:read +@staff/);
  });

  it("ADMIN-14 groups can be made, joined, left, changed and removed", async () => {
    await addAnn();
    expect((await run("groups add night voicemails:read")).code).toBe(0);
    expect((await run("groups add night")).code).toBe(1);
    await run("groups join night ann");
    await run("permissions grant @night queues:read");
    expect((await run("groups list")).out).toMatch(/night +2 +ann/);
    expect((await run("permissions list @night")).out).toContain("queues:read");
    await run("groups leave night ann");
    expect((await run("groups list")).out).toMatch(/night +2$/m);
    await run("groups join night ann");
    await run("groups remove night");
    expect((await run("users list")).out).toMatch(/ann .* staff +yes/);
  });

  it("ADMIN-40 targets are people by username or id; an extension is refused and not read as an id", async () => {
    await addAnn();
    const { code, error } = await run("permissions grant ann active_calls:execute_callspy:104");
    expect([code, error]).toEqual([1, expect.stringContaining("user 104")]);
    await run("permissions grant ann active_calls:execute_callspy:Ann");
    const listed = (await run("permissions list ann")).out;
    const id = /active_calls:execute_callspy:(\d+) +own/.exec(listed)?.[1] ?? "";
    expect(id).not.toBe("");
    expect((await run(`permissions grant ann active_calls:execute_callspy:${id}`)).code).toBe(0);
    expect((await run("permissions revoke ann active_calls:execute_callspy:ann")).code).toBe(0);
    expect((await run("permissions list ann")).out).not.toContain("callspy");
  });

  it("PERM-12 a right that cannot be limited gives an error that says so", async () => {
    await addAnn();
    expect((await run("permissions grant ann softphone:read:7")).error).toContain("without targets");
  });

  it("ADMIN-15 services can be added, listed and removed; a number to which another one leads stays", async () => {
    await addAnn();
    for (const line of [
      "queues add 600 Help desk",
      "rooms add 800 Board --pin 1234 --admin-pin 4321",
      "lots add 700 Main --slots 701-720",
      "lots add 730 Short --slots 731-732 --timeout 5",
      "numbers add +14165550101 Help line --to 600 --sms",
    ])
      expect(await run(line), line).toMatchObject({ code: 0, error: "" });
    expect((await run("numbers list")).out.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["number", "kind", "name", "details"],
      ["+14165550101", "did", "Help line", "to 600, SMS"],
      ["101", "user", "Ann Ames"],
      ["600", "queue", "Help desk"],
      ["700", "lot", "Main", "slots 701-720, 45 s"],
      ["730", "lot", "Short", "slots 731-732, 5 s"],
      ["800", "room", "Board", "with PIN"],
    ]);
    expect((await run("queues list")).out).toContain("Help desk");
    expect((await run("queues remove 600")).error).toBe(
      "callpanel: queue 600 cannot be removed while +14165550101 leads there: change or remove +14165550101 first",
    );
    expect((await run("numbers remove +14165550101")).code).toBe(0);
    expect((await run("queues remove 600")).code).toBe(0);
    expect((await run("rooms remove 700")).code).toBe(1);
    expect((await run("lots remove 700")).code).toBe(0);
    expect((await run("rooms remove 800")).code).toBe(0);
  });

  it("POP-7 where the company lists origins, no direct number gets a page from another one, by a command or a file", async () => {
    for (const wrong of ["crm.example", "https://crm.example/path", "https://user@crm.example", "javascript:alert(1)"])
      expect((await run(`settings set screen_pop_origins ${wrong}`)).code, wrong).not.toBe(0);
    expect((await run("settings set screen_pop_origins https://CRM.example:443 https://help.example:8443")).code).toBe(
      0,
    );
    expect((await run("queues add 600 Help")).code).toBe(0);
    const add = async (url: string) => (await run(`numbers add +14165550142 Sales --to 600 --screen-pop ${url}`)).code;
    for (const evil of [
      "https://evil.example/",
      "http://crm.example/",
      "https://crm.example:8443/",
      "https://crm.example.evil.example/",
    ])
      expect(await add(evil), evil).not.toBe(0);
    expect(await add("https://crm.example/?from={number}")).toBe(0);
    expect((await run("settings set screen_pop_origins none")).code).toBe(0);
    expect(await add("https://help.example:8443/")).not.toBe(0);
  });

  it("ADMIN-27 settings of the company can be listed with their defaults, changed and reset; the error for an invalid value says what is valid", async () => {
    const valueOf = async (name: string) =>
      new RegExp(`^${name} +(.*?) {2,}`, "m").exec((await run("settings list")).out)?.[1];
    expect([await valueOf("platform_name"), await valueOf("call_limit"), await valueOf("country")]).toEqual([
      "callpanel",
      "4",
      "CA",
    ]);
    expect([await valueOf("notify_listened"), await valueOf("notify_moved")]).toEqual(["no", "yes"]);
    expect((await run("settings set platform_name Acme Phone")).out).toBe("platform_name is Acme Phone");
    expect((await run("settings set video_conf_limit -- -1")).code).toBe(0);
    expect(await valueOf("platform_name")).toBe("Acme Phone");
    expect((await run("settings reset platform_name")).out).toBe("platform_name has its default");
    expect(await valueOf("platform_name")).toBe("callpanel");
    expect((await run("settings reset platform_name")).code).toBe(1);
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
      const { code, error } = await run(`settings set ${line}`);
      expect([code, error.startsWith(`callpanel: ${wanted}`)], error).toEqual([2, true]);
    }
  });

  it("ADMIN-28 realms can be listed, and a company can be renamed", async () => {
    expect((await run("company rename Acme & Sons")).code).toBe(0);
    expect((await run("realms list")).out).toMatch(/^acme +Acme & Sons$/m);
  });

  it("ADMIN-23 a person is not removed while a direct number or a toggle leads to them, and the error says which", async () => {
    await addAnn();
    await run("users add ben --first-name Ben --last-name Bond --extension 102");
    await run("numbers add +14165550100 Direct --to 101");
    await run("toggles add 650 Night --a 102 --b 102");
    const refusal = (who: string, number: string) =>
      `callpanel: ${who} cannot be removed while ${number} leads there: change or remove ${number} first`;
    expect((await run("users remove ann")).error).toBe(refusal("ann (101)", "+14165550100"));
    expect((await run("users remove ben")).error).toBe(refusal("ben (102)", "650"));
    await run("numbers remove +14165550100");
    expect(await run("users remove ann")).toMatchObject({ code: 0, out: "removed ann" });
  });

  it("ADMIN-24 a typing error in --realm or in a file's realm creates no realm; --create-realm creates one", async () => {
    const adding = "users add ann --first-name Ann --last-name Ames --extension 101 --password a-good-password";
    const unknown = "callpanel: There is no realm acmme, only acme: check the name, or add --create-realm to make it";
    expect(await run(`${adding} --realm acmme`)).toEqual({ code: 1, out: "", error: unknown });
    expect((await run("users list --realm acmme --create")).error).toBe(unknown);
    const slip = "realm: acmme\nqueues: []\n";
    expect((await run("import -", slip)).error).toBe(unknown);
    expect(await stores.company.read((company) => company.realms())).toHaveLength(1);
    expect((await run(`${adding} --realm acmme --create-realm`)).code).toBe(0);
    expect((await run("users list --realm acmme")).out).toContain("ann");
  });

  it("ADMIN-24 before the first person is added, a list is empty", async () => {
    expect(await run("users list")).toEqual({ code: 0, out: "(none)", error: "" });
  });

  it("ADMIN-25 a warning says what is stored but cannot be called yet, also from a file", async () => {
    const noQueues = "note: queues are kept, but calls to them are not served yet";
    const noPins = "note: rooms with a PIN are kept, but calls to them are not served yet";
    expect((await run("queues add 600 Support")).out).toBe(`added queue 600 Support\n${noQueues}`);
    expect((await run("rooms add 800 Open")).out).toBe("added conference room 800 Open");
    expect((await run("rooms add 801 Board --pin 1234")).out).toBe(`added conference room 801 Board\n${noPins}`);
    const { out } = await run("export");
    expect((await run("import -", out)).out.split("\n").slice(1)).toEqual([noQueues, noPins]);
  });

  it("ADMIN-13 a generated password never looks like an option, so that it can be pasted into a command", async () => {
    const all = commandLine(stores, "acme", {}, (size) => Buffer.alloc(size, 255));
    const { out } = await all("users add eve --first-name Eve --last-name Ems --extension 103");
    expect(/^password: (.)/m.exec(out)?.[1]).toMatch(/[^-]/);
  });

  it("ADMIN-22 a mailbox or an announcement that wrong PINs have locked can be unlocked", async () => {
    await addAnn();
    const realmId = (await stores.company.read((company) => company.realms()))[0]?.id ?? 0;
    const ann = (await stores.users.byUsername("ann"))?.id ?? 0;
    await stores.announcements.add(realmId, ANNOUNCEMENT);
    const clock = { now: () => 1 };
    const known = await openKnownPlaces({ store: stores.knownPlaces, clock, log: silentLog });
    const lock = createPinLock({ store: stores.pinTries, known, clock });
    const guess = (place: PinPlace) => lock.tryPin({ ...place, secret: "1", caller: "user 9" }, () => false);
    const places: readonly PinPlace[] = [
      { kind: "voicemail", holder: String(ann) },
      { kind: "announcement", holder: "acme 640" },
    ];
    for (const place of places) {
      for (let tries = 0; tries < 5; tries += 1) await guess(place);
      expect(await guess(place)).toBe("locked");
    }
    expect(await run("pins unlock 101")).toMatchObject({ code: 0, out: "101 takes its PIN again" });
    expect((await run("pins unlock 640")).code).toBe(0);
    for (const place of places) expect(await guess(place)).toBe("wrong");
    expect((await run("pins unlock 199")).error).toContain("mailbox or announcement 199");
  });

  it("ADMIN-9 import and export work from the command line", async () => {
    expect((await run("import good.yaml --check")).out).toBe("the file is valid: realm acme, 0 users");
    expect((await run("numbers list")).out).toBe("(none)");
    expect((await run("import good.yaml")).out).toBe(
      "realm acme: 1 added, 0 changed, 0 as they were\nnote: queues are kept, but calls to them are not served yet",
    );
    await addAnn();
    const { out } = await run("export");
    expect(out).toContain("username: ann");
    expect((await run("import -", out)).out).toContain("0 added, 0 changed");
    expect((await run("export --with-secrets")).out).toContain("password_hash: $argon2id$");
  });

  it("ADMIN-16 help lists every command and its arguments", async () => {
    for (const line of ["", "--help", "help"]) {
      const { code, out } = await run(line);
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
    expect((await run("users add --help")).out).toContain("--extension <digits>");
    expect((await run("help users")).out).toContain("callpanel users remove <username>…");
    expect((await run("users --help")).out).toContain("callpanel users passwd <username>");
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
