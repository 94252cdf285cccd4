import type { DirectoryChange } from "@callpanel/pbx";
import { createFakeClock } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createStores, openDatabase } from "../../app/storage.ts";
import { applyCompany, createDemoCompany, parseCompanyFile } from "../../modules/administration/index.ts";
import { DEFAULT_FEATURE_CODES } from "@callpanel/contract";
import { createCallHandlings } from "../../modules/call-handling/index.ts";
import { createToggles } from "../../modules/toggles/index.ts";
import { createPhoneDirectory, type PhoneDirectory } from "./index.ts";
import { contactFields, numbered } from "../../../test/contact-fields.ts";
import { silentLog, temporaryStorage } from "../../../test/temporary-storage.ts";

describe("the phone system's directory", () => {
  const storage = temporaryStorage();
  const clock = createFakeClock();
  let people: PhoneDirectory;
  let stop: () => Promise<void>;
  let stores: ReturnType<typeof createStores>;
  beforeEach(async () => {
    const db = await openDatabase(storage.fresh(), silentLog);
    stores = createStores(db);
    await applyCompany(stores.company, { ...createDemoCompany(), users: createDemoCompany().users.slice(0, 6) });
    const handlings = await createCallHandlings({ store: stores.callHandling, clock, log: silentLog });
    const toggles = await createToggles({ store: stores.toggles, clock, log: silentLog });
    people = await createPhoneDirectory({
      store: stores.directory,
      contacts: stores.contacts,
      handlings,
      toggles,
      featureCodes: DEFAULT_FEATURE_CODES,
      realm: "demo",
      clock,
      log: silentLog,
    });
    stop = async () => {
      handlings.stop();
      toggles.stop();
      people.stop();
      await db.destroy();
    };
  });
  afterEach(async () => {
    await stop();
    storage.remove();
  });

  it("SERVER-21 people are found by SIP username and by number, of this realm alone", () => {
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
    expect(directory.credential("other", "alice", "MD5")).toBeUndefined();
  });

  it("SERVER-20 who may not use the softphone is told apart, and everyone's HA1 is known by algorithm", () => {
    const { directory } = people;
    const may = ["alice", "erin", "frank"].map((name) => directory.userBySipUsername("demo", name));
    expect(may).toMatchObject([{ mayUseSoftphone: true }, { mayUseSoftphone: false }, { mayUseSoftphone: false }]);
    expect(directory.credential("demo", "alice", "MD5")).toBe("77bcc08a059266fdd9b65930faa1e96b");
    expect(directory.credential("demo", "alice", "SHA-256")).toMatch(/^[0-9a-f]{64}$/);
    expect(directory.credential("demo", "nobody", "MD5")).toBeUndefined();
  });

  it("LISTEN-1 SERVER-20 who may listen in is told by their right to it", () => {
    const may = ["alice", "carol"].map((name) => people.directory.userBySipUsername("demo", name));
    expect(may).toMatchObject([{ mayListen: false }, { mayListen: true }]);
  });

  it("CONTACT-32 callers are named by one's own contact, then by a shared one, of those that may name callers", async () => {
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

  it("ROOM-3 a room with a PIN is told as locked", () => {
    const rooms = ["800", "801"].map((number) => people.directory.lookup("demo", number));
    expect(rooms).toMatchObject([{ locked: false }, { locked: true }]);
  });

  it("SERVER-22 changes of another process arrive within 500 ms and are named", async () => {
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
    expect(changes).toEqual([
      { kind: "credential", realm: "demo", sipUsername: "alice" },
      { kind: "user", realm: "demo", sipUsername: "bob" },
      { kind: "user", realm: "demo", sipUsername: "frank" },
    ]);
    expect(people.directory.userBySipUsername("demo", "bob")).toMatchObject({ mayUseSoftphone: false });
  });
});
