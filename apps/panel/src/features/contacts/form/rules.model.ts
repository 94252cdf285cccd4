/** The contact form's rules (spec 1 §5): those of the contract, and the phone numbers of the three countries. */
import { contactFieldErrors, isContactText } from "@callpanel/contract";
import type { ContactDraft, ContactFieldErrors, ContactTexts, PanelErrorCode } from "@callpanel/contract";
import type { FormDraft } from "./draft.model.ts";
import { internationalOf, phoneError } from "./phone.model.ts";

export const FORM_TABS = ["main", "company", "address"] as const;
export type FormTab = (typeof FORM_TABS)[number];

/** A place of the form: a text, or a part of a line by the line's key; or a whole part. */
export type FieldId =
  | keyof ContactTexts
  | `phone.${number}.${"phone_number" | "extension" | "label"}`
  | `email.${number}.${"email" | "label"}`
  | "tags"
  | "personal_tags"
  | "image"
  | "form";

export type Faults = ReadonlyMap<FieldId, PanelErrorCode>;

/** Converts the form to the contract's draft, without empty e-mail lines (ADDRESS-8). */
export function contractDraft(draft: FormDraft): ContactDraft {
  const { isPersonal, phones, emails, useAsCallerId, tags, personalTags, texts } = draft;
  return {
    ...texts,
    phone_numbers: phones.map(({ number, country, extension, label }) => ({
      phone_number: internationalOf(number, country),
      extension: extension.trim(),
      label: label.trim(),
    })),
    emails: filledEmails(emails).map(({ email, label }) => ({ email: email.trim(), label: label.trim() })),
    use_as_callerid: useAsCallerId,
    is_personal: isPersonal,
    tags: isPersonal ? "" : tags.join(" "),
    personal_tags: isPersonal ? personalTags.join(" ") : "",
  };
}

const filledEmails = (emails: FormDraft["emails"]) => emails.filter(({ email }) => email.trim() !== "");

/** Every place that breaks a rule, each with its first one. */
export function faultsOf(draft: FormDraft): Faults {
  const faults = new Map(placed(contactFieldErrors(contractDraft(draft)), draft));
  for (const { key, number, country } of draft.phones) {
    const error = phoneError(number, country);
    if (error) faults.set(`phone.${key}.phone_number`, error);
  }
  return faults;
}

/** ADDRESS-9: maps paths of the contract or the server to fields of the form; other errors are shown above the form. */
export function placed(errors: ContactFieldErrors, draft: FormDraft): Faults {
  const faults = new Map<FieldId, PanelErrorCode>();
  for (const [place, code] of Object.entries(errors)) {
    const field = fieldOf(place, draft);
    if (!faults.has(field)) faults.set(field, code);
  }
  return faults;
}

const TEXT_TABS: Readonly<Record<keyof ContactTexts, FormTab>> = {
  last_name: "main",
  first_name: "main",
  company: "company",
  job_title: "company",
  street: "address",
  address_type: "address",
  city: "address",
  postal_code: "address",
  country: "address",
  state: "address",
};

function fieldOf(place: string, draft: FormDraft): FieldId {
  if (isContactText(place) || place === "tags" || place === "personal_tags" || place === "image") return place;
  const [list, at, part] = place.split(".");
  const lines = list === "phone_numbers" ? draft.phones : list === "emails" ? filledEmails(draft.emails) : [];
  const key = lines[Number(at ?? 0)]?.key ?? lines[0]?.key;
  if (key === undefined) return "form";
  if (list === "phone_numbers")
    return `phone.${key}.${part === "extension" || part === "label" ? part : "phone_number"}`;
  return `email.${key}.${part === "label" ? part : "email"}`;
}

export const tabOf = (field: FieldId): FormTab => (isContactText(field) ? TEXT_TABS[field] : "main");
