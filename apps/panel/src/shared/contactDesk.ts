/** What is done with a contact over the page, from whichever page it was asked for. The feature `contacts` carries it out. */
import type { Contact } from "@callpanel/contract";
import type { Store } from "./store.ts";

export type ContactTask =
  | {
      readonly kind: "create";
      readonly isPersonal: boolean;
      /** What is known of whoever is added. */
      readonly phoneNumber?: string;
      readonly name?: string;
    }
  | { readonly kind: "edit"; readonly contact: Contact }
  | { readonly kind: "show"; readonly contact: Contact }
  | { readonly kind: "delete"; readonly contact: Contact };

/** One task at a time; null: none. */
export type ContactDesk = Store<ContactTask | null, ContactTask | null>;
