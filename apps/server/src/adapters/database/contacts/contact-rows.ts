import { sql, type Kysely, type Selectable } from "kysely";
import * as z from "zod/mini";
import { nationalDigits } from "../../../kernel/text/phone-number.ts";
import { foldText } from "../../../kernel/text/search-text.ts";
import {
  contactKeys,
  contactName,
  type Book,
  type ContactFields,
  type StoredContact,
} from "../../../modules/contacts/index.ts";
import { toFlag, type Tables } from "../schema.ts";

/** Only `writeContact` writes this, so a row that does not parse means a damaged store. */
const phonesSchema = z.array(z.object({ phone_number: z.string(), extension: z.string(), label: z.string() }));
const emailsSchema = z.array(z.object({ email: z.string(), label: z.string() }));

type Row = Omit<Selectable<Tables["contacts"]>, "realm_id" | "sort_name" | "search_text" | "number_count"> & {
  imageKey: string | null;
};

/** Null as owner means shared. The expression is the one that the indexes begin with. */
export const isOwner = (column: string, { ownerId }: Book) =>
  ownerId === null ? sql<boolean>`${sql.ref(column)} is null` : sql<boolean>`${sql.ref(column)} = ${ownerId}`;

/** Contacts with the columns that `readContact` needs. */
export function selectContacts(db: Kysely<Tables>) {
  return db
    .selectFrom("contacts")
    .leftJoin("contact_images", "contact_images.contact_id", "contacts.id")
    .select([
      "contacts.id",
      "contacts.owner_id",
      "contacts.first_name",
      "contacts.last_name",
      "contacts.company",
      "contacts.job_title",
      "contacts.address_type",
      "contacts.street",
      "contacts.city",
      "contacts.state",
      "contacts.postal_code",
      "contacts.country",
      "contacts.phone_numbers",
      "contacts.emails",
      "contacts.use_as_callerid",
      "contact_images.key as imageKey",
    ]);
}

export function readContact({ owner_id, imageKey, ...row }: Row, tags: readonly string[]): StoredContact {
  return {
    ...row,
    ownerId: owner_id,
    imageKey,
    tags,
    phone_numbers: z.parse(phonesSchema, JSON.parse(row.phone_numbers)),
    emails: z.parse(emailsSchema, JSON.parse(row.emails)),
    use_as_callerid: row.use_as_callerid === 1,
  };
}

/** The label of a number, from the contact's stored numbers. */
export const labelOf = (stored: string, e164: string): string =>
  z.parse(phonesSchema, JSON.parse(stored)).find(({ phone_number }) => phone_number === e164)?.label ?? "";

export function writeContact({ realmId, ownerId }: Book, fields: ContactFields) {
  return {
    realm_id: realmId,
    owner_id: ownerId,
    first_name: fields.first_name,
    last_name: fields.last_name,
    company: fields.company,
    job_title: fields.job_title,
    address_type: fields.address_type,
    street: fields.street,
    city: fields.city,
    state: fields.state,
    postal_code: fields.postal_code,
    country: fields.country,
    phone_numbers: JSON.stringify(fields.phone_numbers),
    emails: JSON.stringify(fields.emails),
    use_as_callerid: toFlag(fields.use_as_callerid),
    number_count: new Set(fields.phone_numbers.map(({ phone_number }) => phone_number)).size,
    sort_name: foldText(contactName(fields)),
    search_text: searchTextOf(fields),
  };
}

/** CONTACT-16: the text in which a contact is searched. */
function searchTextOf(fields: ContactFields): string {
  const numbers = fields.phone_numbers.map(({ phone_number }) => {
    const national = nationalDigits(phone_number);
    return phone_number.endsWith(national) ? phone_number : `${phone_number} ${national}`;
  });
  const emails = fields.emails.map(({ email }) => email);
  return foldText([contactName(fields), fields.company, ...emails, ...numbers].join(" "));
}

/** The keys of a contact, each with its position within its kind. */
export function keysOf(contactId: number, { realmId, ownerId }: Book, fields: ContactFields) {
  const places = { number: 0, email: 0, name: 0 };
  return contactKeys(fields).map(({ kind, value }) => {
    const position = places[kind];
    places[kind] += 1;
    return { contact_id: contactId, realm_id: realmId, owner_id: ownerId, position, kind, value };
  });
}
