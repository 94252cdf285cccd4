import { describe, expect, it } from "vitest";
import { foldText, searchWords } from "../../../kernel/text/search-text.ts";
import { numbersIn } from "../../../kernel/text/phone-number.ts";
import {
  changeIndex,
  contactsFound,
  copyOf,
  joinIndexes,
  numbersFound,
  type CopiedContact,
} from "./contact-search-index.ts";

const contact = (id: number, sortName: string, ...numbers: readonly string[]): CopiedContact => ({
  id,
  sortName,
  text: `${sortName} ${numbers.join(" ")}`,
  numbers: numbers.map((e164) => ({ contactId: id, e164 })),
  tagIds: id % 2 === 0 ? [7] : [],
});
const COPY = copyOf(1, [
  contact(4, "zoe zimmer", "+61412345678"),
  contact(1, "bo annan", "+14165550133"),
  contact(2, "anna bell", "+14165550122", "+14165550111"),
  contact(3, "anna bell"),
]);
const named = (search: string, tagIds: readonly number[] = []) =>
  contactsFound(COPY, { words: searchWords(search), ...numbersIn(search), tagIds }).map(({ id }) => id);
const ranked = (search: string) =>
  numbersFound(COPY, { text: foldText(search), words: searchWords(search), ...numbersIn(search) }).map((numbers) =>
    numbers.map(({ e164 }) => e164),
  );

describe("a copy of a book", () => {
  it("CONTACT-16 CONTACT-17 finds contacts that contain every word, or the number, sorted by name and then by age", () => {
    expect(named("")).toEqual([2, 3, 1, 4]);
    expect(named("an b")).toEqual([2, 3, 1]);
    expect(named("0412 345 678")).toEqual([]);
    expect(named("412345678")).toEqual([4]);
    expect(named("(416) 555-0133")).toEqual([1]);
  });

  it("CONTACT-8 finds contacts that have all the tags", () => {
    expect(named("", [7])).toEqual([2, 4]);
    expect(named("anna", [7])).toEqual([2]);
    expect(named("anna", [7, 8])).toEqual([]);
  });

  it("CONTACT-31 ranks numbers: exact number, start of the number, start of the name, the rest", () => {
    expect(ranked("416 555 0111")).toEqual([["+14165550111"], [], [], []]);
    expect(ranked("416555")).toEqual([[], ["+14165550111", "+14165550122", "+14165550133"], [], []]);
    expect(ranked("0412345")).toEqual([[], ["+61412345678"], [], []]);
    expect(ranked("0133")).toEqual([[], [], [], ["+14165550133"]]);
    expect(ranked("ann")).toEqual([[], [], ["+14165550122", "+14165550111"], ["+14165550133"]]);
    expect(ranked("41")).toEqual([[], [], [], []]);
  });

  it("CONTACT-18 a changed contact is in its new place, a removed one is missing, and the earlier copy stays as it was", () => {
    const ids = new Set([1, 2, 5]);
    const changed = changeIndex(COPY, {
      revision: 2,
      ids,
      contacts: [contact(2, "yan", "+14165550199"), contact(5, "al")],
    });
    expect(changed.contacts.map(({ id }) => id)).toEqual([5, 3, 2, 4]);
    expect(changed.numbers.map(({ e164 }) => e164)).toEqual(["+14165550199", "+61412345678"]);
    expect(COPY.contacts.map(({ id }) => id)).toEqual([2, 3, 1, 4]);
    expect(joinIndexes(copyOf(1, []), COPY).contacts).toEqual(COPY.contacts);
    expect(changeIndex(COPY, { revision: 3, ids: new Set(), contacts: [] })).toEqual({ ...COPY, revision: 3 });
  });
});
