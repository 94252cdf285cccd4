import { IconAddressBook } from "@callpanel/ui";
import { lazy } from "react";
import type { PanelFeature } from "../../shared/feature.ts";
import type { lookUp } from "./lookUp.ts";

export { listsOf as contactLists } from "./contacts.model.ts";
export { contactReload } from "./contacts.reload.ts";
export { createNumberNames } from "./names.store.ts";

/** Looks up names; its code is loaded with the first number without a name. */
export const lookUpNumbers = async (...asked: Parameters<typeof lookUp>): ReturnType<typeof lookUp> =>
  (await import("./lookUp.ts")).lookUp(...asked);

/** The contact dialogs over any page; loaded on first use. */
export const ContactLayer = lazy(async () => ({ default: (await import("./dialogs/ContactLayer.tsx")).ContactLayer }));

/** The address book: the company's contacts and the person's own (spec 1 §2). */
export const contacts: PanelFeature = {
  area: "contacts",
  icon: IconAddressBook,
  pages: { contacts: async () => ({ Screen: (await import("./ContactsScreen.tsx")).ContactsScreen }) },
};
