/** The columns of a contact file, for import and export. */
import * as z from "zod/mini";
import { CONTACT_TEXTS } from "./contact-draft.ts";
import { CONTACT_LINES_MAX } from "./limits.ts";

export const CONTACT_IMPORT_MAX_BYTES = 10 * 1024 * 1024;
export const CONTACT_IMPORT_MAX_ROWS = 20_000;
export const CONTACT_IMPORT_MAX_COLUMNS = 100;
export const CONTACT_IMPORT_MAX_CELL_CHARS = 2_000;

const line = z.string().check(z.regex(/^(phone_number|phone_label|phone_extension|email|email_label)_(10|[1-9])$/));

/** Columns there are once. `full_name` is split; an export has it not. */
export const IMPORT_TEXT_FIELDS = [
  ...CONTACT_TEXTS.flatMap((field) => (field === "last_name" ? [field, "full_name" as const] : [field])),
  ...(["tags", "use_as_callerid"] as const),
];

/** One of those, or of a numbered line: `phone_number_1`, `phone_label_1`, `phone_extension_1`, `email_1`, `email_label_1`. */
export const importFieldSchema = z.union([z.enum(IMPORT_TEXT_FIELDS), line]);
export type ImportField = z.infer<typeof importFieldSchema>;

export const IMPORT_LINE_FIELDS = ["phone_number", "phone_label", "phone_extension", "email", "email_label"] as const;
export type ImportLineField = (typeof IMPORT_LINE_FIELDS)[number];

/** Every column there can be, as a person chooses one: texts, then line by line. */
export const importFields = (): readonly ImportField[] => [
  ...IMPORT_TEXT_FIELDS,
  ...Array.from({ length: CONTACT_LINES_MAX }, (_, at) =>
    IMPORT_LINE_FIELDS.map((field) => `${field}_${at + 1}`),
  ).flat(),
];
