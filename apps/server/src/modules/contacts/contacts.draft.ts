import {
  AppError,
  contactFieldErrors,
  type ContactTexts,
  type BodyOf,
  type ContactDraft,
  type ContactFieldErrors,
  type createContact,
  type PanelErrorCode,
} from "@callpanel/contract";
import * as z from "zod/mini";
import { toContactE164 } from "../../kernel/text/phone-number.ts";
import { oneLine } from "../../kernel/text/one-line.ts";
import { foldText } from "../../kernel/text/search-text.ts";

type Form = BodyOf<typeof createContact>;

const text = z._default(z.nullable(z.union([z.string(), z.number()])), "");
const phonesSchema = z.array(z.object({ phone_number: text, extension: text, label: text })).check(z.maxLength(100));
const emailsSchema = z.array(z.object({ email: text, label: text })).check(z.maxLength(100));

/**
 * CONTACT-13: reads a form. The text `null` and a missing field are empty.
 * @throws AppError request.invalid when a list is not JSON text of a list
 */
export function readForm(form: Form, isPersonal: boolean): ContactDraft {
  const texts = {
    first_name: cleanText(form.first_name),
    last_name: cleanText(form.last_name),
    company: cleanText(form.company),
    job_title: cleanText(form.job_title),
    address_type: cleanText(form.address_type).toLowerCase(),
    street: cleanText(form.street),
    city: cleanText(form.city),
    state: cleanText(form.state),
    postal_code: cleanText(form.postal_code),
    country: cleanText(form.country),
  } satisfies ContactTexts;
  return {
    ...texts,
    phone_numbers: readLines(phonesSchema, form.phone_numbers, "phone_numbers").map((line) => ({
      phone_number: cleanText(line.phone_number),
      extension: cleanText(line.extension),
      label: cleanText(line.label),
    })),
    emails: readLines(emailsSchema, form.emails, "emails").map((line) => ({
      email: cleanText(line.email),
      label: cleanText(line.label),
    })),
    use_as_callerid: form.use_as_callerid ?? false,
    is_personal: isPersonal,
    tags: cleanText(form.tags),
    personal_tags: cleanText(form.personal_tags),
  };
}

/** One line; the text `null` is empty. */
export function cleanText(value: string | number | null | undefined): string {
  const line = oneLine(String(value ?? ""));
  return line === "null" ? "" : line;
}

function readLines<S extends z.ZodMiniType>(schema: S, json: string | undefined, place: string): z.infer<S>;
function readLines(schema: z.ZodMiniType, json: string | undefined, place: string): unknown {
  const source = json === undefined || json === "" || json === "null" ? "[]" : json;
  const parsed = z.safeParse(schema, parseJson(source));
  if (parsed.success) return parsed.data;
  throw new AppError("request.invalid", { detail: `body.${place}: expected a list as JSON text` });
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

export type CheckedDraft =
  | { readonly ok: true; readonly draft: ContactDraft }
  | { readonly ok: false; readonly errors: ContactFieldErrors };

/** CONTACT-10, CONTACT-11: a valid draft, with numbers in E.164 and without empty e-mail lines, or its errors. */
export function checkDraft(draft: ContactDraft): CheckedDraft {
  const errors: Record<string, PanelErrorCode> = { ...contactFieldErrors(draft) };
  const numbers = new Set<string>();
  const phone_numbers = draft.phone_numbers.map((line, at) => {
    const place = `phone_numbers.${at}.phone_number`;
    const e164 = toContactE164(line.phone_number);
    if (e164 === undefined) errors[place] ??= "contacts.field.country";
    else if (numbers.has(`${e164};${line.extension}`)) errors[place] ??= "contacts.field.twice";
    numbers.add(`${e164};${line.extension}`);
    return { ...line, phone_number: e164 ?? line.phone_number };
  });
  const addresses = new Set<string>();
  draft.emails.forEach(({ email }, at) => {
    if (email !== "" && addresses.has(foldText(email))) errors[`emails.${at}.email`] ??= "contacts.field.twice";
    addresses.add(foldText(email));
  });
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, draft: { ...draft, phone_numbers, emails: draft.emails.filter(({ email }) => email !== "") } };
}
