import { beforeEach, describe, expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase } from "../../../../test/test-databases.ts";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { contactFields } from "../../../../test/contact-fields.ts";
import { createStores, openDatabase } from "../../../app/services/storage.ts";
import type { Book } from "../../../modules/contacts/index.ts";

const ACME = `
realm: acme
users: [{ username: ann, first_name: Ann, last_name: Archer, extension: 101, password: a-good-password }]
`;

onEachDatabase((kind, create) => {
  describe(`copies of books on ${kind}`, () => {
    const on = openStoresForEach(create, ACME);
    let shared: Book;
    beforeEach(async () => {
      shared = { realmId: (await on.stores.users.byUsername("ann"))?.realm.id ?? 0, ownerId: null };
    });

    const write = (names: readonly string[], of = on.stores) =>
      of.contacts.writeAll(
        names.map((first_name) => ({
          id: undefined,
          book: shared,
          fields: contactFields({ first_name }),
          tagIds: [],
          image: undefined,
        })),
      );
    const found = async (search: string, of = on.stores) => {
      const question = { words: search.split(" ").filter(Boolean), digits: undefined, e164: undefined, tags: [] };
      const { contacts, total } = await of.contacts.list({ book: shared, ...question, start: 0, limit: 2_000 });
      expect(contacts).toHaveLength(total);
      return contacts.map(({ first_name }) => first_name);
    };

    it("CONTACT-18 SERVER-41 a book longer than one chunk is read completely and in order, also after many changes", async () => {
      const names = Array.from({ length: 1_100 }, (_, at) => `name${String((at * 7) % 1_100).padStart(4, "0")}`);
      const ids = await write(names);
      expect(await found("")).toEqual(names.toSorted());
      const gone = new Set(names.slice(0, 900));
      await on.stores.contacts.remove(shared.realmId, ids.slice(0, 900));
      await write(["another", "zulu"]);
      const left = names.filter((name) => !gone.has(name));
      expect(await found("")).toEqual(["another", ...left.toSorted(), "zulu"]);
      expect(await found("zulu")).toEqual(["zulu"]);
    });

    it("CONTACT-18 SERVER-41 the next query finds what another process has written", async () => {
      const beside = await openDatabase(on.settings, silentLog);
      const other = createStores(beside);
      try {
        const [first = 0] = await write(["one"]);
        expect([await found(""), await found("", other)]).toEqual([["one"], ["one"]]);
        await write(["two"], other);
        expect([await found(""), await found("two")]).toEqual([["one", "two"], ["two"]]);
        await on.stores.contacts.remove(shared.realmId, [first]);
        expect(await found("", other)).toEqual(["two"]);
      } finally {
        await beside.destroy();
      }
    });

    it("CONTACT-18 SERVER-41 queries that run in parallel with changes see each change that was acknowledged before them", async () => {
      const names = Array.from({ length: 12 }, (_, at) => `name${at}`);
      const seen = await Promise.all(
        names.map(async (name) => {
          await write([name]);
          return (await found("")).includes(name);
        }),
      );
      expect(seen).toEqual(names.map(() => true));
    });

    it("CONTACT-18 SERVER-41 a copy older than the oldest kept change is read completely again", async () => {
      await write(["one"]);
      expect(await found("")).toEqual(["one"]);
      await on.db.updateTable("contact_revisions").set({ revision: 5_000 }).execute();
      await write(["two"]);
      await on.db.deleteFrom("contact_changes").execute();
      expect(await found("")).toEqual(["one", "two"]);
    });

    it("SERVER-42 contacts from a version without copies are found", async () => {
      await write(["one"]);
      await on.db.deleteFrom("contact_changes").execute();
      await on.db.deleteFrom("contact_revisions").execute();
      expect(await found("")).toEqual(["one"]);
      await write(["two"]);
      expect(await found("")).toEqual(["one", "two"]);
    });
  });
});
