/** A contact while it is written: its fields, the form they are sent with, and what is wrong with them (spec 1 §5). */
import type * as z from "zod/mini";
import type { Contact, contactFormSchema } from "./endpoints/people/contacts.ts";
import type { PanelErrorCode } from "./errors/panel-errors.ts";
import {
  CONTACT_ADDRESS_TYPES,
  CONTACT_LINES_MAX,
  CONTACT_MIN_LABEL_CHARS,
  CONTACT_MIN_NAME_CHARS,
  CONTACT_MIN_PHONE_CHARS,
  CONTACT_TEXT_MAX_CHARS,
} from "./limits.ts";

export type ContactDraft = Readonly<
  Omit<Contact, "id" | "has_image" | "image_url" | "address_type"> & { address_type: string }
>;

/** The texts of a contact that are a single line, each empty; other lists of them are made from this one. */
export const NO_CONTACT_TEXTS = {
  first_name: "",
  last_name: "",
  company: "",
  job_title: "",
  address_type: "",
  street: "",
  city: "",
  state: "",
  postal_code: "",
  country: "",
} as const satisfies Partial<ContactDraft>;

type ContactText = keyof typeof NO_CONTACT_TEXTS;
export type ContactTexts = Readonly<Record<ContactText, string>>;

export const isContactText = (field: string): field is ContactText => Object.hasOwn(NO_CONTACT_TEXTS, field);

export const CONTACT_TEXTS: readonly ContactText[] = Object.keys(NO_CONTACT_TEXTS).filter(isContactText);

export type ContactForm = z.input<typeof contactFormSchema>;

/** What is sent of a draft: only what is not empty, or yes or no; lists as JSON text, without empty e-mail lines. */
export function contactForm(draft: ContactDraft): ContactForm {
  const { phone_numbers, use_as_callerid, is_personal } = draft;
  const emails = draft.emails.filter(({ email }) => email.trim() !== "");
  const texts = [...CONTACT_TEXTS, "tags" as const, "personal_tags" as const]
    .map((name) => [name, draft[name].trim()] as const)
    .filter(([, value]) => value !== "");
  return {
    ...Object.fromEntries(texts),
    phone_numbers: JSON.stringify(phone_numbers),
    ...(emails.length === 0 ? {} : { emails: JSON.stringify(emails) }),
    use_as_callerid,
    is_personal,
  };
}

/** By the place of the field: `first_name`, `phone_numbers.0.extension`. Also the details of `contacts.invalid`. */
export type ContactFieldErrors = Readonly<Record<string, PanelErrorCode>>;

/** CONTACT-10: every field that breaks a rule, each with its first one. Whether a number exists is for a phone library to say. */
export function contactFieldErrors(draft: ContactDraft): ContactFieldErrors {
  const errors: Record<string, PanelErrorCode> = {};
  const refuse = (place: string, code: PanelErrorCode | undefined): void => {
    if (code !== undefined) errors[place] ??= code;
  };
  refuse("first_name", nameError(draft.first_name));
  refuse("last_name", nameError(draft.last_name));
  for (const name of CONTACT_TEXTS)
    if (draft[name].length > CONTACT_TEXT_MAX_CHARS) refuse(name, "contacts.field.long");
  if (!["", ...CONTACT_ADDRESS_TYPES].includes(draft.address_type))
    refuse("address_type", "contacts.field.addressType");
  if (draft.phone_numbers.length === 0) refuse("phone_numbers.0.phone_number", "contacts.field.required");
  if (draft.phone_numbers.length > CONTACT_LINES_MAX) refuse("phone_numbers", "contacts.field.lines");
  if (draft.emails.length > CONTACT_LINES_MAX) refuse("emails", "contacts.field.lines");
  draft.phone_numbers.forEach(({ phone_number, extension, label }, at) => {
    refuse(`phone_numbers.${at}.phone_number`, phoneError(phone_number));
    if (!/^\d{0,10}$/.test(extension.trim())) refuse(`phone_numbers.${at}.extension`, "contacts.field.extension");
    refuse(`phone_numbers.${at}.label`, labelError(label));
  });
  draft.emails.forEach(({ email, label }, at) => {
    if (email.trim() === "") return; // such a line is not kept
    if (!isEmail(email.trim())) refuse(`emails.${at}.email`, "contacts.field.email");
    refuse(`emails.${at}.label`, labelError(label));
  });
  return errors;
}

function nameError(name: string): PanelErrorCode | undefined {
  const text = name.trim();
  if (text === "") return "contacts.field.required";
  return Array.from(text).length < CONTACT_MIN_NAME_CHARS ? "contacts.field.name" : undefined;
}

function phoneError(number: string): PanelErrorCode | undefined {
  const text = number.trim();
  if (text === "") return "contacts.field.required";
  if (text.length < CONTACT_MIN_PHONE_CHARS) return "contacts.field.phone";
  return text.length > CONTACT_TEXT_MAX_CHARS ? "contacts.field.long" : undefined;
}

function labelError(label: string): PanelErrorCode | undefined {
  const text = label.trim();
  if (text.length > CONTACT_TEXT_MAX_CHARS) return "contacts.field.long";
  return text !== "" && Array.from(text).length < CONTACT_MIN_LABEL_CHARS ? "contacts.field.label" : undefined;
}

/** Something, an @, something with a dot in it; 254 characters are the most an address may have (RFC 5321). */
const isEmail = (text: string): boolean => text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
