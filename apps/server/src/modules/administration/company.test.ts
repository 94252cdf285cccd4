import { AppError, canRead, canWrite, holdsRule, mergePermissions, type Rights } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createStores, seedDemo, type Stores } from "../../app/services/storage.ts";
import { announcementDraft } from "../../../test/announcements.ts";
import { openFreshStore } from "../../../test/store-file.ts";
import { temporaryStorage } from "../../../test/temporary-storage.ts";
import { sipHa1 } from "../sip-credentials/index.ts";
import { verifyPassword } from "../users/index.ts";
import { removePeople, removeService } from "./company.removal.ts";
import { applyCompany, createDemoCompany, exportCompany, parseCompanyFile } from "./index.ts";

const ACME = `
realm: acme
company: Acme Ltd
groups:
  - name: phones
    permissions: [configs:read, softphone:read, "voicemails:read_for:12,13"]
users:
  - username: ann
    first_name: Ann
    last_name: Ames
    extension: 0101
    email: ann@acme.example
    department: Office
    groups: [phones]
    permissions: [queues:execute_pause_self]
    password: a-good-password
  - { username: ben, first_name: Ben, last_name: Bell, extension: 102, panel: false, password: a-good-password }
queues:
  - { number: 600, name: Support }
rooms:
  - { number: 800, name: Board, pin: 0123, admin_pin: 4321 }
lots:
  - { number: 700, name: Main, slots: 701-703 }
numbers:
  - { number: "+14165550101", name: Ann direct, target: 0101, sms: true }
`;

const NOW = Date.UTC(2026, 5, 1);

