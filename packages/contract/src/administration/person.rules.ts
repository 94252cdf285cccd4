/** The rules for a person that an administrator enters; the form and the server use the same ones (PAGES-6). */
import { isEmailAddress } from "../email.ts";
import { isPersonName } from "../endpoints/session/account.ts";

/** Also the user part of a SIP address, so characters that would need escaping there are not allowed. */
export const USERNAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;
export const EXTENSION = /^[0-9]{2,8}$/;
export const GROUP_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;
export const DEPARTMENT_MAX_CHARS = 100;
/** Groups of one person. */
export const PERSON_GROUPS_MAX = 50;

/** The texts of a person; the username stays what it was when the person was added. */
export interface PersonTexts {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly extension: string;
  /** Empty: none. */
  readonly email: string;
  readonly department: string;
}
export type PersonField = keyof PersonTexts;

const isLine = (text: string, most: number): boolean => text.length <= most && !/\p{Cc}/u.test(text);

/** Whether the text of a field is valid. */
export const PERSON_CHECKS: Readonly<Record<PersonField, (text: string) => boolean>> = {
  username: (text) => USERNAME.test(text),
  first_name: isPersonName,
  last_name: isPersonName,
  extension: (text) => EXTENSION.test(text),
  email: (text) => text === "" || isEmailAddress(text),
  department: (text) => isLine(text, DEPARTMENT_MAX_CHARS),
};

const FIELDS: readonly PersonField[] = ["username", "first_name", "last_name", "extension", "email", "department"];

/** The fields that are not valid. */
export const personFaults = (texts: PersonTexts): readonly PersonField[] =>
  FIELDS.filter((field) => !PERSON_CHECKS[field](texts[field]));
