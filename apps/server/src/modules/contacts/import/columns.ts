import type { ImportField, ImportLineField } from "@callpanel/contract";
import { importFieldSchema, IMPORT_TEXT_FIELDS } from "@callpanel/contract";
import * as z from "zod/mini";
import { foldText } from "../../../kernel/text/search-text.ts";

export type Mapping = ReadonlyArray<ImportField | null>;

/** English and French headers of columns, folded, without punctuation. */
const NAMES: Readonly<Record<(typeof IMPORT_TEXT_FIELDS)[number], readonly string[]>> = {
  first_name: ["first name", "firstname", "given name", "givenname", "forename", "first", "prenom"],
  last_name: ["last name", "lastname", "surname", "family name", "familyname", "last", "nom de famille"],
  full_name: [
    "name",
    "full name",
    "fullname",
    "display name",
    "contact",
    "contact name",
    "nom complet",
    "nom et prenom",
  ],
  company: [
    "company",
    "company name",
    "organization",
    "organisation",
    "organization name",
    "organization 1 name",
    "business",
    "employer",
    "entreprise",
    "societe",
    "compagnie",
    "employeur",
  ],
  job_title: [
    "job title",
    "jobtitle",
    "title",
    "position",
    "role",
    "occupation",
    "organization title",
    "organization 1 title",
    "titre",
    "fonction",
    "titre du poste",
    "profession",
  ],
  address_type: ["address type", "type d adresse", "address 1 type", "address 1 label"],
  street: [
    "street",
    "street address",
    "address",
    "address 1",
    "address line 1",
    "address 1 street",
    "home street",
    "business street",
    "rue",
    "adresse",
    "adresse municipale",
    "adresse postale",
  ],
  city: ["city", "town", "suburb", "locality", "address 1 city", "home city", "business city", "ville", "localite"],
  state: [
    "state",
    "province",
    "region",
    "state province",
    "state or province",
    "address 1 region",
    "home state",
    "business state",
    "etat",
    "province etat",
  ],
  postal_code: [
    "postal code",
    "postalcode",
    "postcode",
    "zip",
    "zip code",
    "zipcode",
    "address 1 postal code",
    "home postal code",
    "business postal code",
    "code postal",
  ],
  country: ["country", "country region", "address 1 country", "home country", "business country", "pays"],
  tags: ["tags", "tag", "labels", "categories", "category", "groups", "group membership", "etiquettes", "groupes"],
  use_as_callerid: ["use as callerid", "use as caller id", "caller id", "afficheur", "utiliser comme afficheur"],
};

const EMAIL = /\b(e ?mails?|mail|courriels?|adresse electronique)\b/;
const PHONE =
  /\b(phones?|telephones?|tel|mobile|cell|cellphone|cellulaire|portable|numero|number|bureau|domicile|work|home|office)\b/;
const NOT_A_PHONE = /\b(fax|telecopieur|pager|telex|web|site|address|adresse|note|notes|birthday|id)\b/;
const LABEL = /\b(label|type|etiquette|libelle)\b/;
const EXTENSION = /\b(ext|extension|poste|post)\b/;
/** Headers that only say that it is a number. */
const PLAIN_PHONE = /^(phone|telephone|tel|phone number|numero|numero de telephone|number|phone value)?$/;

const plain = (header: string): string =>
  foldText(header)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** IMPORT-4: the fields of the columns by their headers, each field once; null for an unknown header. */
export function guessMapping(headers: readonly string[]): Mapping {
  const taken = new Set<ImportField>();
  const lines = { phone: 0, email: 0 };
  const hasFirstName = headers.some((header) => textFieldOf(plain(header)) === "first_name");
  const take = (field: ImportField | undefined): ImportField | null => {
    if (field === undefined || taken.has(field)) return null;
    taken.add(field);
    return field;
  };
  const line = (field: ImportLineField, at: number) => take(fieldSchemaOf(`${field}_${at}`));
  return headers.map((header) => {
    const words = plain(header);
    const own = fieldSchemaOf(words.replaceAll(" ", "_"));
    if (own !== undefined) return take(own);
    const text = textFieldOf(words);
    if (text === "full_name" && hasFirstName) return take("last_name");
    if (text !== undefined) return take(text);
    if (words === "nom") return take(hasFirstName ? "last_name" : "full_name");
    if (EMAIL.test(words))
      return LABEL.test(words) ? line("email_label", lines.email || 1) : line("email", (lines.email += 1));
    if (EXTENSION.test(words) && lines.phone > 0) return line("phone_extension", lines.phone);
    if (words === "poste") return take("job_title");
    if (!PHONE.test(words) || NOT_A_PHONE.test(words)) return null;
    // Some files have the label before its number, some after it.
    if (LABEL.test(words))
      return line("phone_label", lines.phone + (taken.has(`phone_label_${lines.phone}`) || lines.phone === 0 ? 1 : 0));
    return line("phone_number", (lines.phone += 1));
  });
}

/** The label of a number by its column's header, if the file has no label: `Mobile`, not `Phone`. */
export function labelOfHeader(header: string): string {
  const words = plain(header)
    .replace(/\b(phone number|phone|telephone|tel|value|\d+)\b/g, " ")
    .trim();
  return PLAIN_PHONE.test(plain(header)) || words.length < 2 || fieldSchemaOf(plain(header).replaceAll(" ", "_"))
    ? ""
    : header.trim();
}

function textFieldOf(words: string): (typeof IMPORT_TEXT_FIELDS)[number] | undefined {
  return IMPORT_TEXT_FIELDS.find((field) => NAMES[field].includes(words));
}

function fieldSchemaOf(text: string): ImportField | undefined {
  const parsed = z.safeParse(importFieldSchema, text);
  return parsed.success ? parsed.data : undefined;
}

/** IMPORT-4: a first row is a header when one of its cells is a known header. */
export const hasHeader = (firstRow: readonly string[]): boolean =>
  guessMapping(firstRow).some((field) => field !== null);

/** Without headers: by the content of the cells. */
export function guessByCells(rows: ReadonlyArray<readonly string[]>): Mapping {
  const width = rows[0]?.length ?? 0;
  const share = (column: number, test: RegExp) =>
    rows.filter((row) => test.test(row[column] ?? "")).length / Math.max(rows.length, 1);
  let phones = 0;
  let emails = 0;
  const texts: ImportField[] = ["first_name", "last_name", "company"];
  return Array.from({ length: width }, (_, column) => {
    if (share(column, /^\S+@\S+\.\S+$/) > 0.5) return `email_${(emails += 1)}`;
    if (share(column, /^[+(]?\d[\d\s().-]{7,}$/) > 0.5) return `phone_number_${(phones += 1)}`;
    return share(column, /\p{L}/u) > 0.5 ? (texts.shift() ?? null) : null;
  });
}
