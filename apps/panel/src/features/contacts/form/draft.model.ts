/** The contact in the form, as typed. The request uses the contract's `ContactDraft`. */
import { NO_CONTACT_TEXTS } from "@callpanel/contract";
import type { Contact, ContactTexts } from "@callpanel/contract";
import { shownPhone } from "./phone.model.ts";
import type { Country } from "../../../shared/phone/country.ts";

export interface PhoneLine {
  /** Names the line for as long as the form is open. */
  readonly key: number;
  readonly country: Country;
  readonly number: string;
  readonly extension: string;
  readonly label: string;
}

export interface EmailLine {
  readonly key: number;
  readonly email: string;
  readonly label: string;
}

export interface FormDraft {
  readonly texts: ContactTexts;
  readonly isPersonal: boolean;
  readonly useAsCallerId: boolean;
  /** At least one. */
  readonly phones: readonly PhoneLine[];
  /** At least one, which may be empty. */
  readonly emails: readonly EmailLine[];
  readonly tags: readonly string[];
  readonly personalTags: readonly string[];
}

export type DraftAction =
  | { readonly type: "typed"; readonly field: keyof ContactTexts; readonly text: string }
  | { readonly type: "switched"; readonly field: "isPersonal" | "useAsCallerId"; readonly on: boolean }
  | { readonly type: "tagsChosen"; readonly field: "tags" | "personalTags"; readonly tags: readonly string[] }
  | { readonly type: "phoneAdded" }
  | { readonly type: "phoneChanged"; readonly key: number; readonly change: Partial<Omit<PhoneLine, "key">> }
  | { readonly type: "phoneRemoved"; readonly key: number }
  | { readonly type: "emailAdded" }
  | { readonly type: "emailChanged"; readonly key: number; readonly change: Partial<Omit<EmailLine, "key">> }
  | { readonly type: "emailRemoved"; readonly key: number }
  /** ADDRESS-8 */
  | { readonly type: "emptyEmailsRemoved" };

export const emptyPhone = (key: number, country: Country): PhoneLine => ({
  key,
  country,
  number: "",
  extension: "",
  label: "",
});
export const emptyEmail = (key: number): EmailLine => ({ key, email: "", label: "" });

export interface NewDraft {
  readonly isPersonal: boolean;
  readonly country: Country;
  readonly phoneNumber?: string | undefined;
  readonly name?: string | undefined;
}

/** An empty form with the known values; a name of several words is split before the last one. */
export function newDraft({ isPersonal, country, phoneNumber = "", name = "" }: NewDraft): FormDraft {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return {
    texts: { ...NO_CONTACT_TEXTS, first_name: words.slice(0, last ? -1 : undefined).join(" "), last_name: last ?? "" },
    isPersonal,
    useAsCallerId: false,
    phones: [{ ...emptyPhone(0, country), ...(phoneNumber === "" ? {} : shownPhone(phoneNumber, country)) }],
    emails: [emptyEmail(0)],
    tags: [],
    personalTags: [],
  };
}

/** A contact as the form shows it. */
export function draftOf(contact: Contact, home: Country): FormDraft {
  const { first_name, last_name, company, job_title, address_type } = contact;
  const { street, city, state, postal_code, country, phone_numbers, emails } = contact;
  return {
    texts: { first_name, last_name, company, job_title, address_type, street, city, state, postal_code, country },
    isPersonal: contact.is_personal,
    useAsCallerId: contact.use_as_callerid,
    phones:
      phone_numbers.length === 0
        ? [emptyPhone(0, home)]
        : phone_numbers.map(({ phone_number, extension, label }, key) => ({
            key,
            ...shownPhone(phone_number, home),
            extension,
            label,
          })),
    emails: orOneEmpty(emails.map(({ email, label }, key) => ({ key, email, label }))),
    tags: tagNames(contact.tags),
    personalTags: tagNames(contact.personal_tags),
  };
}

/** Names separated by spaces. */
export const tagNames = (text: string): readonly string[] => text.split(/\s+/u).filter(Boolean);

export function stepDraft(draft: FormDraft, action: DraftAction): FormDraft {
  switch (action.type) {
    case "typed":
      return { ...draft, texts: { ...draft.texts, [action.field]: action.text } };
    case "switched":
      return { ...draft, [action.field]: action.on };
    case "tagsChosen":
      return { ...draft, [action.field]: action.tags };
    case "phoneAdded":
      return { ...draft, phones: [...draft.phones, emptyPhone(nextKey(draft.phones), lastCountry(draft.phones))] };
    case "phoneChanged":
      return { ...draft, phones: changed(draft.phones, action.key, action.change) };
    case "phoneRemoved":
      // ADDRESS-4: the first line stays.
      return { ...draft, phones: draft.phones.filter(({ key }, at) => at === 0 || key !== action.key) };
    case "emailAdded":
      return { ...draft, emails: [...draft.emails, emptyEmail(nextKey(draft.emails))] };
    case "emailChanged":
      return { ...draft, emails: changed(draft.emails, action.key, action.change) };
    case "emailRemoved":
      return { ...draft, emails: orOneEmpty(draft.emails.filter(({ key }) => key !== action.key)) };
    case "emptyEmailsRemoved":
      return { ...draft, emails: orOneEmpty(draft.emails.filter(({ email }) => email.trim() !== "")) };
  }
}

const nextKey = (lines: ReadonlyArray<{ readonly key: number }>): number =>
  Math.max(...lines.map(({ key }) => key), -1) + 1;
const lastCountry = (phones: readonly PhoneLine[]): Country => phones.at(-1)?.country ?? "CA";

function changed<Line extends PhoneLine | EmailLine>(
  lines: readonly Line[],
  key: number,
  change: Partial<Omit<Line, "key">>,
): readonly Line[] {
  return lines.map((line) => (line.key === key ? { ...line, ...change } : line));
}

/** ADDRESS-7: one line is kept. */
const orOneEmpty = (emails: readonly EmailLine[]): readonly EmailLine[] =>
  emails.length === 0 ? [emptyEmail(0)] : emails;

/** Whether there are changes that would be lost; empty e-mail lines do not count (ADDRESS-8). */
export function isChanged(before: FormDraft, now: FormDraft): boolean {
  const bare = (draft: FormDraft) => JSON.stringify(stepDraft(draft, { type: "emptyEmailsRemoved" }), withoutKeys);
  return bare(before) !== bare(now);
}

const withoutKeys = (name: string, value: unknown): unknown => (name === "key" ? undefined : value);
