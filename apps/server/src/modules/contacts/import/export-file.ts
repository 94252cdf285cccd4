import { CONTACT_LINES_MAX, IMPORT_TEXT_FIELDS, isContactText, type ImportField } from "@callpanel/contract";
import { yieldLoop } from "../../../kernel/concurrency/yield-loop.ts";
import { csvRecord, CSV_START } from "../../../kernel/files/csv-text.ts";
import type { StoredContact } from "../contacts.model.ts";
import { tagCell } from "./tag-cell.ts";

/** IMPORT-12: contacts as a file that can be imported again, as a stream. */
export async function* exportFile(
  pages: AsyncIterable<readonly StoredContact[]>,
  columns: readonly ImportField[],
): AsyncGenerator<string> {
  yield CSV_START + csvRecord(columns);
  for await (const page of pages) {
    yield page.map((contact) => csvRecord(columns.map((column) => cellOf(contact, column)))).join("");
    await yieldLoop();
  }
}

/** The default columns of a file. `most`: the longest lists that occur. */
export function exportColumns(most: { readonly numbers: number; readonly emails: number }): readonly ImportField[] {
  const lines = (count: number) =>
    Array.from({ length: Math.min(Math.max(count, 1), CONTACT_LINES_MAX) }, (_, at) => at + 1);
  return [
    ...IMPORT_TEXT_FIELDS.filter((field) => field !== "full_name"),
    ...lines(most.numbers).flatMap((at) => [`phone_number_${at}`, `phone_label_${at}`, `phone_extension_${at}`]),
    ...lines(most.emails).flatMap((at) => [`email_${at}`, `email_label_${at}`]),
  ];
}

function cellOf(contact: StoredContact, column: ImportField): string {
  const [, field = column, at = ""] = /^(.+?)_(\d+)$/.exec(column) ?? [];
  const phone = contact.phone_numbers[Number(at) - 1];
  const email = contact.emails[Number(at) - 1];
  switch (field) {
    case "phone_number":
      return phone?.phone_number ?? "";
    case "phone_label":
      return phone?.label ?? "";
    case "phone_extension":
      return phone?.extension ?? "";
    case "email":
      return email?.email ?? "";
    case "email_label":
      return email?.label ?? "";
    case "full_name":
      return `${contact.first_name} ${contact.last_name}`;
    case "tags":
      return tagCell(contact.tags);
    case "use_as_callerid":
      return contact.use_as_callerid ? "yes" : "";
    default:
      return isContactText(field) ? contact[field] : "";
  }
}
