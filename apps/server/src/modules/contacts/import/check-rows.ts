import { yieldLoop } from "../../../kernel/concurrency/yield-loop.ts";
import { contactKeys, contactName, type ContactKey } from "../contacts.model.ts";
import type { ContactStore, KeyHolder } from "../contacts.store.ts";
import type { ContactFile } from "./contact-file.ts";
import { createRowReader } from "./import-row.ts";
import type { CheckedRow, Duplicate, ImportPlan } from "./import.model.ts";

/** Rows that are checked before other work may run: about five milliseconds. */
const AT_ONCE = 50;
/** The most reliable key first. */
const KINDS = ["number", "email", "name"] as const;

/** IMPORT-5, IMPORT-6: the result that each row would have. Empty rows are left out. */
export async function checkRows(
  { file, plan }: { readonly file: ContactFile; readonly plan: ImportPlan },
  store: Pick<ContactStore, "holdersOf">,
): Promise<readonly CheckedRow[]> {
  const { book, hasHeader, mapping } = plan;
  const headers = hasHeader ? (file.rows[file.first] ?? []) : mapping.map(() => "");
  const reader = createRowReader({ headers, mapping, isPersonal: book.ownerId !== null });
  const earlier = new Map<string, { readonly row: number; readonly name: string }>();
  const checked: CheckedRow[] = [];
  for (let at = file.first + (hasHeader ? 1 : 0); at < file.rows.length; at += AT_ONCE) {
    const read = file.rows
      .slice(at, at + AT_ONCE)
      .map((cells, offset) => ({ cells, row: at + offset + 1 }))
      .filter(({ cells }) => cells.some((cell) => cell !== ""))
      .map(({ cells, row }) => {
        const { draft, errors } = reader.read(cells);
        return { row, draft, errors, keys: errors.length > 0 ? [] : contactKeys(draft) };
      });
    const held = firstHolders(
      await store.holdersOf(
        book,
        read.flatMap(({ keys }) => keys),
      ),
    );
    for (const { keys, ...one } of read) {
      checked.push({ ...one, duplicate: duplicateOf(keys, { held, earlier }) });
      for (const key of keys) {
        const text = keyText(key);
        if (!earlier.has(text)) earlier.set(text, { row: one.row, name: contactName(one.draft) });
      }
    }
    await yieldLoop();
  }
  return checked;
}

const keyText = ({ kind, value }: ContactKey): string => `${kind}:${value}`;

function firstHolders(holders: readonly KeyHolder[]): ReadonlyMap<string, KeyHolder> {
  const first = new Map<string, KeyHolder>();
  for (const holder of holders) if (!first.has(keyText(holder))) first.set(keyText(holder), holder);
  return first;
}

function duplicateOf(
  keys: readonly ContactKey[],
  {
    held,
    earlier,
  }: {
    readonly held: ReadonlyMap<string, KeyHolder>;
    readonly earlier: ReadonlyMap<string, { readonly row: number; readonly name: string }>;
  },
): Duplicate | null {
  for (const by of KINDS) {
    for (const key of keys) {
      const contact = key.kind === by ? held.get(keyText(key)) : undefined;
      if (contact !== undefined) return { contactId: contact.contactId, row: null, name: contact.name, by };
    }
  }
  for (const by of KINDS) {
    for (const key of keys) {
      const row = key.kind === by ? earlier.get(keyText(key)) : undefined;
      if (row !== undefined) return { contactId: null, row: row.row, name: row.name, by };
    }
  }
  return null;
}
