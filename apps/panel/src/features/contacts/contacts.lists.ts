import type { Contact, UiFlag } from "@callpanel/contract";

/** The company's contacts, or the person's own. */
export const CONTACT_LISTS = ["shared", "personal"] as const;
export type ContactList = (typeof CONTACT_LISTS)[number];

type Flags = Readonly<Record<UiFlag, boolean>>;

/** ADDRESS-10: the lists that a person may see. */
export const listsOf = ({ contactsRead, contactsManagePersonal }: Flags): readonly ContactList[] =>
  CONTACT_LISTS.filter((list) => (list === "shared" ? contactsRead : contactsManagePersonal));

/** ADDRESS-10: whether a person may write in a list. */
export const mayWrite = ({ contactsWrite, contactsManagePersonal }: Flags, list: ContactList): boolean =>
  list === "shared" ? contactsWrite : contactsManagePersonal;

export const listOf = ({ is_personal }: Pick<Contact, "is_personal">): ContactList =>
  is_personal ? "personal" : "shared";
