import type { DirectoryChange, DirectoryUser } from "@callpanel/phone-port";
import { createFakeClock } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBus } from "../../../kernel/bus/bus.ts";
import { createRevisions, REVISIONS_EVERY_MS } from "../../../kernel/bus/revisions.ts";
import { createStores } from "../../../app/services/storage.ts";
import { applyCompany, exportCompany, parseCompanyFile } from "../../../modules/administration/index.ts";
import { DEFAULT_FEATURE_CODES, type Permission } from "@callpanel/contract";
import { DEFAULT_PERSONAL } from "../../../modules/conferences/index.ts";
import { createCallHandlings } from "../../../modules/call-handling/index.ts";
import { sipHa1 } from "../../../modules/sip-credentials/index.ts";
import { createToggles } from "../../../modules/toggles/index.ts";
import { smallDemoCompany } from "../../../../test/small-demo.ts";
import { openDirectory } from "../../../../test/open-directory.ts";
import type { PhoneDirectory } from "./index.ts";
import { contactFields, numbered } from "../../../../test/contact-fields.ts";
import { openFreshStore } from "../../../../test/store-file.ts";
import { silentLog, temporaryStorage } from "../../../../test/temporary-storage.ts";
import { WAIT } from "../../../../test/wait.ts";

/** A service of the realm, or a gateway. */
const stranger: Omit<DirectoryUser, "id"> = {
  sipUsername: "",
  extension: "",
  displayName: "",
  mayUseSoftphone: false,
  doNotDisturb: false,
  callWaiting: true,
};

