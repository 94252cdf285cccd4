import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { AuthService } from "../auth/index.ts";
import type { EncodePicture } from "../pictures/index.ts";
import { createContactsRoutes } from "./contacts.routes.ts";
import type { ContactsChanged } from "./contacts.service.ts";
import type { ContactStore, ContactTagStore } from "./contacts.store.ts";
import { createCallerNoteRoutes } from "./notes/notes.routes.ts";
import type { CallerNoteStore } from "./notes/notes.store.ts";
import { createContactImportRoutes } from "./import/import.routes.ts";

type Needs = Pick<
  KernelServices,
  "endpointServer" | "ownEvents" | "shortLived" | "servers" | "clock" | "random" | "log"
> & {
  readonly stores: {
    readonly contacts: ContactStore;
    readonly contactTags: ContactTagStore;
    readonly callerNotes: CallerNoteStore;
  };
  readonly auth: Pick<AuthService, "authenticate">;
  readonly encoders: { readonly contact: EncodePicture };
  readonly contactsChanged: ContactsChanged;
};

/** Contacts, their tags and their import. */
export const contactsModule: ServerModule<Needs> = {
  routes: ({ stores, auth, encoders, contactsChanged: changed, endpointServer, ownEvents, log, ...needs }) => {
    const book = { endpointServer, store: stores.contacts, tags: stores.contactTags, changed };
    return [
      createContactsRoutes({
        ...book,
        authenticate: auth.authenticate,
        encode: encoders.contact,
        random: needs.random,
      }),
      createCallerNoteRoutes({ endpointServer, store: stores.callerNotes, changed, clock: needs.clock }),
      createContactImportRoutes({ ...needs, ...book, log: log("contacts"), tell: ownEvents.tell }),
    ];
  },
};
