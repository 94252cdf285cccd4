import {
  CONTACT_LINES_MAX,
  CONTACT_TAG_MAX_CHARS,
  type ContactDraft,
  type ErrorCode,
  type ImportField,
} from "@callpanel/contract";
import { csvText } from "../../../kernel/files/csv-text.ts";
import { foldText } from "../../../kernel/text/search-text.ts";
import { checkDraft, cleanText } from "../contacts.draft.ts";
import { joinTags } from "../contacts.model.ts";
import { labelOfHeader, type Mapping } from "./columns.ts";
import { tagNames } from "./tag-cell.ts";

export interface RowError {
  /** Index from 0; null if no column has the field. */
  readonly column: number | null;
  readonly field: string;
  readonly code: ErrorCode;
  readonly value: string;
}

/** The content of a row, and its errors. */
export interface ReadRow {
  readonly draft: ContactDraft;
  readonly errors: readonly RowError[];
}

export interface RowReader {
  read(cells: readonly string[]): ReadRow;
}

/** IMPORT-5: reads the rows of a file with known columns. */
export function createRowReader({
  headers,
  mapping,
  isPersonal,
}: {
  readonly headers: readonly string[];
  readonly mapping: Mapping;
  readonly isPersonal: boolean;
}): RowReader {
  const columns = new Map<ImportField, number>(mapping.flatMap((field, at) => (field === null ? [] : [[field, at]])));
  const labels = headers.map(labelOfHeader);

  return {
    read: (cells) => {
      const cell = (field: ImportField): string => {
        const column = columns.get(field);
        return column === undefined ? "" : cleanText(csvText(cells[column] ?? ""));
      };
      const { first_name, last_name } = namesOf({
        first: cell("first_name"),
        last: cell("last_name"),
        full: cell("full_name"),
      });
      // Empty lines are dropped; the original line number is kept for error messages.
      const lines = Array.from({ length: CONTACT_LINES_MAX }, (_, at) => at + 1);
      const phones = lines.filter((at) => cell(`phone_number_${at}`) !== "");
      const emails = lines.filter((at) => cell(`email_${at}`) !== "");
      const labelOf = (at: number): string =>
        cell(`phone_label_${at}`) || (labels[columns.get(`phone_number_${at}`) ?? -1] ?? "");
      const tags = tagNames(cell("tags"));
      const draft: ContactDraft = {
        first_name,
        last_name,
        company: cell("company"),
        job_title: cell("job_title"),
        address_type: addressType(cell("address_type")),
        street: cell("street"),
        city: cell("city"),
        state: cell("state"),
        postal_code: cell("postal_code"),
        country: cell("country"),
        phone_numbers: phones.map((at) => ({
          phone_number: cell(`phone_number_${at}`),
          extension: cell(`phone_extension_${at}`),
          label: labelOf(at),
        })),
        emails: emails.map((at) => ({ email: cell(`email_${at}`), label: cell(`email_label_${at}`) })),
        use_as_callerid: isYes(cell("use_as_callerid")),
        is_personal: isPersonal,
        tags: isPersonal ? "" : joinTags(tags),
        personal_tags: isPersonal ? joinTags(tags) : "",
      };
      const checked = checkDraft(draft);
      const places = checked.ok ? {} : checked.errors;
      const errors = Object.entries(places).map(([place, code]): RowError => {
        const field = fieldOfPlace(place, { phones, emails, hasFullName: columns.has("full_name") });
        return { column: columns.get(field) ?? null, field, code, value: cell(field).slice(0, 100) };
      });
      const longTag = tags.find((tag) => tag.length > CONTACT_TAG_MAX_CHARS);
      if (longTag !== undefined)
        errors.push({
          column: columns.get("tags") ?? null,
          field: "tags",
          code: "contacts.field.long",
          value: longTag,
        });
      return { draft: checked.ok ? checked.draft : draft, errors };
    },
  };
}

/** A full name in one cell: the last word is the family name, or the text before a comma. */
function namesOf({ first, last, full }: { readonly first: string; readonly last: string; readonly full: string }) {
  if (full === "" || (first !== "" && last !== "")) return { first_name: first, last_name: last };
  const comma = full.indexOf(",");
  const cut = comma < 0 ? full.lastIndexOf(" ") : comma;
  const [before, after] = cut < 0 ? [full, ""] : [full.slice(0, cut).trim(), full.slice(cut + 1).trim()];
  const [given, family] = comma < 0 ? [before, after] : [after, before];
  return { first_name: first || given, last_name: last || family };
}

/** The column from which a place of the draft came. */
function fieldOfPlace(
  place: string,
  {
    phones,
    emails,
    hasFullName,
  }: { readonly phones: readonly number[]; readonly emails: readonly number[]; readonly hasFullName: boolean },
): ImportField {
  const [list = "", at = "", part = ""] = place.split(".");
  const index = Number(at);
  if (list === "phone_numbers") {
    const fields: Record<string, string> = { extension: "phone_extension", label: "phone_label" };
    return `${fields[part] ?? "phone_number"}_${phones[index] ?? 1}`;
  }
  if (list === "emails") return `${part === "label" ? "email_label" : "email"}_${emails[index] ?? 1}`;
  if (hasFullName && (list === "first_name" || list === "last_name")) return "full_name";
  return list;
}

const ADDRESS_TYPES: Readonly<Record<string, string>> = {
  "": "",
  home: "home",
  domicile: "home",
  maison: "home",
  work: "work",
  business: "work",
  office: "work",
  travail: "work",
  bureau: "work",
  school: "school",
  ecole: "school",
};
const addressType = (text: string): string => ADDRESS_TYPES[foldText(text)] ?? "other";

const isYes = (text: string): boolean => ["yes", "y", "true", "1", "x", "oui", "o", "vrai"].includes(foldText(text));
