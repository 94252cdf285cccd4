import { beforeEach, describe, expect, it } from "vitest";
import { numbersIn } from "../../../kernel/text/phone-number.ts";
import { foldText, searchWords } from "../../../kernel/text/search-text.ts";
import type { Book, ContactFields } from "../../../modules/contacts/index.ts";
import { contactFields, numbered } from "../../../../test/contact-fields.ts";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase } from "../../../../test/test-databases.ts";

const ACME = `
realm: acme
users:
  - { username: ann, first_name: Ann, last_name: Archer, extension: 101, password: a-good-password }
  - { username: ben, first_name: Ben, last_name: Bell, extension: 102, password: a-good-password }
`;

onEachDatabase((kind, create) => {
  describe(`contacts on ${kind}`, () => {
    const on = openStoresForEach(create, ACME);
    let shared: Book;
    let anns: Book;
    let bens: Book;
    beforeEach(async () => {
      const ann = await on.stores.users.byUsername("ann");
      const ben = await on.stores.users.byUsername("ben");
      const realmId = ann?.realm.id ?? 0;
      shared = { realmId, ownerId: null };
      anns = { realmId, ownerId: ann?.id ?? 0 };
      bens = { realmId, ownerId: ben?.id ?? 0 };
    });

    const add = (book: Book, parts: Partial<ContactFields> = {}, tagIds: readonly number[] = []) =>
      on.stores.contacts.create({ book, fields: contactFields(parts), tagIds, image: undefined });
    const asked = (book: Book, search: string, tags: readonly string[] = []) => ({
      book,
      words: searchWords(search),
      ...numbersIn(search),
      tags,
    });
    const ids = async (book: Book, search = "", tags: readonly string[] = []) =>
      (await on.stores.contacts.list({ ...asked(book, search, tags), start: 0, limit: 50 })).contacts.map(
        ({ id }) => id,
      );

    it("CONTACT-2 SERVER-41 each book has its own contacts; lists, counts and tags are separate", async () => {
      const one = await add(shared, { use_as_callerid: true });
      const two = await add(anns);
      expect([await ids(shared), await ids(anns), await ids(bens)]).toEqual([[one.id], [two.id], []]);
      const named = async (books: readonly Book[], callersOnly = false) =>
        (await on.stores.contacts.namesOf(books, { numbers: ["+14165550111"], callersOnly })).map(
          ({ contactId }) => contactId,
        );
      expect([await named([anns, shared]), await named([shared]), await named([bens])]).toEqual([
        [two.id, one.id],
        [one.id],
        [],
      ]);
      expect(await named([anns, shared], true)).toEqual([one.id]);
    });

    it("CONTACT-14 SERVER-41 a change leaves no old values; a removal leaves nothing", async () => {
      const { id } = await add(shared, {
        ...numbered("+14165550111", "+14165550112"),
        emails: [{ email: "a@b.ca", label: "" }],
      });
      const tag = await on.stores.contactTags.create(anns, { name: "vip", color: null, limit: 9 });
      const tagIds = typeof tag === "string" ? [] : [tag.id];
      const image = { key: "k", large: new Uint8Array([1, 2]), small: new Uint8Array([3]) };
      await on.stores.contacts.update(id, {
        book: anns,
        fields: contactFields(numbered("+14165550113")),
        tagIds,
        image,
      });
      expect(await ids(shared)).toEqual([]);
      expect(await ids(anns, "5550113", ["vip"])).toEqual([id]);
      expect(await on.stores.contacts.namesOf([anns], { numbers: ["+14165550111"] })).toEqual([]);
      expect(await on.stores.contacts.image(id, 64)).toEqual({ key: "k", bytes: new Uint8Array([3]) });
      expect(await on.stores.contactTags.tagsOf(anns)).toMatchObject([{ name: "vip", contacts: 1 }]);
      await on.stores.contacts.remove(shared.realmId, [id]);
      expect(await on.stores.contacts.image(id, 64)).toBeUndefined();
      expect(await on.stores.contactTags.tagsOf(anns)).toMatchObject([{ contacts: 0 }]);
      for (const table of ["contacts", "contact_keys", "contact_tag_links", "contact_images"] as const)
        expect(await on.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
      expect(
        await on.stores.contacts.update(id, { book: anns, fields: contactFields(), tagIds: [], image }),
      ).toBeUndefined();
    });

    it("CONTACT-19 SERVER-41 a contact that is no longer what the change was made on stays as it is", async () => {
      const { id } = await add(shared);
      const write = { book: shared, fields: contactFields({ company: "New" }), tagIds: [], image: undefined };
      expect(await on.stores.contacts.update(id, write, ({ company }) => company === "Old")).toBe("changed");
      expect(await on.stores.contacts.byIds(shared.realmId, [id])).toMatchObject([
        { company: contactFields().company },
      ]);
      expect(await on.stores.contacts.update(id, write, (now) => now.id === id)).toMatchObject({ company: "New" });
    });

    it("CONTACT-7 SERVER-41 a tag that was removed meanwhile is left out, whether one contact is written or many", async () => {
      const made = await on.stores.contactTags.create(shared, { name: "vip", color: null, limit: 9 });
      const tag = typeof made === "string" ? 0 : made.id;
      const before = await add(shared, {}, [tag]);
      await on.stores.contactTags.remove(shared, tag);
      const tagIds = [tag];
      const write = { book: shared, fields: contactFields(), tagIds, image: undefined };
      expect((await add(shared, {}, tagIds)).tags).toEqual([]);
      expect(await on.stores.contacts.update(before.id, write)).toMatchObject({ tags: [] });
      const [many] = await on.stores.contacts.writeAll([{ ...write, id: undefined }]);
      expect(await on.stores.contacts.byIds(shared.realmId, [many ?? 0])).toMatchObject([{ tags: [] }]);
    });

    it("IMPORT-7 SERVER-41 of many contacts, existing ones keep their tags, and those of another book are not touched", async () => {
      const tagIds: number[] = [];
      for (const name of ["one", "two"]) {
        const tag = await on.stores.contactTags.create(shared, { name, color: null, limit: 9 });
        if (typeof tag !== "string") tagIds.push(tag.id);
      }
      const mine = await add(shared, {}, tagIds.slice(0, 1));
      const theirs = await add(bens, { company: "Secret" });
      const fields = contactFields({ company: "Imported" });
      const ids = await on.stores.contacts.writeAll(
        [mine.id, theirs.id].map((id) => ({ id, book: shared, fields, tagIds, image: undefined })),
      );
      expect(ids[0]).toBe(mine.id);
      expect(ids[1]).not.toBe(theirs.id);
      expect(await on.stores.contacts.byIds(shared.realmId, [...ids, theirs.id])).toMatchObject([
        { company: "Imported", tags: ["one", "two"], ownerId: null },
        { company: "Imported", tags: ["one", "two"], ownerId: null },
        { company: "Secret", tags: [], ownerId: bens.ownerId },
      ]);
    });

    it("CONTACT-6 SERVER-41 a book has one tag of each name, also when two are added in parallel", async () => {
      const tries = await Promise.all(
        ["Vip", "VIP", "vîp"].map((name) => on.stores.contactTags.create(shared, { name, color: null, limit: 2 })),
      );
      expect(tries.filter((one) => one === "exists")).toHaveLength(2);
      await on.stores.contactTags.create(anns, { name: "vip", color: "#112233", limit: 2 });
      await on.stores.contactTags.create(shared, { name: "b", color: null, limit: 2 });
      expect(await on.stores.contactTags.create(shared, { name: "c", color: null, limit: 2 })).toBe("full");
      const [own] = await on.stores.contactTags.tagsOf(anns);
      expect(await on.stores.contactTags.update(shared, own?.id ?? 0, { name: "x", color: null })).toBe("missing");
      expect(await on.stores.contactTags.remove(bens, own?.id ?? 0)).toBe(false);
      expect(await on.stores.contactTags.remove(anns, own?.id ?? 0)).toBe(true);
    });

    it("CONTACT-16 SERVER-41 searches take patterns literally", async () => {
      const { id } = await add(shared, { company: '50%_off \\ \'n "co"' });
      for (const found of ["50%_off", "\\", "'n", '"co"']) expect(await ids(shared, found), found).toEqual([id]);
      for (const none of ["5%off", "a_b", "%zimmer%", "x' or '1'='1"])
        expect(await ids(shared, none), none).toEqual([]);
    });

    it("CONTACT-31 SERVER-41 numbers come by rank, without duplicates, and pages fit together", async () => {
      await add(shared, { first_name: "Anna", ...numbered("+14165550111", "+14165550122", "+14165550111") });
      await add(shared, { first_name: "Bo", last_name: "Annan", ...numbered("+14165550133") });
      await add(shared, { first_name: "Cy", ...numbered("+61412345678", "+12125550111") });
      await add(anns, { first_name: "Anna", ...numbered("+14165550144") });
      const question = (search: string) => ({
        text: foldText(search),
        words: searchWords(search),
        ...numbersIn(search),
      });
      const found = async (search: string) => {
        const numbers: string[] = [];
        const counts = await on.stores.contacts.countNumbers(shared, question(search));
        const total = counts.reduce((sum, one) => sum + one, 0);
        for (let start = 0; start < total; start += 2)
          numbers.push(
            ...(await on.stores.contacts.searchNumbers(shared, { ...question(search), start, limit: 2 })).map(
              ({ e164 }) => e164,
            ),
          );
        return { counts, numbers };
      };
      expect(await found("ann")).toEqual({
        counts: [0, 0, 2, 1],
        numbers: ["+14165550111", "+14165550122", "+14165550133"],
      });
      expect(await found("416555")).toEqual({
        counts: [0, 3, 0, 0],
        numbers: ["+14165550111", "+14165550122", "+14165550133"],
      });
      expect(await found("(416) 555-0111")).toEqual({ counts: [1, 0, 0, 0], numbers: ["+14165550111"] });
      expect(await found("5550111")).toEqual({ counts: [0, 0, 0, 2], numbers: ["+12125550111", "+14165550111"] });
      expect(await found("0412 345")).toEqual({ counts: [0, 1, 0, 0], numbers: ["+61412345678"] });
      expect((await found("")).counts).toEqual([0, 0, 0, 5]);
      expect((await found("nobody")).numbers).toEqual([]);
    });

    it("CONTACT-17 SERVER-41 the same query gives the same order, page by page", async () => {
      for (const first_name of ["Émile", "emile", "Ábel", "abel", "Zed"]) await add(shared, { first_name });
      const all = await ids(shared);
      const pages = await Promise.all(
        [0, 2, 4, 6].map((start) => on.stores.contacts.list({ ...asked(shared, ""), start, limit: 2 })),
      );
      expect(pages.flatMap(({ contacts }) => contacts.map(({ id }) => id))).toEqual(all);
      expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([5]));
    });

    /** Random changes one after the other, compared with a plain list. The seed makes a failure repeatable. */
    it("CONTACT-16 CONTACT-17 after any sequence of changes, results equal those of a plain list", async () => {
      const next = randomFrom(7);
      const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)];
      const books = [shared, anns, bens];
      const model = new Map<number, { book: Book; fields: ContactFields }>();
      const invent = () =>
        contactFields({
          first_name: pick(["Anna", "Ännä", "Bo", "Çelik", "Zoë"]) ?? "",
          last_name: pick(["Zimmer", "O'Brien", "Łukasz"]) ?? "",
          company: pick(["", "Acme", "50%"]) ?? "",
          ...numbered(`+1416555${String(Math.floor(next() * 30)).padStart(4, "0")}`),
        });
      for (let step = 0; step < 120; step += 1) {
        const id = pick([...model.keys()]);
        const book = pick(books) ?? shared;
        const written = { book, fields: invent(), tagIds: [], image: undefined };
        const choice = next();
        if (id === undefined || choice < 0.5) model.set((await on.stores.contacts.create(written)).id, written);
        else if (choice < 0.8) model.set(id, (await on.stores.contacts.update(id, written), written));
        else {
          await on.stores.contacts.remove(shared.realmId, [id]);
          model.delete(id);
        }
      }
      for (const book of books) {
        for (const search of ["", "anna", "zoe zimmer", "lukasz 416", "50%", "o'brien acme"]) {
          const wanted = [...model]
            .filter(([, one]) => one.book.ownerId === book.ownerId && says(one.fields, search))
            .toSorted(([a, one], [b, other]) => compare(sortName(one.fields), sortName(other.fields)) || a - b)
            .map(([id]) => id);
          expect(await ids(book, search), `${book.ownerId} ${search}`).toEqual(wanted.slice(0, 50));
        }
      }
    });
  });
});

const sortName = ({ first_name, last_name }: ContactFields): string => foldText(`${first_name} ${last_name}`);
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
const says = (of: ContactFields, search: string): boolean =>
  searchWords(search).every((word) =>
    foldText(`${sortName(of)} ${of.company} ${of.phone_numbers[0]?.phone_number}`).includes(word),
  );

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
