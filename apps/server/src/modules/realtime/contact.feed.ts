import { canRead, type ContactsEvent } from "@callpanel/contract";
import type { OwnEvents } from "./own-events.ts";
import type { Receiving } from "./receiving.ts";

type ContactListener = (event: ContactsEvent) => void;

/** CONTACT-40: changes of shared contacts, told to all who may read them. */
export interface ContactFeed {
  tell: ContactListener;
  /** @returns how to stop listening */
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

/** An event names this many contacts at most; of more it names none. */
const NAMED_AT_MOST = 100;

interface Change {
  readonly realm: string;
  /** Null: shared. */
  readonly ownerId: number | null;
  readonly ids: readonly number[];
}

/** Shared contacts to all who may read them, one's own to oneself alone. */
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
