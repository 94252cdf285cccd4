import { IconAddressBook } from "@callpanel/ui";
import { lazy } from "react";
import type { PanelFeature } from "../../shared/feature.ts";

export { joinContactEvents } from "./contacts.events.ts";
export { listsOf as contactLists } from "./contacts.model.ts";
export { createNumberNames } from "./names.store.ts";

/** What is done with a contact over any page; loaded when it is first asked for. */
export const ContactLayer = lazy(async () => ({ default: (await import("./dialogs/ContactLayer.tsx")).ContactLayer }));

/** The address book: the company's contacts and one's own (spec 1 §2). */
export const contacts: PanelFeature = {
  area: "contacts",
  icon: IconAddressBook,
  pages: { contacts: async () => ({ Screen: (await import("./ContactsScreen.tsx")).ContactsScreen }) },
};