describe("companies", () => {
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
  const realmId = async (name: string) =>
    (await stores.company.read((company) => company.realms())).find((realm) => realm.name === name)?.id ?? 0;
  const numbersOf = async (realm: string) => {
    const id = await realmId(realm);
    return stores.company.read((company) => company.numbers(id));
  };
  const usersOf = async (realm: string) => {
    const id = await realmId(realm);
    return stores.company.read((company) => company.users(id));
  };
  const exported = async (realm: string, withSecrets: boolean) =>
    stores.company.read(async (company) => {
      const found = (await company.realms()).find(({ name }) => name === realm);
      if (found === undefined) throw new Error(`no realm ${realm}`);
      return exportCompany(company, { realm: found, withSecrets });
    });
  const refusalOf = async (work: () => Promise<unknown>): Promise<AppError> => {
    try {
      await work();
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
    throw new Error("it was not refused");
  };

  it("ADMIN-1 an empty store gets the demo company once", async () => {
    const people = await seedDemo({ host: "127.0.0.1", demo: undefined }, stores, { now: NOW });
    expect(people.slice(0, 6)).toEqual(["alice", "bob", "carol", "dave", "erin", "frank"]);
    const users = await usersOf("demo");
    const byExtension = users.toSorted((a, b) => Number(a.extension) - Number(b.extension));
    expect(byExtension.map(({ extension }) => Number(extension))).toEqual(
      Array.from({ length: 24 }, (_, index) => 101 + index),
    );
    expect(byExtension.slice(0, 6).map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual([
      "Alice Archer",
      "Bob Brandt",
      "Carol Chen",
      "Dave Diaz",
      "Erin Evans",
      "Frank Fox",
    ]);
    expect((await numbersOf("demo")).filter(({ kind }) => kind !== "user")).toEqual([
      { kind: "did", number: "+14165550101", name: "Alice direct", target: "101", smsCapable: true },
      { kind: "did", number: "+14165550160", name: "Support line", target: "600", smsCapable: false },
      { kind: "did", number: "+14165550170", name: "Office texts", target: "652", smsCapable: true },
      { kind: "queue", number: "600", name: "Support" },
      { kind: "queue", number: "601", name: "Sales" },
      { kind: "queue", number: "602", name: "Billing" },
      { kind: "toggle", number: "650", name: "Day and night", optionA: "600", optionB: "102" },
      { kind: "toggle", number: "651", name: "Sales on the road", optionA: "601", optionB: "103" },
      { kind: "toggle", number: "652", name: "Front desk", optionA: "101", optionB: "601" },
      { kind: "lot", number: "700", name: "Main", firstSlot: 701, lastSlot: 720, timeoutSeconds: 45 },
      { kind: "room", number: "800", name: "Open room", pin: null, adminPin: null },
      { kind: "room", number: "801", name: "Board room", pin: "1234", adminPin: "4321" },
      { kind: "room", number: "802", name: "Sales meeting", pin: null, adminPin: null },
      { kind: "room", number: "803", name: "Customer workshop", pin: "2468", adminPin: "8642" },
      { kind: "room", number: "804", name: "All hands", pin: null, adminPin: "9753" },
    ]);
    await stores.company.atomically((company) => company.removeUser(users[0]?.id ?? 0));
    expect(await seedDemo({ host: "127.0.0.1", demo: true }, stores, { now: NOW })).toHaveLength(23);
    expect(await usersOf("demo")).toHaveLength(23);
  });

  it("SERVER-39 only people who can sign in with the demo password are named at the start", async () => {
    await seedDemo({ host: "127.0.0.1", demo: true }, stores, { now: NOW });
    const alice = (await usersOf("demo")).find(({ username }) => username === "alice");
    await stores.company.atomically((company) => company.removeUser(alice?.id ?? 0));
    const credential = { passwordHash: "$argon2id$x" };
    await applyCompany(stores.company, {
      realm: "demo",
      groups: [],
      users: [{ username: "carol", credential }],
      services: [],
    });
    const people = await seedDemo({ host: "127.0.0.1", demo: false }, stores, { now: NOW });
    expect(people.slice(0, 3)).toEqual(["bob", "dave", "erin"]);
  });

  it("ADMIN-1 DEMO=0 leaves an empty store unchanged", async () => {
    expect(await seedDemo({ host: "127.0.0.1", demo: false }, stores, { now: NOW })).toEqual([]);
    expect(await stores.users.countUsers()).toBe(0);
  });

  it("SERVER-37 a HOST that is not loopback is refused while demo passwords are in force", async () => {
    const outside = { host: "0.0.0.0", demo: undefined };
    expect(await seedDemo(outside, stores, { now: NOW })).toEqual([]);
    expect(await stores.users.countUsers()).toBe(0);
    await expect(seedDemo({ ...outside, demo: true }, stores, { now: NOW })).rejects.toThrow("HOST=0.0.0.0 is refused");
    expect(await stores.users.countUsers()).toBe(0);
    await seedDemo({ host: "127.0.0.1", demo: true }, stores, { now: NOW });
    await expect(seedDemo(outside, stores, { now: NOW })).rejects.toThrow("24 users have one");
    for (const { username } of await usersOf("demo"))
      await applyCompany(stores.company, {
        realm: "demo",
        groups: [],
        users: [{ username, credential: { passwordHash: "$argon2id$x" } }],
        services: [],
      });
    expect(await seedDemo(outside, stores, { now: NOW })).toEqual([]);
  });

  it("ADMIN-2, TOLL-2 everyone has the rights of the outside specification", async () => {
    await applyCompany(stores.company, createDemoCompany());
    const rightsOf = async (username: string) => {
      const user = await stores.users.byUsername(username);
      const { group, user: own } = await stores.users.permissionsOf(user?.id ?? 0);
      return mergePermissions(group, own);
    };
    const [alice, bob, carol, dave, erin, frank] = await Promise.all(
      ["alice", "bob", "carol", "dave", "erin", "frank"].map(rightsOf),
    );
    if (!alice || !bob || !carol || !dave || !erin || !frank) throw new Error("someone is missing");
    expect(alice.granted).toEqual(bob.granted);
    for (const module of [
      "softphone",
      "configs",
      "chats",
      "voicemails",
      "contacts",
      "parkings",
      "cdrs",
      "queues",
    ] as const)
      expect(canRead(alice, module), module).toBe(true);
    expect(canRead(alice, "queue_reports")).toBe(false);
    expect(canWrite(alice, "announcements")).toBe(false);
    expect(holdsRule(alice, "queues", "execute_pause_self")).toBe(false);
    expect(holdsRule(alice, "active_calls", "execute_callspy")).toBe(false);
    for (const rule of ["execute_redirect", "execute_pickup"]) {
      expect(holdsRule(alice, "active_calls", rule), rule).toBe(true);
      expect(holdsRule(erin, "active_calls", rule), rule).toBe(false);
    }
    for (const rights of [alice, carol, dave]) expect(holdsRule(rights, "intercom", "execute_silent")).toBe(false);

    expect(canRead(carol, "queue_reports") && canWrite(carol, "announcements")).toBe(true);
    expect(
      holdsRule(carol, "active_calls", "execute_callspy") && holdsRule(carol, "active_calls", "execute_record"),
    ).toBe(true);
    expect(holdsRule(carol, "queues", "execute_pause")).toBe(true);
    expect(canRead(carol, "forward", "101")).toBe(true);
    expect(holdsRule(dave, "queues", "execute_pause_self")).toBe(true);
    expect(holdsRule(dave, "queues", "execute_pause")).toBe(false);

    // TOLL-2
    const outside = (rights: Rights) =>
      ["inland", "abroad", "premium"].filter((one) => holdsRule(rights, "outside_calls", `execute_${one}`));
    expect([outside(alice), outside(carol), outside(erin)]).toEqual([["inland"], ["inland", "abroad"], []]);

    expect(canRead(erin, "panel_buddies")).toBe(true);
    for (const module of ["softphone", "chats", "contacts", "queues", "voicemails", "cdrs", "parkings"] as const)
      expect(canRead(erin, module), module).toBe(false);
    expect(frank.granted.size).toBe(0);
  });

  it("ADMIN-4 a file makes the company, and applying it again changes nothing", async () => {
    expect(await apply(ACME)).toEqual({ added: 12, changed: 0, unchanged: 0 });
    const before = await exported("acme", true);
    expect(await apply(ACME)).toEqual({ added: 0, changed: 0, unchanged: 7 });
    expect(await exported("acme", true)).toBe(before);
  });

  it("ADMIN-4 things that a file does not name stay as they are", async () => {
    await apply(ACME);
    expect(await apply("realm: acme\nusers:\n  - { username: ann, last_name: Abel }\n")).toEqual({
      added: 0,
      changed: 1,
      unchanged: 0,
    });
    const [ann] = await usersOf("acme");
    expect(ann).toMatchObject({
      lastName: "Abel",
      firstName: "Ann",
      extension: "0101",
      department: "Office",
      groups: ["phones"],
      permissions: [{ module: "queues", rule: "execute_pause_self" }],
    });
    expect((await usersOf("acme")).length).toBe(2);
  });

  it("ADMIN-10 scalars are read as plain text", async () => {
    await apply(ACME);
    const numbers = await numbersOf("acme");
    expect(numbers.find(({ number }) => number === "0101")).toMatchObject({ kind: "user" });
    expect(numbers.find(({ number }) => number === "800")).toMatchObject({ pin: "0123" });
  });

  it("ADMIN-3 a draft that fails at its end changes nothing", async () => {
    const file = `${ACME}  - { number: "+14165550102", name: Nowhere, target: 999 }\n`;
    expect((await refusalOf(() => apply(file))).code).toBe("admin.invalidFile");
    expect(await stores.users.countUsers()).toBe(0);
    expect(await stores.company.read((company) => company.realms())).toEqual([]);
    await apply(ACME);
    const before = await exported("acme", true);
    const worse = ACME.replace("Ames", "Changed").replace("slots: 701-703", "slots: 599-601");
    expect((await refusalOf(() => apply(worse))).code).toBe("admin.exists");
    expect(await exported("acme", true)).toBe(before);
  });

  it("ADMIN-6 a number belongs to only one thing", async () => {
    await apply(ACME);
    const user = (number: string) =>
      `realm: acme\nusers:\n  - { username: cat, first_name: C, last_name: D, extension: ${number}, password: a-good-password }\n`;
    for (const number of ["0101", "600", "700"])
      expect((await refusalOf(() => apply(user(number)))).message, number).toContain(
        `line 3: number ${number} already exists`,
      );
    expect((await refusalOf(() => apply(user("702")))).message).toContain(
      "number 702 (a slot of parking lot 700) already exists",
    );
    const queue = "realm: acme\nqueues:\n  - { number: 800, name: Double }\n";
    expect((await refusalOf(() => apply(queue))).message).toContain("line 3: number 800 (a room) already exists");
    await apply(user("130"));
    expect(await usersOf("acme")).toHaveLength(3);
  });

  it("ADMIN-5 ADMIN-6 a number of a file that leads nowhere is refused with its line", async () => {
    await apply(ACME);
    const file = `realm: acme
users:
  - { username: cat, first_name: C, last_name: D, extension: 130, password: a-good-password }
numbers:
  - { number: "+14165550105", name: Cat direct, target: 130 }
  - { number: "+14165550106", name: Hours, target: 660 }
`;
    const { message } = await refusalOf(() => apply(file));
    expect(message).toContain("line 6: ");
    expect(message).toContain("660");
    expect(message).toContain("+14165550106");
    expect(await usersOf("acme")).toHaveLength(2);
  });

  it("ADMIN-32 a number that leads nowhere already does not stop other changes; it cannot be made worse", async () => {
    await apply(ACME);
    const id = await realmId("acme");
    const did = { kind: "did", number: "+14165550107", name: "Old", smsCapable: false } as const;
    await stores.company.atomically((company) => company.saveService(id, { ...did, target: "660" }));
    await apply("realm: acme\nusers:\n  - { username: ben, extension: 206 }\n");
    await apply('realm: acme\nnumbers:\n  - { number: "+14165550107", name: Renamed, target: 660 }\n');
    await removeService(stores.company, { realm: "acme", kind: "lot", number: "700" });
    await removePeople(stores.company, { realm: "acme", usernames: ["ben"] });
    const worse = 'realm: acme\nnumbers:\n  - { number: "+14165550107", name: Old, target: 661 }\n';
    expect((await refusalOf(() => apply(worse))).message).toContain("line 3: ");
    await apply('realm: acme\nnumbers:\n  - { number: "+14165550107", name: Old, target: 600 }\n');
    const back = 'realm: acme\nnumbers:\n  - { number: "+14165550107", name: Old, target: 660 }\n';
    expect((await refusalOf(() => apply(back))).message).toContain("660");
  });

  it("ADMIN-6 direct numbers follow a person to a new extension", async () => {
    await apply(ACME);
    await apply("realm: acme\nusers:\n  - { username: ann, extension: 205 }\n");
    expect((await numbersOf("acme")).find(({ kind }) => kind === "did")).toMatchObject({ target: "205" });
    expect((await numbersOf("acme")).some(({ number }) => number === "0101")).toBe(false);
  });

  it("ANN-18 ADMIN-6 ADMIN-23 an announcement follows a person to a new extension, and its destination is not removed", async () => {
    await apply(`${ACME}  - { number: "+14165550102", name: Ben direct, target: 102 }\n`);
    const id = await realmId("acme");
    const added = await stores.announcements.add(id, announcementDraft({ postDestination: "102" }));
    const leadsTo = async () => (await stores.announcements.find(id, added?.id ?? 0))?.postDestination;
    await apply("realm: acme\nusers:\n  - { username: ben, extension: 205 }\n");
    expect(await leadsTo()).toBe("205");
    await apply('realm: acme\nnumbers:\n  - { number: "+14165550102", name: Ben direct, target: 600 }\n');
    const remove = (leadTo?: string) =>
      removePeople(stores.company, { realm: "acme", usernames: ["ben"], ...(leadTo === undefined ? {} : { leadTo }) });
    await expect(remove()).rejects.toMatchObject({ code: "admin.stillLeads", details: { number: "640" } });
    await expect(remove("640"), "to itself").rejects.toMatchObject({ code: "admin.circle" });
    await remove("600");
    expect(await leadsTo()).toBe("600");
    await expect(removeService(stores.company, { realm: "acme", kind: "queue", number: "600" })).rejects.toMatchObject({
      code: "admin.stillLeads",
    });
  });

  it("ADMIN-6 a username belongs to only one realm", async () => {
    await apply(ACME);
    const other =
      "realm: other\nusers:\n  - { username: ann, first_name: A, last_name: B, extension: 10, password: a-good-password }\n";
    expect((await refusalOf(() => apply(other))).message).toContain(
      "Another realm of this server has a user ann already",
    );
  });

  it("ADMIN-7 a new person needs names, an extension and a password", async () => {
    const cases = [
      ["{ username: cat, extension: 130, password: a-good-password }", "needs first_name, last_name and extension"],
      ["{ username: cat, first_name: C, last_name: D, extension: 130 }", "is new and needs a password"],
      ["{ username: cat, first_name: C, last_name: D, extension: 130, password: short }", "users.0.password"],
      [
        "{ username: cat, first_name: C, last_name: D, extension: 130, password: a-good-password, groups: [gone] }",
        "group gone does not exist",
      ],
    ] as const;
    for (const [user, wanted] of cases) {
      const { code, message } = await refusalOf(() => apply(`realm: acme\nusers:\n  - ${user}\n`));
      expect(code).toBe("admin.invalidFile");
      expect(message).toContain("line 3: ");
      expect(message).toContain(wanted);
    }
  });

  it("ADMIN-18 a lot has its own time limit, or the default one; an export keeps it", async () => {
    await apply(`realm: acme
lots:
  - { number: 700, name: Main, slots: 701-703 }
  - { number: 730, name: Short, slots: 731-732, timeout_seconds: 5 }
`);
    const times = async () =>
      (await numbersOf("acme")).map((entry) => [entry.number, entry.kind === "lot" ? entry.timeoutSeconds : 0]);
    expect(await times()).toEqual([
      ["700", 45],
      ["730", 5],
    ]);
    await apply(await exported("acme", false));
    expect(await times()).toContainEqual(["730", 5]);
  });

  it("ADMIN-8 a new password ends the person's sessions; the same password changes nothing", async () => {
    await apply(ACME);
    const ann = await stores.users.byUsername("ann");
    const session = {
      id: "s1",
      userId: ann?.id ?? 0,
      clientId: "callpanel",
      scope: "callpanel",
      createdAt: 1,
      expiresAt: 2,
      revokedAt: null,
      device: { network: "", userAgent: "" },
    };
    await stores.sessions.open(session, [
      { digest: "d1", kind: "access", sessionId: "s1", createdAt: 1, expiresAt: 2, usedAt: null, parent: null },
    ]);
    const change = (password: string) => apply(`realm: acme\nusers:\n  - { username: ann, password: ${password} }\n`);
    expect(await change("a-good-password")).toMatchObject({ unchanged: 1 });
    expect(await stores.sessions.session("s1")).toEqual(session);
    expect(await change("another-password")).toMatchObject({ changed: 1 });
    expect(await stores.sessions.session("s1")).toBeUndefined();
    const credential = await stores.users.credentialOf(ann?.id ?? 0);
    expect(await verifyPassword(credential?.passwordHash ?? "", "another-password")).toBe(true);
  });

  it("AUTH-4 people with the same password have hashes with different salts", async () => {
    await apply(ACME);
    const hashes = ["ann", "ben"].map(async (username) => {
      const user = await stores.users.byUsername(username);
      return (await stores.users.credentialOf(user?.id ?? 0))?.passwordHash;
    });
    const [ann, ben] = await Promise.all(hashes);
    expect(ann).toMatch(/^\$argon2id\$/);
    expect(ben).toMatch(/^\$argon2id\$/);
    expect(ann).not.toBe(ben);
  });

  it("ADMIN-9 an export is a valid file for import, with secrets only on request", async () => {
    await apply(ACME);
    const open = await exported("acme", false);
    expect(open).not.toMatch(/argon2id|ha1|a-good-password/);
    expect(await apply(open)).toMatchObject({ added: 0, changed: 0 });

    const secret = await exported("acme", true);
    expect(secret).not.toContain("a-good-password");
    const elsewhere = createStores(await openFreshStore(storage));
    await applyCompany(elsewhere.company, parseCompanyFile(secret));
    const ann = await elsewhere.users.byUsername("ann");
    const credential = await elsewhere.users.credentialOf(ann?.id ?? 0);
    expect(await verifyPassword(credential?.passwordHash ?? "", "a-good-password")).toBe(true);
    expect(ann).toMatchObject({ extension: "0101", realm: { name: "acme", company: "Acme Ltd" } });
  });

  it("ADMIN-7 ADMIN-9 people who have no password yet are in an export, and have none after its import either", async () => {
    await apply(
      "realm: acme\nusers:\n  - { username: cat, first_name: C, last_name: D, extension: 130, invited: true }\n",
    );
    const elsewhere = createStores(await openFreshStore(storage));
    await applyCompany(elsewhere.company, parseCompanyFile(await exported("acme", true)));
    const cat = await elsewhere.users.byUsername("cat");
    expect([cat?.extension, await elsewhere.users.credentialOf(cat?.id ?? 0)]).toEqual(["130", undefined]);
  });

  it("SECRET-12 an export contains no SIP secrets of people, and an earlier export is imported without them", async () => {
    await apply(ACME);
    const ann = await stores.users.byUsername("ann");
    const ha1 = sipHa1({ username: "ann", realm: "acme", secret: "of-her-desk-phone" });
    await stores.sipCredentials.addPhone({ userId: ann?.id ?? 0, id: "p1", label: "Desk", ha1, at: 1, most: 20 });
    const secret = await exported("acme", true);
    expect(secret).not.toMatch(/ha1|Desk/);
    expect(secret).not.toContain(ha1.md5);

    const before = secret.replace(
      /^( +)(password_hash: .*)$/m,
      `$1$2\n$1ha1_md5: ${ha1.md5}\n$1ha1_sha256: ${ha1.sha256}`,
    );
    expect(before).toContain(ha1.md5);
    const elsewhere = createStores(await openFreshStore(storage));
    await applyCompany(elsewhere.company, parseCompanyFile(before));
    const there = await elsewhere.users.byUsername("ann");
    expect(await elsewhere.sipCredentials.holding(there?.id ?? 0, 1)).toEqual([]);
  });

  it("ADMIN-11 a new realm starts with the standard groups, or with the file's own of the same name", async () => {
    await apply("realm: acme\ngroups:\n  - { name: agent, permissions: [queues:read] }\n");
    const id = await realmId("acme");
    const groups = await stores.company.read((company) => company.groups(id));
    expect(groups.map(({ name }) => name)).toEqual(["administrators", "agent", "buddies-only", "staff", "supervisor"]);
    expect(groups[1]?.permissions).toEqual([{ module: "queues", rule: "read" }]);
  });
});
