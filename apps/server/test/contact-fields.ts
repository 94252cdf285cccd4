import { NO_CONTACT_TEXTS } from "@callpanel/contract";
import type { ContactFields } from "../src/modules/contacts/index.ts";

/** Valid fields of a contact, for a store. */
export const contactFields = (parts: Partial<ContactFields> = {}): ContactFields => ({
  ...NO_CONTACT_TEXTS,
  first_name: "Zoë",
  last_name: "Zimmer",
  phone_numbers: [{ phone_number: "+14165550111", extension: "", label: "" }],
  emails: [],
  use_as_callerid: false,
  ...parts,
});

export const numbered = (...numbers: readonly string[]): Pick<ContactFields, "phone_numbers"> => ({
  phone_numbers: numbers.map((phone_number) => ({ phone_number, extension: "", label: "" })),
});
