import { canRead, contactsEventSchema, type ContactsEvent } from "@callpanel/contract";
import type { Bus } from "../../kernel/bus/bus.ts";
import { topic } from "../../kernel/bus/topic.ts";
import { ownEvent } from "./own-events.ts";
import type { Receiving } from "./receiving.ts";

/** CONTACT-40: changes of shared contacts, for all who may read them. */
export const sharedContactsChanged = topic("contacts.changed", contactsEventSchema);

/** An event lists at most this many contacts; with more changes it lists none. */
const NAMED_AT_MOST = 100;

interface Change {
  readonly realm: string;
  /** Null: shared. */
  readonly ownerId: number | null;
  readonly ids: readonly number[];
}

/** Sends changes of shared contacts to all who may read them, and of personal contacts to their owner. */
export function notifyContacts({ realm, ownerId, ids }: Change, bus: Pick<Bus, "publish">): void {
  const named = ids.length > NAMED_AT_MOST ? [] : [...ids];
  const event: ContactsEvent = { action: "CONTACTS", realm, is_personal: ownerId !== null, ids: named };
  if (ownerId === null) bus.publish(sharedContactsChanged, event);
  else bus.publish(ownEvent, { userId: ownerId, event });
}

export interface ContactSight {
  readonly key: string;
  readonly realm: string;
  readonly reads: boolean;
}

export function contactSightOf(realm: string, { rights }: Receiving): ContactSight {
  const reads = canRead(rights, "contacts");
  return { key: reads ? "contacts" : "", realm, reads };
}

export const contactEvents = (event: ContactsEvent, { realm, reads }: ContactSight): readonly ContactsEvent[] =>
  reads && event.realm === realm ? [event] : [];