describe("the phone system's directory", () => {
  const storage = temporaryStorage();
  const clock = createFakeClock();
  let people: PhoneDirectory;
  let stop: () => Promise<void>;
  let stores: ReturnType<typeof createStores>;
  beforeEach(async () => {
    const db = await openFreshStore(storage);
    stores = createStores(db);
    await applyCompany(stores.company, smallDemoCompany(6));
    const revisions = createRevisions({
      bus: createBus({ clock, log: silentLog }),
      store: stores.revisions,
      clock,
      log: silentLog,
    });
    const handlings = await createCallHandlings({ store: stores.callHandling, revisions });
    const toggles = await createToggles({ store: stores.toggles, revisions });
    people = await openDirectory({
      store: stores.directory,
      sipCredentials: stores.sipCredentials,
      contacts: stores.contacts,
      handlings,
      toggles,
      featureCodes: DEFAULT_FEATURE_CODES,
      realm: "demo",
      revisions,
      clock,
      log: silentLog,
    });
    stop = async () => {
      handlings.stop();
      toggles.stop();
      people.stop();
      await revisions.stop();
      await db.destroy();
    };
  });
  afterEach(async () => {
    await stop();
    storage.remove();
  });

  it("SERVER-21 people are found by SIP username and by number, only in this realm", async () => {
    const { directory } = people;
    expect(directory.userBySipUsername("demo", "alice")).toMatchObject({
      sipUsername: "alice",
      extension: "101",
      displayName: "Alice Archer",
      mayUseSoftphone: true,
    });
    expect(directory.lookup("demo", "102")).toMatchObject({ kind: "user", user: { sipUsername: "bob" } });
    expect(directory.lookup("demo", "(416) 555-0160".replace(/\D/g, ""))).toEqual({
      kind: "queue",
      id: "600",
      name: "Support",
    });
    expect(directory.lookup("demo", "705")).toEqual({ kind: "slot", id: "700", name: "Main" });
    expect(directory.userBySipUsername("other", "alice")).toBeUndefined();
    expect(directory.lookup("other", "101")).toBeUndefined();
    expect(await directory.credentials("other", "alice", "MD5")).toEqual([]);
  });

  it("THINGS-4 a direct number leads elsewhere outside its business hours and on holidays", async () => {
    const { directory } = people;
    const file = `
realm: demo
time_conditions:
  - { name: Office, time_zone: America/Toronto, hours: [{ days: mon-fri, from: "09:00", to: "17:00" }], closed: [2030-12-25] }
  - { name: Nights, time_zone: America/Toronto, hours: [{ days: mon-sun, from: "22:00", to: "06:00" }], closed: [2030-12-25] }
numbers:
  - { number: "+14165550198", name: Main, target: 101, hours: Office, otherwise: 102 }
  - { number: "+14165550197", name: Night, target: 101, hours: Nights, otherwise: 102 }
`;
    await applyCompany(stores.company, parseCompanyFile(file));
    await clock.advance(REVISIONS_EVERY_MS);
    const ledAt = async (number: string, time: string) => {
      await clock.skip(Date.parse(time) - clock.now());
      const found = await directory.directNumber?.("demo", number);
      return found?.kind === "user" ? found.user.sipUsername : found;
    };
    await vi.waitFor(() => expect(directory.directNumber?.("demo", "+14165550197")).toBeDefined(), WAIT);
    // 25 December 2030 is a Wednesday.
    const main = (time: string) => ledAt("+14165550198", time);
    expect(await main("2030-12-24T15:00:00Z")).toBe("alice");
    expect(await main("2030-12-24T22:00:00Z")).toBe("bob");
    expect(await main("2030-12-25T15:00:00Z")).toBe("bob");
    expect(await main("2030-12-26T15:00:00Z")).toBe("alice");
    // What began the evening before goes on into the holiday; the holiday's own evening does not begin.
    const night = (time: string) => ledAt("+14165550197", time);
    expect(await night("2030-12-25T10:59:00Z")).toBe("alice");
    expect(await night("2030-12-26T04:00:00Z")).toBe("bob");
    expect(await night("2030-12-26T06:00:00Z")).toBe("bob");
    expect(await night("2030-12-27T04:00:00Z")).toBe("alice");
  });

  it("SERVER-20 people without the right to the softphone are marked, and secrets are found by algorithm", async () => {
    const { directory } = people;
    const may = ["alice", "erin", "frank"].map((name) => directory.userBySipUsername("demo", name));
    expect(may).toMatchObject([{ mayUseSoftphone: true }, { mayUseSoftphone: false }, { mayUseSoftphone: false }]);
    expect(await directory.credentials("demo", "alice", "MD5")).toEqual([]);
    const userId = (await stores.users.byUsername("alice"))?.id ?? 0;
    for (const id of ["desk", "kitchen"]) {
      const ha1 = sipHa1({ username: "alice", realm: "demo", secret: id });
      await stores.sipCredentials.addPhone({ userId, id, label: id, ha1, at: 1, most: 20 });
    }
    // RFC 7616 §3.4.2: H(alice:demo:desk)
    const [md5, sha256] = (["MD5", "SHA-256"] as const).map((name) => directory.credentials("demo", "alice", name));
    expect(await md5).toContainEqual({ id: "desk", ha1: "94667b9e69126a91608b819de0c3676e" });
    expect(await sha256).toContainEqual({ id: "kitchen", ha1: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect([await md5, await sha256].map((all) => all?.length)).toEqual([2, 2]);
    expect(await directory.credentials("demo", "nobody", "MD5")).toEqual([]);
  });

  it("TOLL-2 TOLL-3 a person's outside calls depend on their rights; a gateway and an unknown id have none", () => {
    const { directory } = people;
    const may = (name: string, number: string) => {
      const user = directory.userBySipUsername("demo", name);
      return user === undefined || user instanceof Promise ? user : directory.outsideCall(user, number);
    };
    const yes = (numberClass: string) => ({ may: true, atOnce: 5, perHour: 60, numberClass });
    const not = (numberClass: string) => ({ may: false, numberClass });
    expect(may("alice", "+16045550199")).toEqual(yes("inland"));
    expect(may("alice", "+442079460000")).toEqual(not("abroad"));
    expect(may("alice", "9005551234")).toEqual(not("premium"));
    expect(may("carol", "+442079460000")).toEqual(yes("abroad"));
    expect(may("carol", "5551234")).toEqual(not("unknown"));
    expect(may("erin", "+16045550199")).toEqual(not("inland"));
    const whoHas = (id: number) => ({ ...stranger, id });
    expect(directory.outsideCall(whoHas(-1), "+16045550199")).toEqual(not("inland"));
    // The company's announcements.
    expect(directory.outsideCall(whoHas(0), "+16045550199")).toEqual(yes("inland"));
    expect(directory.outsideCall(whoHas(0), "+442079460000")).toEqual(not("abroad"));
  });

  it("TOLL-2 TOLL-6 a right counts only without targets, and a removed right ends with the next call", async () => {
    const alice = await people.directory.userBySipUsername("demo", "alice");
    const may = async (number: string) =>
      alice === undefined ? undefined : (await people.directory.outsideCall(alice, number)).may;
    const grant = async (permissions: string) => {
      await applyCompany(
        stores.company,
        parseCompanyFile(`realm: demo\nusers: [{ username: alice, permissions: [${permissions}] }]\n`),
      );
      await clock.advance(500);
    };
    await grant("outside_calls:execute_premium");
    await expect.poll(() => may("+19005551234")).toBe(true);
    expect(await may("+442079460000")).toBe(false);
    await expect(grant('"outside_calls:execute_abroad:1"')).rejects.toThrow("without targets");
    await grant("outside_calls:execute_inland");
    await expect.poll(() => may("+19005551234")).toBe(false);
    expect(await may("+442079460000")).toBe(false);
  });

  it("TOLL-1 TOLL-7 company settings define domestic numbers, and the limit of calls", async () => {
    const alice = await people.directory.userBySipUsername("demo", "alice");
    await applyCompany(
      stores.company,
      parseCompanyFile("realm: demo\nsettings: { country: AU, outside_calls_at_once: 2, outside_calls_per_hour: 9 }\n"),
    );
    await clock.advance(500);
    await expect
      .poll(() => alice && people.directory.outsideCall(alice, "0291234567"))
      .toEqual({ may: true, atOnce: 2, perHour: 9, numberClass: "inland" });
    expect(alice && people.directory.outsideCall(alice, "+16045550199")).toEqual({ may: false, numberClass: "abroad" });
  });

  it("RT-19 what people may do by telephone depends on their rights, with the target", async () => {
    const person = async (name: string) => {
      const found = await people.directory.userBySipUsername("demo", name);
      if (found === undefined) throw new Error(`no ${name}`);
      return found;
    };
    const [alice, bob, carol, erin] = [
      await person("alice"),
      await person("bob"),
      await person("carol"),
      await person("erin"),
    ];
    const may = (by: typeof alice, kind: "listen" | "pickUp" | "hearIntercom", of: typeof alice) =>
      people.directory.mayDo?.(by, { kind, userId: of.id });
    expect([may(alice, "listen", bob), may(carol, "listen", bob)]).toEqual([false, true]);
    expect([may(alice, "pickUp", bob), may(erin, "pickUp", bob)]).toEqual([true, false]);
    expect([may(alice, "hearIntercom", bob), may(carol, "hearIntercom", bob)]).toEqual([false, false]);
    const retrieve = { kind: "retrieve", isParty: false } as const;
    expect([people.directory.mayDo?.(alice, retrieve), people.directory.mayDo?.(erin, retrieve)]).toEqual([
      true,
      false,
    ]);
    expect(people.directory.mayDo?.({ ...carol, id: -1 }, { kind: "listen", userId: bob.id })).toBe(false);

    const listens: Permission = { module: "active_calls", rule: "execute_callspy", targets: [String(alice.id)] };
    await stores.company.atomically((company) => company.setPermissions(bob.id, [listens]));
    await clock.advance(REVISIONS_EVERY_MS);
    await vi.waitFor(() => expect(may(bob, "listen", alice)).toBe(true), WAIT);
    expect(may(bob, "listen", carol)).toBe(false);
  });

  it("CALL-56 ADMIN-30 POP-7 a direct number may have a page, in any notation; it is exported, and set by the command line's file", async () => {
    const page = { url: "https://crm.example/?from={number}", trigger: "answered" };
    await applyCompany(
      stores.company,
      parseCompanyFile(`
realm: demo
numbers: [{ number: "+14165550101", name: Alice direct, target: 101, screen_pop: { url: "${page.url}", trigger: answered } }]
`),
    );
    await clock.advance(500);
    await expect.poll(() => people.directory.popPage?.("demo", "4165550101")).toEqual(page);
    expect(people.directory.popPage?.("demo", "101")).toBeUndefined();
    const allow = async (origins: string): Promise<void> => {
      await applyCompany(
        stores.company,
        parseCompanyFile(`realm: demo\nsettings: { screen_pop_origins: "${origins}" }`),
      );
      await clock.advance(500);
    };
    await allow("https://other.example"); // POP-7: a page that was set before
    await expect.poll(() => people.directory.popPage?.("demo", "4165550101")).toBeUndefined();
    await allow("https://crm.example");
    await expect.poll(() => people.directory.popPage?.("demo", "4165550101")).toEqual(page);
    expect(people.directory.popPage?.("other", "4165550101")).toBeUndefined();
    const [realm] = await stores.company.read((company) => company.realms());
    if (realm === undefined) throw new Error("there is no realm");
    const file = await stores.company.read((company) => exportCompany(company, { realm, withSecrets: true }));
    expect(await applyCompany(stores.company, parseCompanyFile(file))).toMatchObject({ added: 0, changed: 0 });
  });

  it.each(["javascript:alert(1)", "ftp://crm.example", "https://{host}/", "//crm.example"])(
    "CALL-56 %s cannot be the page of a direct number",
    (url) => {
      const file = `realm: demo\nnumbers: [{ number: "+14165550101", name: A, target: 101, screen_pop: { url: "${url}" } }]\n`;
      expect(() => parseCompanyFile(file)).toThrow(/http or https/);
    },
  );

  it("CONTACT-32 a caller's name comes from the user's own contact, then from a shared one, if that contact may name callers", async () => {
    const alice = await people.directory.userBySipUsername("demo", "alice");
    const erin = await people.directory.userBySipUsername("demo", "erin");
    const user = await stores.users.byUsername("alice");
    const realmId = user?.realm.id ?? 0;
    const add = (first_name: string, number: string, parts: { ownerId: number | null; names: boolean }) =>
      stores.contacts.create({
        book: { realmId, ownerId: parts.ownerId },
        fields: contactFields({
          ...numbered(number),
          first_name,
          last_name: "Caller",
          use_as_callerid: parts.names,
        }),
        tagIds: [],
        image: undefined,
      });
    await add("Shared", "+14165550191", { ownerId: null, names: true });
    await add("Own", "+14165550191", { ownerId: user?.id ?? 0, names: true });
    await add("Silent", "+14165550192", { ownerId: user?.id ?? 0, names: false });
    await add("Common", "+14165550192", { ownerId: null, names: true });
    const nameFor = async (who: typeof alice, number: string) =>
      who === undefined ? "nobody" : people.directory.callerName?.(who, number);
    for (const number of ["+14165550191", "4165550191", "14165550191"])
      expect(await nameFor(alice, number), number).toBe("Own Caller");
    expect(await nameFor(alice, "4165550192")).toBe("Common Caller");
    expect([
      await nameFor(alice, "102"),
      await nameFor(alice, "anonymous"),
      await nameFor(alice, "4165550193"),
    ]).toEqual([undefined, undefined, undefined]);
    // Erin may not read contacts.
    expect(await nameFor(erin, "4165550191")).toBeUndefined();
  });

  it("SERVER-22 changes by another process arrive within 500 ms, with the names of what changed", async () => {
    const changes: DirectoryChange[] = [];
    people.directory.subscribe((change) => changes.push(change));
    await applyCompany(
      stores.company,
      parseCompanyFile(`
realm: demo
users:
  - { username: alice, password: another-password }
  - { username: bob, groups: [buddies-only] }
  - { username: zoe, first_name: Zoe, last_name: Zell, extension: 130, password: another-password, groups: [staff] }
`),
    );
    const frank = await stores.users.byUsername("frank");
    await stores.company.atomically((company) => company.removeUser(frank?.id ?? 0));
    expect(people.directory.userBySipUsername("demo", "zoe")).toBeUndefined();
    await clock.advance(500);
    await expect.poll(() => people.directory.userBySipUsername("demo", "zoe")).toMatchObject({ extension: "130" });
    expect(new Set(changes)).toEqual(
      new Set([
        { kind: "user", realm: "demo", sipUsername: "bob" },
        { kind: "user", realm: "demo", sipUsername: "frank" },
      ]),
    );
    expect(people.directory.userBySipUsername("demo", "bob")).toMatchObject({ mayUseSoftphone: false });
  });

  it("SERVER-22 only the people who were changed are read again; everything after another change, or after too many", async () => {
    const whole = vi.spyOn(stores.directory, "snapshot");
    const some = vi.spyOn(stores.directory, "changesSince");
    const nameOf = async (name: string) => (await people.directory.userBySipUsername("demo", name))?.displayName;
    const apply = (text: string) => applyCompany(stores.company, parseCompanyFile(`realm: demo\n${text}`));
    const named = (username: string, name: string) => apply(`users: [{ username: ${username}, first_name: ${name} }]`);
    await named("alice", "Ada");
    await named("bob", "Ben");
    await apply("users: [{ username: frank, extension: 140 }]");
    await clock.advance(REVISIONS_EVERY_MS);
    await expect.poll(() => nameOf("alice")).toBe("Ada Archer");
    expect(await nameOf("bob")).toMatch(/^Ben /);
    expect(people.directory.lookup("demo", "140")).toMatchObject({ kind: "user", user: { sipUsername: "frank" } });
    expect(people.directory.lookup("demo", "106")).toBeUndefined();
    expect(people.directory.lookup("demo", "600")).toMatchObject({ kind: "queue" });
    expect(whole).not.toHaveBeenCalled();
    const read: Awaited<ReturnType<typeof stores.directory.changesSince>> = await some.mock.results.at(-1)?.value;
    expect(read?.subscribers.map(({ username }) => username).toSorted()).toEqual(["alice", "bob", "frank"]);

    // The rights of its members change with a group.
    await apply("groups: [{ name: buddies-only, permissions: [softphone:read] }]");
    await clock.advance(REVISIONS_EVERY_MS);
    await expect
      .poll(() => people.directory.userBySipUsername("demo", "erin"))
      .toMatchObject({ mayUseSoftphone: true });
    expect(whole).toHaveBeenCalledTimes(1);

    for (let at = 0; at < 1_001; at += 1) await stores.conferences.savePersonal(1, DEFAULT_PERSONAL);
    await named("alice", "Alma");
    await clock.advance(REVISIONS_EVERY_MS);
    await expect.poll(() => nameOf("alice")).toBe("Alma Archer");
    expect(whole).toHaveBeenCalledTimes(2);
  });
});
