/** Contact dialogs that any page can open. The feature `contacts` shows them. */
import type { Contact } from "@callpanel/contract";
import type { Store } from "./store.ts";
import { defineService } from "./service.ts";

export type ContactTask =
  | {
      readonly kind: "create";
      readonly isPersonal: boolean;
      /** Known values of the new contact. */
      readonly phoneNumber?: string;
      readonly name?: string;
    }
  | { readonly kind: "edit"; readonly contact: Contact }
  | { readonly kind: "show"; readonly contact: Contact }
  | { readonly kind: "delete"; readonly contact: Contact };

/** The current task; null if there is none. */
export type ContactDesk = Store<ContactTask | null, ContactTask | null>;

export const CONTACT_DESK = defineService<ContactDesk>("contactDesk");
