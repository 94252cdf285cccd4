import { canRead, type ContactsEvent } from "@callpanel/contract";
import type { OwnEvents } from "./own-events.ts";
import type { Receiving } from "./receiving.ts";

type ContactListener = (event: ContactsEvent) => void;

/** CONTACT-40: changes of shared contacts, for all who may read them. */
export interface ContactFeed {
  tell: ContactListener;
  /** @returns unsubscribes */
  subscribe(listener: ContactListener): () => void;
}

export function createContactFeed(): ContactFeed {
  const listeners = new Set<ContactListener>();
  return {
    tell: (event) => {
      for (const listener of listeners) listener(event);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** An event lists at most this many contacts; with more changes it lists none. */
const NAMED_AT_MOST = 100;

interface Change {
  readonly realm: string;
  /** Null: shared. */
  readonly ownerId: number | null;
  readonly ids: readonly number[];
}

/** Sends changes of shared contacts to all who may read them, and of personal contacts to their owner. */
export function tellContacts(
  { realm, ownerId, ids }: Change,
  { feed, ownEvents }: { readonly feed: ContactFeed; readonly ownEvents: Pick<OwnEvents, "tell"> },
): void {
  const named = ids.length > NAMED_AT_MOST ? [] : [...ids];
  const event: ContactsEvent = { action: "CONTACTS", realm, is_personal: ownerId !== null, ids: named };
  if (ownerId === null) feed.tell(event);
  else ownEvents.tell(ownerId, event);
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
