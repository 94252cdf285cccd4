import { createHash } from "node:crypto";
import { endpoints, type Contact, type ContactDraft, type PICTURE_SIZES_PX } from "@callpanel/contract";
import { endpointUrl } from "../../kernel/http/endpoint-server.ts";
import { foldText } from "../../kernel/text/search-text.ts";

/** The company's shared book, or one person's own book. */
export interface Book {
  readonly realmId: number;
  /** Null: shared. */
  readonly ownerId: number | null;
}

/** Checked fields of a contact, with numbers in E.164. */
export type ContactFields = Omit<ContactDraft, "tags" | "personal_tags" | "is_personal">;

export interface StoredContact extends ContactFields {
  readonly id: number;
  readonly ownerId: number | null;
  /** Key of its picture: new for each picture, and cannot be guessed. */
  readonly imageKey: string | null;
  /** Names, in order. */
  readonly tags: readonly string[];
}

export interface StoredTag {
  readonly id: number;
  readonly name: string;
  readonly color: string | null;
  /** The number of contacts with this tag. */
  readonly contacts: number;
}

export type ContactImageSize = (typeof PICTURE_SIZES_PX)[number];

export const contactName = (contact: { readonly first_name: string; readonly last_name: string }): string =>
  `${contact.first_name} ${contact.last_name}`.trim();

/** CONTACT-20: the URL of a contact's picture; null without one. */
export function contactImageUrl(id: number, imageKey: string | null): string | null {
  if (imageKey === null) return null;
  return `${endpointUrl(endpoints.getContactImage).replace(":id", String(id))}?key=${imageKey}`;
}

export type ContactKeyKind = "number" | "email" | "name";

export interface ContactKey {
  readonly kind: ContactKeyKind;
  readonly value: string;
}

/** The keys by which duplicates and callers are found, each once; a name counts together with its company. */
export function contactKeys(fields: ContactFields): readonly ContactKey[] {
  const numbers = new Set(fields.phone_numbers.map(({ phone_number }) => phone_number));
  const emails = new Set(fields.emails.map(({ email }) => foldText(email)));
  return [
    ...[...numbers].map((value) => ({ kind: "number" as const, value })),
    ...[...emails].map((value) => ({ kind: "email" as const, value })),
    { kind: "name", value: foldText(`${contactName(fields)} | ${fields.company}`) },
  ];
}

/** Tags as one text: names have no spaces. */
export const joinTags = (names: readonly string[]): string => names.join(" ");
export const splitTags = (text: string): readonly string[] => text.split(/\s+/).filter((name) => name !== "");

export function presentContact({ ownerId, imageKey, tags, ...fields }: StoredContact): Contact {
  const isPersonal = ownerId !== null;
  return {
    ...fields,
    address_type: addressTypeOf(fields.address_type),
    phone_numbers: [...fields.phone_numbers],
    emails: [...fields.emails],
    has_image: imageKey !== null,
    image_url: contactImageUrl(fields.id, imageKey),
    tags: isPersonal ? "" : joinTags(tags),
    personal_tags: isPersonal ? joinTags(tags) : "",
    is_personal: isPersonal,
    version: contactVersion({ ownerId, imageKey, tags, ...fields }),
  };
}

/** CONTACT-19: another one for each content. The picture counts by its key. */
export const contactVersion = ({ id: _id, ...contact }: StoredContact): string =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(contact).sort(([one], [other]) => (one < other ? -1 : 1))))
    .digest("base64url")
    .slice(0, 16);

function addressTypeOf(text: string): Contact["address_type"] {
  switch (text) {
    case "home":
    case "work":
    case "school":
    case "other":
      return text;
    default:
      return "";
  }
}
