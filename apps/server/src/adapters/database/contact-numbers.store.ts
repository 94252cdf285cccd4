import { sql, type Kysely } from "kysely";
import { contactName, type Book, type ContactStore, type FoundName } from "../../modules/contacts/index.ts";
import { NUMBER_RANKS, type NumberQuestion } from "../../modules/directory/index.ts";
import { isOwner, labelOf } from "./contact-rows.ts";
import { beginsAtDigits, beginsWith, contains } from "./rows.ts";
import type { Tables } from "./schema.ts";

interface Piece {
  readonly start: number;
  readonly limit: number;
}

/** CONTACT-31: fewer digits are the beginning of an extension or a code, and stand in every number. */
const LEAST_DIGITS = 3;

/** Contacts' numbers, found by digits in the numbers, by letters in the contacts: each in an index that holds all it needs. */
export function createContactNumbers(db: Kysely<Tables>): Pick<ContactStore, "countNumbers" | "searchNumbers"> {
  return {
    countNumbers: async (book, question) => {
      if (question.digits === undefined) return countByText(db, book, question);
      if (question.digits.length < LEAST_DIGITS) return Object.values(NUMBER_RANKS).map(() => 0);
      return countByDigits(db, book, { ...question, digits: question.digits });
    },

    searchNumbers: async (book, { start, limit, ...question }) => {
      if (question.digits !== undefined)
        return findByDigits(db, book, { ...question, digits: question.digits, start, limit });
      const counts = await countByText(db, book, question);
      const begun = counts[NUMBER_RANKS.name] ?? 0;
      const first = await findByText(db, book, {
        ...question,
        begins: true,
        start,
        limit: Math.min(limit, begun - start),
      });
      const rest = { start: Math.max(0, start - begun), limit: limit - first.length };
      return [...first, ...(await findByText(db, book, { ...question, begins: false, ...rest }))];
    },
  };
}

type ByDigits = NumberQuestion & { readonly digits: string };

function numbersOf(db: Kysely<Tables>, book: Book, { digits, e164 }: ByDigits) {
  const value = sql.ref<string>("contact_keys.value");
  // A number may be typed with its country's trunk prefix, which E.164 has not.
  const spelled = digits.startsWith("0") ? [digits, digits.slice(1)] : [digits];
  return db
    .selectFrom("contact_keys")
    .where("contact_keys.realm_id", "=", book.realmId)
    .where(isOwner("contact_keys.owner_id", book))
    .where("contact_keys.kind", "=", "number")
    .where((eb) => eb.or([...spelled, ...(e164 === undefined ? [] : [e164])].map((one) => contains(value, one))));
}

function rankOf({ digits, e164 }: ByDigits) {
  const value = sql.ref<string>("contact_keys.value");
  const { exact, prefix, other } = NUMBER_RANKS;
  return sql<number>`case when ${value} = ${e164 ?? digits} then ${sql.lit(exact)}
    when ${beginsAtDigits(value, digits.replace(/^0+/, ""))} then ${sql.lit(prefix)} else ${sql.lit(other)} end`;
}

async function countByDigits(db: Kysely<Tables>, book: Book, question: ByDigits): Promise<readonly number[]> {
  const rows = await numbersOf(db, book, question)
    .select((eb) => [rankOf(question).as("rank"), eb.fn.countAll<number>().as("count")])
    .groupBy("rank")
    .execute();
  return Object.values(NUMBER_RANKS).map((rank) => rows.find((row) => row.rank === rank)?.count ?? 0);
}

async function findByDigits(db: Kysely<Tables>, book: Book, question: ByDigits & Piece): Promise<readonly FoundName[]> {
  const rows = await numbersOf(db, book, question)
    .innerJoin("contacts", "contacts.id", "contact_keys.contact_id")
    .leftJoin("contact_images", "contact_images.contact_id", "contacts.id")
    .select(NAME_COLUMNS)
    .orderBy(rankOf(question))
    .orderBy("contact_keys.value")
    .orderBy("contacts.id")
    .limit(question.limit)
    .offset(question.start)
    .execute();
  return rows.map((row) => readName(row, book));
}

const NAME_COLUMNS = [
  "contacts.id",
  "contacts.first_name",
  "contacts.last_name",
  "contacts.company",
  "contacts.phone_numbers",
  "contact_keys.value as e164",
  "contact_images.key as imageKey",
] as const;

interface NameRow {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly phone_numbers: string;
  readonly e164: string;
  readonly imageKey: string | null;
}

function readName({ id, company, phone_numbers, e164, imageKey, ...name }: NameRow, { ownerId }: Book): FoundName {
  const label = labelOf(phone_numbers, e164);
  return { e164, label, contactId: id, name: contactName(name), company, ownerId, imageKey };
}

function contactsOf(db: Kysely<Tables>, book: Book, { words }: NumberQuestion) {
  const text = sql.ref<string>("contacts.search_text");
  return db
    .selectFrom("contacts")
    .where("contacts.realm_id", "=", book.realmId)
    .where(isOwner("contacts.owner_id", book))
    .where((eb) => eb.and(words.map((word) => contains(text, word))));
}

/** The name begins with what was typed. */
const begins = ({ text }: NumberQuestion) =>
  text === "" ? sql<boolean>`1 = 0` : beginsWith(sql.ref("contacts.sort_name"), text);

async function countByText(db: Kysely<Tables>, book: Book, question: NumberQuestion): Promise<readonly number[]> {
  const { name, other } = NUMBER_RANKS;
  const rank = sql<number>`case when ${begins(question)} then ${sql.lit(name)} else ${sql.lit(other)} end`;
  const rows = await contactsOf(db, book, question)
    .select((eb) => [rank.as("rank"), eb.fn.sum<number | string>("number_count").as("count")])
    .groupBy("rank")
    .execute();
  // PostgreSQL tells a sum as text.
  return Object.values(NUMBER_RANKS).map((one) => Number(rows.find((row) => row.rank === one)?.count ?? 0));
}

async function findByText(
  db: Kysely<Tables>,
  book: Book,
  question: NumberQuestion & Piece & { readonly begins: boolean },
): Promise<readonly FoundName[]> {
  if (question.limit <= 0) return [];
  const isBegun = begins(question);
  const rows = await contactsOf(db, book, question)
    .where(question.begins ? isBegun : sql<boolean>`not (${isBegun})`)
    .innerJoin("contact_keys", (join) =>
      join.onRef("contact_keys.contact_id", "=", "contacts.id").on("contact_keys.kind", "=", "number"),
    )
    .leftJoin("contact_images", "contact_images.contact_id", "contacts.id")
    .select(NAME_COLUMNS)
    .orderBy("contacts.sort_name")
    .orderBy("contacts.id")
    .orderBy("contact_keys.position")
    .limit(question.limit)
    .offset(question.start)
    .execute();
  return rows.map((row) => readName(row, book));
}
