/** All subscriptions, by dialog, by phone and by the person that they are about. */
import type { Dialog } from "@callpanel/sip";
import type { DirectoryUser } from "@callpanel/phone-port";
import type { PhoneConnection } from "../connection/connections.ts";
import type { EventPackage, Subject } from "./event-package.ts";

export interface Subscription {
  readonly dialog: Dialog;
  readonly connection: PhoneConnection;
  readonly user: DirectoryUser;
  readonly of: EventPackage;
  readonly subject: Subject;
  /** As the phone wrote it; it may have an id. */
  readonly eventField: string;
  expiresAt: number;
  stopExpiry: () => void;
  /** Of the next NOTIFY. */
  version: number;
  /** The content that was sent last, as version 0; undefined: the next NOTIFY is sent in any case. */
  sent: string | undefined;
  /** A NOTIFY is not answered; the next one waits, and says what holds then. */
  isWaiting: boolean;
}

/** A phone has one subscription to a subject. */
type Place = Pick<Subscription, "user" | "of" | "subject">;

export interface SubscriptionBook {
  add(subscription: Subscription): void;
  remove(subscription: Subscription): void;
  has(subscription: Subscription): boolean;
  byDialog(key: string): Subscription | undefined;
  at(connectionId: string, place: Place): Subscription | undefined;
  on(connectionId: string): readonly Subscription[];
  countOn(connectionId: string): number;
  /** Those of one event package, about a person or about all. */
  about(event: string, userId: number | undefined): readonly Subscription[];
}

export function createSubscriptionBook(): SubscriptionBook {
  const byDialog = new Map<string, Subscription>();
  const bySubject = new Map<string, Set<Subscription>>();
  const byPhone = new Map<string, Map<string, Subscription>>();

  const has = (subscription: Subscription): boolean => byDialog.get(subscription.dialog.key) === subscription;
  return {
    has,
    add: (subscription) => {
      const { dialog, connection } = subscription;
      byDialog.set(dialog.key, subscription);
      const ofPhone = byPhone.get(connection.id) ?? new Map<string, Subscription>();
      byPhone.set(connection.id, ofPhone.set(placeOf(subscription), subscription));
      const topic = topicOf(subscription.of.event, subscription.subject.userId);
      bySubject.set(topic, (bySubject.get(topic) ?? new Set<Subscription>()).add(subscription));
    },
    remove: (subscription) => {
      if (!has(subscription)) return;
      const { dialog, connection } = subscription;
      byDialog.delete(dialog.key);
      const topic = topicOf(subscription.of.event, subscription.subject.userId);
      const ofSubject = bySubject.get(topic);
      ofSubject?.delete(subscription);
      if (ofSubject?.size === 0) bySubject.delete(topic);
      const ofPhone = byPhone.get(connection.id);
      ofPhone?.delete(placeOf(subscription));
      if (ofPhone?.size === 0) byPhone.delete(connection.id);
    },
    byDialog: (key) => byDialog.get(key),
    at: (connectionId, place) => byPhone.get(connectionId)?.get(placeOf(place)),
    on: (connectionId) => [...(byPhone.get(connectionId)?.values() ?? [])],
    countOn: (connectionId) => byPhone.get(connectionId)?.size ?? 0,
    about: (event, userId) =>
      userId === undefined
        ? [...byDialog.values()].filter(({ of }) => of.event === event)
        : [...(bySubject.get(topicOf(event, userId)) ?? [])],
  };
}

const placeOf = ({ user, of, subject }: Place): string => `${user.id} ${of.event} ${subject.address}`;
const topicOf = (event: string, userId: number): string => `${event} ${userId}`;
