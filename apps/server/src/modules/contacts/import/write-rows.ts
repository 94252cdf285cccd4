import { CONTACT_LINES_MAX, CONTACT_TAGS_MAX, type ImportProgress } from "@callpanel/contract";
import { yieldLoop } from "../../../kernel/concurrency/yield-loop.ts";
import { foldText } from "../../../kernel/text/search-text.ts";
import { splitTags, type ContactFields, type StoredContact } from "../contacts.model.ts";
import type { ContactStore, ContactTagStore } from "../contacts.store.ts";
import { choiceOf, isWrittenBy, type CheckedRow, type ImportPlan } from "./import.model.ts";

/** Rows in one transaction: few enough that calls and other people do not wait. */
const AT_ONCE = 50;
/** So many rows are searched for tags before other work may run: about two milliseconds. */
const LOOKED_AT_ONCE = 1_000;

export interface RowWriterDeps {
  readonly store: Pick<ContactStore, "byIds" | "writeAll">;
  readonly tags: Pick<ContactTagStore, "tagsOf" | "create">;
  /** Gets the rows that are processed, also if a later one fails; after a cancellation the others are left. */
  readonly dealtWith: Set<number>;
  /** Checked before each transaction. */
  readonly isCancelled: () => boolean;
  readonly onProgress: (progress: ImportProgress) => void;
}

/** A row that waits for its transaction. */
interface Order {
  readonly row: CheckedRow;
  /** Id of the contact into which it is merged. */
  readonly into: number | undefined;
}

/** IMPORT-8: writes the rows in the file's order, a few in each transaction, and yields to other work in between. */
export async function writeRows(
  { rows, plan }: { readonly rows: readonly CheckedRow[]; readonly plan: ImportPlan },
  deps: RowWriterDeps,
): Promise<void> {
  const { dealtWith } = deps;
  const tagIds = await ensureTags(rows, plan, deps.tags);
  const written = new Map<number, number>();
  const counts = { created: 0, updated: 0, skipped: 0, refused: 0 };
  const progress = (): ImportProgress => {
    const done = counts.created + counts.updated + counts.skipped + counts.refused;
    return { ...counts, done, total: rows.length };
  };

  let waiting: Order[] = [];
  const flush = async (): Promise<void> => {
    const orders = waiting;
    waiting = [];
    if (orders.length > 0) {
      const contacts = await prepare(orders, { plan, tagIds, store: deps.store });
      const ids = await deps.store.writeAll(contacts);
      orders.forEach(({ row }, at) => {
        written.set(row.row, ids[at] ?? 0);
        dealtWith.add(row.row);
      });
      const updated = contacts.filter(({ id }) => id !== undefined).length;
      counts.updated += updated;
      counts.created += orders.length - updated;
    }
    deps.onProgress(progress());
    await yieldLoop();
  };

  for (const row of rows) {
    if (deps.isCancelled()) break;
    const choice = choiceOf(plan, row);
    if (row.errors.length > 0 || choice === "skip") {
      counts[row.errors.length > 0 ? "refused" : "skipped"] += 1;
      dealtWith.add(row.row);
      continue;
    }
    const { duplicate } = row;
    // A row must be merged into the contact as the rows before it have left it.
    if (choice === "update" && waiting.some((order) => touches(order, duplicate))) await flush();
    const earlier = duplicate?.row === null || duplicate?.row === undefined ? undefined : written.get(duplicate.row);
    const into = choice === "update" ? (duplicate?.contactId ?? earlier) : undefined;
    waiting.push({ row, into });
    if (waiting.length >= AT_ONCE) await flush();
  }
  await flush();
}

type Target = CheckedRow["duplicate"];

const touches = ({ row, into }: Order, target: Target): boolean =>
  row.row === target?.row || (into !== undefined && (into === target?.contactId || target?.row !== null));

async function prepare(
  orders: readonly Order[],
  {
    plan,
    tagIds,
    store,
  }: {
    readonly plan: ImportPlan;
    readonly tagIds: ReadonlyMap<string, number>;
    readonly store: Pick<ContactStore, "byIds">;
  },
) {
  const targets = orders.flatMap(({ into }) => into ?? []);
  const found = await store.byIds(plan.book.realmId, targets);
  // One that was moved to another book since the check is no longer what the row duplicates.
  const inBook = found.filter(({ ownerId }) => ownerId === plan.book.ownerId);
  const before = new Map(inBook.map((contact) => [contact.id, contact]));
  return orders.map(({ row: { draft }, into }) => {
    const { tags, personal_tags, is_personal, ...fields } = draft;
    const contact = into === undefined ? undefined : before.get(into);
    const names = splitTags(is_personal ? personal_tags : tags);
    const ids = new Set(names.flatMap((name) => tagIds.get(foldText(name)) ?? []));
    return {
      id: contact?.id,
      book: plan.book,
      fields: contact === undefined ? fields : merged(contact, fields),
      tagIds: [...ids],
      image: undefined,
    };
  });
}

/** IMPORT-7: given fields of a row replace the old ones, empty ones keep them; numbers and e-mails are added. */
function merged(before: StoredContact, row: ContactFields): ContactFields {
  const { id: _id, ownerId: _owner, imageKey: _image, tags: _tags, ...fields } = before;
  const said = Object.entries(row).filter(([, value]) => typeof value === "string" && value !== "");
  const numbers = new Set(before.phone_numbers.map(({ phone_number }) => phone_number));
  const emails = new Set(before.emails.map(({ email }) => foldText(email)));
  return {
    ...fields,
    ...Object.fromEntries(said),
    phone_numbers: [
      ...before.phone_numbers,
      ...row.phone_numbers.filter(({ phone_number }) => !numbers.has(phone_number)),
    ].slice(0, CONTACT_LINES_MAX),
    emails: [...before.emails, ...row.emails.filter(({ email }) => !emails.has(foldText(email)))].slice(
      0,
      CONTACT_LINES_MAX,
    ),
    use_as_callerid: before.use_as_callerid || row.use_as_callerid,
  };
}

/** IMPORT-9: adds missing tags as long as there is room; compares folded names. */
async function ensureTags(
  rows: readonly CheckedRow[],
  plan: ImportPlan,
  tags: RowWriterDeps["tags"],
): Promise<ReadonlyMap<string, number>> {
  const { book } = plan;
  const isWritten = isWrittenBy(plan);
  const ids = new Map((await tags.tagsOf(book)).map(({ id, name }) => [foldText(name), id]));
  const wanted = new Map<string, string>();
  for (const [at, row] of rows.entries()) {
    if (at % LOOKED_AT_ONCE === 0) await yieldLoop();
    if (!isWritten(row)) continue;
    const { draft } = row;
    for (const name of splitTags(draft.is_personal ? draft.personal_tags : draft.tags)) {
      const folded = foldText(name);
      if (!wanted.has(folded)) wanted.set(folded, name);
    }
  }
  for (const [folded, name] of wanted) {
    if (ids.has(folded)) continue;
    const tag = await tags.create(book, { name, color: null, limit: CONTACT_TAGS_MAX });
    await yieldLoop();
    if (tag === "full") break;
    if (tag !== "exists") ids.set(folded, tag.id);
  }
  return ids;
}
