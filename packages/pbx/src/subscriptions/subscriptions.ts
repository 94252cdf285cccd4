/**
 * SUBSCRIBE and NOTIFY (RFC 6665): each subscription is a separate dialog, with a NOTIFY immediately and after every
 * change (rules REG-45 to REG-48, WATCH-1 to WATCH-8).
 */
import {
  contactField,
  createUasDialog,
  event,
  expires,
  header,
  nameAddr,
  sipUri,
  type HeaderField,
  type ServerTransaction,
  type SipStack,
} from "@callpanel/sip";
import type { Clock, DirectoryUser, Log, MaybePromise } from "@callpanel/phone-port";
import type { PhoneConnection } from "../connection/connections.ts";
import { whenReady } from "../when-ready.ts";
import { accepts, type Content, type EventPackage } from "./event-package.ts";
import { createSubscriptionBook, type Subscription } from "./subscription-book.ts";

export interface Subscriptions {
  /** Handles a SUBSCRIBE outside a dialog. */
  subscribe(transaction: ServerTransaction, connection: PhoneConnection, user: DirectoryUser): void;
  /** Handles a SUBSCRIBE within a dialog; false: there is no such subscription on this connection. */
  refresh(transaction: ServerTransaction, connection: PhoneConnection, key: string): boolean;
  /** Sends a NOTIFY to those of these subscriptions whose content has changed. */
  changed(event: string, userId?: number): void;
  /** Whether a phone on this connection has subscribed to this about its own user. */
  hasOwn(connectionId: string, event: string, userId: number): boolean;
  connectionClosed(connectionId: string): void;
}

export interface SubscriptionsDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly stack: SipStack;
  readonly realm: string;
  readonly packages: readonly EventPackage[];
}

/** RFC 3842 §3.4, RFC 4235 §3.4 and RFC 3856 §6.4 recommend about an hour; longer subscriptions are shortened to it. */
const LONGEST_SECONDS = 3_600;
const SHORTEST_SECONDS = 60;
/** A desk phone with several modules of keys has fewer. */
const PER_CONNECTION = 250;

