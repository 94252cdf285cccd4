import { IconAddressBook } from "@callpanel/ui";
import { CONTACT_DESK } from "../../shared/contactDesk.ts";
import type { ContactTask } from "../../shared/contactDesk.ts";
import { provide } from "../../shared/feature.ts";
import type { PanelFeature } from "../../shared/feature.ts";
import { reloadOn } from "../../shared/live/reload.ts";
import { createNoteDrafts, NOTE_DRAFTS } from "../../shared/phone/notes/noteDrafts.ts";
import { NUMBER_NAMES } from "../../shared/phone/numberNames.ts";
import { createStore } from "../../shared/store.ts";
import { listsOf } from "./contacts.lists.ts";
import { contactReload } from "./contacts.reload.ts";
import { ContactTasks } from "./dialogs/ContactTasks.tsx";
import { createNumberNames } from "./names.store.ts";

/** The address book: the company's contacts and the person's own (spec 1 §2). */
export const contacts: PanelFeature = {
  menu: { area: "contacts", icon: IconAddressBook },
  pages: { contacts: async () => ({ Screen: (await import("./ContactsScreen.tsx")).ContactsScreen }) },
  finder: {
    needs: ["contactsRead", "contactsManagePersonal"],
    load: async () => (await import("./contacts.find.ts")).findContacts,
  },
  Layer: ContactTasks,
  provides: [
    provide(
      CONTACT_DESK,
      () => createStore<ContactTask | null, ContactTask | null>(null, (_, next) => next),
      (desk) => () => desk.dispatch(null),
    ),
    provide(NOTE_DRAFTS, createNoteDrafts),
    provide(
      NUMBER_NAMES,
      ({ api, clock, signedIn }) =>
        createNumberNames({
          // Loaded with the first number without a name.
          lookUp: async (numbers) => (await import("./lookUp.ts")).lookUp(api, numbers),
          clock,
          mayAsk() {
            const viewer = signedIn.get();
            return viewer !== null && listsOf(viewer.flags).length > 0;
          },
        }),
      (names, panel) => reloadOn({ ...panel, also: names.refresh }, contactReload).stop,
    ),
  ],
};
