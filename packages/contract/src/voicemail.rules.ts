/** What a voicemail folder may be called, and which PIN a box may have: panel and server ask the same rules. */
import { GREETING_TYPES } from "./endpoints/voicemail/voicemail-boxes.ts";
import { FOLDER_NAME_MAX_CHARS, FOLDER_NAME_MIN_CHARS } from "./limits.ts";

/** Folders that everybody has. Every other name is one of the person's own. */
export const VOICEMAIL_FOLDERS = ["all", "inbox", "old", "favorite", "custom", "archived"] as const;

/** Names of folders and files of the phone system, which a person's own folder may not have; case does not count. */
const RESERVED_FOLDERS: ReadonlySet<string> = new Set([
  ...VOICEMAIL_FOLDERS,
  ...GREETING_TYPES,
  "archive",
  "deleted",
  "favorites",
  "new",
  "tmp",
  "trash",
  "unread",
  "read",
  "urgent",
]);

/** VM-10: letters only, each with its vowel signs or accents, 3 to 10 of them, not reserved. Returns the code of what is wrong. */
export function folderNameFault(written: string) {
  const name = written.normalize();
  if (name === "") return "vmail.folder.required";
  if (!/^(\p{L}\p{M}{0,2})+$/u.test(name)) return "vmail.folder.letters";
  const { length } = name.match(/\p{L}/gu) ?? [];
  if (length < FOLDER_NAME_MIN_CHARS || length > FOLDER_NAME_MAX_CHARS) return "vmail.folder.length";
  return RESERVED_FOLDERS.has(name.toLowerCase()) ? "vmail.folder.reserved" : undefined;
}

/** VM-10: the existing folder with this name, which may be in another case; of two, the one written the same way. */
export function folderNamed(names: readonly string[], written: string): string | undefined {
  const name = written.normalize();
  const lower = name.toLowerCase();
  return names.find((one) => one === name) ?? names.find((one) => one.toLowerCase() === lower);
}

/** The rules for a PIN, from the server (GET voicemail_boxes/password_restrictions). */
export interface PinRestrictions {
  readonly min_length: number;
  readonly max_length: number;
  /** May not run up or down (1234, 9876), be one digit again and again, or hold the own extension. */
  readonly no_sequence: boolean;
  readonly no_repetition: boolean;
  readonly no_extension: boolean;
}

/** VM-40: the code of what is wrong with a new PIN. */
export function pinFault(pin: string, { extension, ...rules }: PinRestrictions & { readonly extension: string }) {
  if (!/^\d*$/.test(pin)) return "vmail.pin.digits";
  if (pin.length < rules.min_length || pin.length > rules.max_length) return "vmail.pin.length";
  const digits = Array.from(pin, Number);
  const runs = (step: number): boolean => digits.every((one, at) => at === 0 || one - (digits[at - 1] ?? 0) === step);
  if (rules.no_repetition && runs(0)) return "vmail.pin.repetition";
  if (rules.no_sequence && (runs(1) || runs(-1))) return "vmail.pin.sequence";
  return rules.no_extension && extension !== "" && pin.includes(extension) ? "vmail.pin.extension" : undefined;
}