export function createSubscriptions({ clock, log, stack, realm, packages }: SubscriptionsDeps): Subscriptions {
  const book = createSubscriptionBook();
  const contact = contactField(nameAddr(sipUri(undefined, realm)));
  const ALLOWED = packages.map((one) => one.event).join(", ");

  const drop = (subscription: Subscription): void => {
    subscription.stopExpiry();
    book.remove(subscription);
  };

  const contentOf = ({ of, user, subject }: Subscription): MaybePromise<Content | undefined> => {
    const content = of.contentOf(user, subject);
    if (!(content instanceof Promise)) return content;
    return content.catch((error: unknown) => {
      log.error("the state of a subscription could not be read", { error: String(error) });
      return undefined;
    });
  };

  const send = (subscription: Subscription, stateField: string, content: Content | undefined): void => {
    const { dialog, connection, of, eventField } = subscription;
    subscription.sent = content?.(0);
    subscription.isWaiting = true;
    const headers: HeaderField[] = [contact, ["Event", eventField], ["Subscription-State", stateField]];
    const body = content?.(subscription.version) ?? "";
    if (body !== "") headers.push(["Content-Type", of.contentType]);
    const request = dialog.createRequest("NOTIFY", { headers, body });
    subscription.version += 1;
    const answered = (): void => {
      subscription.isWaiting = false;
      if (book.has(subscription)) tell(subscription);
    };
    stack.request(connection, request, {
      onResponse: ({ status }) => {
        if (status < 200) return;
        // RFC 6665 §4.2.2: a phone that does not know the subscription has ended it.
        if (status === 481 || status === 489) drop(subscription);
        else answered();
      },
      onFailure: () => drop(subscription),
    });
  };

  /** Sends what holds now, unless the phone knows it or has not answered the last NOTIFY. */
  const tell = (subscription: Subscription): void => {
    if (subscription.isWaiting) return;
    void whenReady(contentOf(subscription), (content) => {
      if (subscription.isWaiting || !book.has(subscription)) return;
      // WATCH-5
      if (content === undefined) return end(subscription, "terminated;reason=rejected");
      if (content(0) === subscription.sent) return undefined;
      const left = Math.max(0, Math.round((subscription.expiresAt - clock.now()) / 1_000));
      return send(subscription, `active;expires=${left}`, content);
    });
  };

  const end = (subscription: Subscription, ending: string): void => {
    drop(subscription);
    void whenReady(contentOf(subscription), (content) => send(subscription, ending, content));
  };

  const keep = (subscription: Subscription, seconds: number): void => {
    subscription.expiresAt = clock.now() + 1_000 * seconds;
    subscription.stopExpiry = clock.setTimeout(() => end(subscription, "terminated;reason=timeout"), 1_000 * seconds);
    book.add(subscription);
    subscription.sent = undefined; // RFC 6665 §4.2.1.2: every SUBSCRIBE is followed by a NOTIFY
    if (seconds === 0) end(subscription, "terminated");
    else tell(subscription);
  };

  const take = (
    transaction: ServerTransaction,
    { connection, user, of, subject }: Pick<Subscription, "connection" | "user" | "of" | "subject">,
  ): void => {
    const { request, localTag } = transaction;
    const dialog = createUasDialog(request, localTag);
    if (dialog === undefined) return void transaction.respond(400, { reason: "No Contact" });
    const before = book.at(connection.id, { user, of, subject });
    if (before === undefined && book.countOn(connection.id) >= PER_CONNECTION)
      return void transaction.respond(403, { reason: "Too many subscriptions" });
    const seconds = accept(transaction, contact);
    if (seconds === undefined) return;
    dialog.confirm();
    // A phone that subscribes again has lost its earlier subscription.
    if (before !== undefined) drop(before);
    const eventField = header(request, "Event") ?? of.event;
    keep({ dialog, connection, user, of, subject, eventField, ...NEW }, seconds);
  };

  return {
    subscribe: (transaction, connection, user) => {
      const { request } = transaction;
      const name = event(request)?.value;
      const of = packages.find((one) => one.event === name);
      if (of === undefined) return void transaction.respond(489, { headers: [["Allow-Events", ALLOWED]] });
      if (!accepts(request, of.contentType)) return void transaction.respond(406);
      const subject = of.subjectOf(transaction, user);
      if (subject !== undefined) take(transaction, { connection, user, of, subject });
    },
    refresh: (transaction, connection, key) => {
      const subscription = book.byDialog(key);
      if (subscription?.connection !== connection) return false;
      const check = subscription.dialog.receiveRequest(transaction.request);
      if (!check.ok) {
        transaction.respond(check.status);
        return true;
      }
      const seconds = accept(transaction, contact);
      if (seconds === undefined) return true;
      subscription.stopExpiry();
      keep(subscription, seconds);
      return true;
    },
    changed: (name, userId) => {
      for (const one of book.about(name, userId)) tell(one);
    },
    hasOwn: (connectionId, name, userId) =>
      book
        .on(connectionId)
        .some(({ of, user, subject }) => of.event === name && user.id === userId && subject.userId === userId),
    connectionClosed: (connectionId) => {
      for (const one of book.on(connectionId)) drop(one);
    },
  };
}

const NEW = {
  expiresAt: 0,
  stopExpiry: (): void => undefined,
  version: 0,
  sent: undefined,
  isWaiting: false,
} as const;

/** Returns the lifetime in seconds; undefined: the request was refused. */
function accept(transaction: ServerTransaction, contact: HeaderField): number | undefined {
  const seconds = Math.min(expires(transaction.request) ?? LONGEST_SECONDS, LONGEST_SECONDS);
  if (seconds > 0 && seconds < SHORTEST_SECONDS) {
    transaction.respond(423, { headers: [["Min-Expires", String(SHORTEST_SECONDS)]] });
    return undefined;
  }
  transaction.respond(200, { headers: [contact, ["Expires", String(seconds)]] });
  return seconds;
}
