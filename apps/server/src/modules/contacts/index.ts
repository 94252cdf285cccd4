export { contactsModule } from "./contacts.module.ts";
export { contactNamesOf, contactNumbersNamed } from "./contact-names.ts";
export { createContactNumberSources } from "./contact-numbers.ts";
export { contactKeys, contactName } from "./contacts.model.ts";
export type { Book, ContactFields, StoredContact, StoredTag } from "./contacts.model.ts";
export type { CallerNoteStore, StoredNote } from "./notes/notes.store.ts";
export { seedDemoContacts } from "./demo-contacts.ts";
export type { ContactsChanged } from "./contacts.service.ts";
export type { ContactStore, ContactTagStore, ContactWrite, FoundName } from "./contacts.store.ts";
