import { describe, expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";

const COMPANY = `
realm: acme
groups: []
users:
  - { username: ann, first_name: Ann, last_name: Zed, extension: 101, password: callpanel-demo }
  - { username: ben, first_name: Ben, last_name: Young, extension: 102, password: callpanel-demo }
`;

function suite(kind: string, create: () => Promise<TestDatabase>): void {
  describe(`notes about callers on ${kind}`, () => {
    const on = openStoresForEach(create, COMPANY);

    it("NOTE-1 NOTE-3 NOTE-4 NOTE-5 they are written, counted, changed, removed with a line of the log, and outlive the account", async () => {
      const [ann, ben] = await Promise.all(["ann", "ben"].map((name) => on.stores.users.byUsername(name)));
      if (ann === undefined || ben === undefined) throw new Error("they are in the company");
      const realmId = ann.realm.id;
      const { callerNotes: notes, audit } = on.stores;
      const [shared, own] = [
        { realmId, ownerId: null },
        { realmId, ownerId: ann.id },
      ];
      const number = "+14165550101";
      const write = { number, text: "Hello\nthere", authorId: ann.id, at: 1_700_000_000_000, limit: 2 };
      const first = await notes.add(shared, write);
      expect(first).toEqual({
        id: expect.any(Number),
        ownerId: null,
        number,
        text: "Hello\nthere",
        authorId: ann.id,
        authorName: "Ann Zed",
        createdAt: 1_700_000_000_000,
        changedAt: null,
      });
      expect(await notes.add(own, { ...write, text: "Own" })).toMatchObject({ ownerId: ann.id });
      expect(await notes.add(shared, { ...write, authorId: ben.id, text: "Second" })).toMatchObject({
        authorId: ben.id,
      });
      expect(await notes.add(shared, write)).toBe("full");
      const textsOf = async (...books: readonly (typeof shared | typeof own)[]) =>
        (await notes.about(books, [number, "+14165550102"])).map(({ text }) => text);
      expect(await textsOf(shared)).toEqual(["Second", "Hello\nthere"]);
      expect(await textsOf(shared, own)).toEqual(["Second", "Own", "Hello\nthere"]);
      expect(await textsOf()).toEqual([]);
      expect(await textsOf({ realmId: realmId + 1, ownerId: null })).toEqual([]);

      const { id } = first === "full" ? { id: 0 } : first;
      expect(await notes.change(realmId, id, { text: "New", at: 5 })).toMatchObject({ text: "New", changedAt: 5 });
      expect(await notes.change(realmId + 1, id, { text: "x", at: 6 })).toBeUndefined();
      expect(await notes.remove(realmId + 1, id, null)).toBe(false);
      expect(await notes.byId(realmId + 1, id)).toBeUndefined();
      expect(await notes.remove(realmId, id, { userId: ben.id, at: 7 })).toBe(true);
      expect(await notes.remove(realmId, id, { userId: ben.id, at: 8 })).toBe(false);
      expect(await audit.lines({ realmId, limit: 10, act: "contacts.noteRemoved" })).toMatchObject([
        { at: 7, person: { name: "Ann Zed" }, details: { number, author: "Ann Zed" } },
      ]);

      await on.stores.company.atomically(async (company) => {
        await company.removeUser(ann.id);
        await company.removeUser(ben.id);
      });
      expect(await notes.about([shared, own], [number])).toMatchObject([{ text: "Second", authorId: null }]);
    });
  });
}

onEachDatabase(suite);
