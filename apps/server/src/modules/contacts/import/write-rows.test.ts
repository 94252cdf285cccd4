import { expect, it } from "vitest";
import { contactFields, numbered } from "../../../../test/contact-fields.ts";
import type { StoredContact } from "../contacts.model.ts";
import type { ContactStore } from "../contacts.store.ts";
import type { CheckedRow, ImportPlan } from "./import.model.ts";
import { refusedFile } from "./refused-file.ts";
import { writeRows } from "./write-rows.ts";

const PLAN: ImportPlan = {
  book: { realmId: 1, ownerId: null },
  hasHeader: true,
  mapping: ["first_name"],
  onDuplicate: "update",
  choices: new Map(),
};

const rowAt = (row: number, duplicate: CheckedRow["duplicate"] = null): CheckedRow => ({
  row,
  draft: { ...contactFields({ first_name: `Ann ${row}` }), tags: "", personal_tags: "", is_personal: false },
  errors: [],
  duplicate,
});

type Writes = Parameters<ContactStore["writeAll"]>[0];

/** A store that fails from one transaction on. */
function storeOf({ there = [], failsAt }: { readonly there?: readonly StoredContact[]; readonly failsAt?: number }) {
  const written: Writes[] = [];
  const dealtWith = new Set<number>();
  const deps = {
    store: {
      byIds: async () => there,
      writeAll: async (contacts: Writes) => {
        if (written.length === failsAt) throw new Error("the disk is full");
        written.push(contacts);
        return contacts.map((_, at) => at + 1);
      },
    },
    tags: { tagsOf: async () => [], create: async () => "full" as const },
    dealtWith,
    isCancelled: () => false,
    onProgress: () => undefined,
  };
  return { written, dealtWith, deps };
}

it("IMPORT-11 rows that were written before a failure are not in the file of rows that were not", async () => {
  const rows = Array.from({ length: 120 }, (_, at) => rowAt(at + 2));
  const { deps, dealtWith } = storeOf({ failsAt: 2 });
  await expect(writeRows({ rows, plan: PLAN }, deps)).rejects.toThrow("the disk is full");
  expect([...dealtWith]).toEqual(rows.slice(0, 100).map(({ row }) => row));
  const unwritten = new Set(rows.map(({ row }) => row).filter((row) => !dealtWith.has(row)));
  const file = {
    delimiter: ",",
    quote: '"',
    encoding: "utf-8" as const,
    first: 0,
    rows: [["Name"], ...rows.map(() => ["Ann"])],
  };
  const job = { id: "i", userId: 1, realm: "demo", file, plan: PLAN, rows, unwritten, usedAt: 0 };
  const lines = [...refusedFile({ ...job, phase: "failed", progress: null })];
  expect(lines).toHaveLength(1 + 20);
  expect(lines[1]).toContain("102,");
});

it("IMPORT-7 a contact that was moved to another book since the check is not updated: the row is added", async () => {
  const duplicate = { contactId: 7, row: null, name: "Ann", by: "number" } as const;
  const secret: StoredContact = {
    ...contactFields({ company: "Secret", ...numbered("+14165550199") }),
    id: 7,
    ownerId: 5,
    imageKey: null,
    tags: [],
  };
  const { deps, written } = storeOf({ there: [secret] });
  await writeRows({ rows: [rowAt(2, duplicate)], plan: PLAN }, deps);
  expect(written[0]).toMatchObject([{ id: undefined, fields: { first_name: "Ann 2" } }]);
  expect(JSON.stringify(written)).not.toContain("Secret");
});

it("IMPORT-9 the tags of rows that are not written are not added", async () => {
  const { deps } = storeOf({});
  const added: string[] = [];
  const tags = {
    tagsOf: async () => [],
    create: async (_: unknown, { name }: { readonly name: string }) => {
      added.push(name);
      return "full" as const;
    },
  };
  const tagged = (row: CheckedRow, tag: string): CheckedRow => ({ ...row, draft: { ...row.draft, tags: tag } });
  const skipped = tagged(rowAt(2, { contactId: 7, row: null, name: "Ann", by: "number" }), "VIP");
  const plan = { ...PLAN, onDuplicate: "skip" as const };
  await writeRows({ rows: [skipped, tagged(rowAt(4), "client")], plan }, { ...deps, tags });
  expect(added).toEqual(["client"]);
});
