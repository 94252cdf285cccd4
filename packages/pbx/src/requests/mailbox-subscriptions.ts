/**
 * SUBSCRIBE to one's own mailbox (RFC 3842, RFC 6665): a separate dialog, with a NOTIFY immediately and after every
 * change (rules REG-45 to REG-48).
 */
import {
  contactField,
  createUasDialog,
  event,
  expires,
  header,
  listValues,
  nameAddr,
  sipUri,
  type Dialog,
  type ServerTransaction,
  type SipRequest,
  type SipStack,
} from "@callpanel/sip";
import { whenReady } from "../when-ready.ts";
import type { PhoneConnection } from "../connection/connections.ts";
import type { Clock, DirectoryUser, MailboxCount } from "@callpanel/phone-port";
import type { MailboxCounts } from "./mailbox-counts.ts";
import { SUMMARY_EVENT, SUMMARY_TYPE, summaryNotice } from "./message-summary.ts";

export interface MailboxSubscriptions {
  /** Handles a SUBSCRIBE outside a dialog, from a user to their own address. */
  subscribe(transaction: ServerTransaction, connection: PhoneConnection, user: DirectoryUser): void;
  /** Handles a SUBSCRIBE within a dialog; false: there is no such subscription on this connection. */
  refresh(transaction: ServerTransaction, connection: PhoneConnection, key: string): boolean;
  notify(count: MailboxCount): void;
  /** Whether the user's phone on this connection has subscribed. */
  has(connectionId: string, userId: number): boolean;
  connectionClosed(connectionId: string): void;
}

export interface SubscriptionDeps {
  readonly clock: Clock;
  readonly stack: SipStack;
  readonly realm: string;
  readonly counts: MailboxCounts;
}

interface Subscription {
  readonly dialog: Dialog;
  readonly connection: PhoneConnection;
  readonly user: DirectoryUser;
  /** As the phone wrote it; it may have an id. */
  readonly event: string;
  readonly expiresAt: number;
  readonly stopExpiry: () => void;
}

/** RFC 3842 §3.4 recommends an hour; longer subscriptions are shortened to it. */
const LONGEST_SECONDS = 3_600;
const SHORTEST_SECONDS = 60;

export function createMailboxSubscriptions({ clock, stack, realm, counts }: SubscriptionDeps): MailboxSubscriptions {
  const byDialog = new Map<string, Subscription>();
  /** By connection, then by user. */
  const byPhone = new Map<string, Map<number, Subscription>>();

  const drop = (subscription: Subscription): void => {
    const { dialog, connection, user, stopExpiry } = subscription;
    stopExpiry();
    if (byDialog.get(dialog.key) !== subscription) return;
    byDialog.delete(dialog.key);
    const phones = byPhone.get(connection.id);
    phones?.delete(user.id);
    if (phones?.size === 0) byPhone.delete(connection.id);
  };

  const send = ({ dialog, connection, user, event: name }: Subscription, state: string, count: Counted): void => {
    const notice = summaryNotice(count, { account: `sip:${user.sipUsername}@${realm}`, state, event: name });
    const headers = [contactField(nameAddr(sipUri(undefined, realm))), ...notice.headers];
    stack.request(connection, dialog.createRequest("NOTIFY", { headers, body: notice.body }), {
      onResponse: ({ status }) => {
        // RFC 6665 §4.2.2: a phone that does not know the subscription has ended it.
        if (status === 481 || status === 489) forget(dialog.key);
      },
      onFailure: () => forget(dialog.key),
    });
  };
  const forget = (key: string): void => {
    const subscription = byDialog.get(key);
    if (subscription !== undefined) drop(subscription);
  };

  /** Without a count the box is shown as empty. */
  const tell = (subscription: Subscription): void =>
    void whenReady(counts.of(subscription.user), (count = { userId: subscription.user.id, ...NOTHING }) => {
      if (byDialog.get(subscription.dialog.key) === subscription) send(subscription, stateOf(subscription), count);
    });
  const stateOf = ({ expiresAt }: Subscription): string =>
    `active;expires=${Math.max(0, Math.round((expiresAt - clock.now()) / 1_000))}`;

  const end = (subscription: Subscription, reason?: string): void => {
    drop(subscription);
    const state = reason === undefined ? "terminated" : `terminated;reason=${reason}`;
    void whenReady(counts.of(subscription.user), (count = { userId: subscription.user.id, ...NOTHING }) =>
      send(subscription, state, count),
    );
  };

  const keep = (parts: Pick<Subscription, "dialog" | "connection" | "user" | "event">, seconds: number): void => {
    const subscription: Subscription = {
      ...parts,
      expiresAt: clock.now() + 1_000 * seconds,
      stopExpiry: clock.setTimeout(() => end(subscription, "timeout"), 1_000 * seconds),
    };
    const { dialog, connection, user } = parts;
    byDialog.set(dialog.key, subscription);
    byPhone.set(
      connection.id,
      (byPhone.get(connection.id) ?? new Map<number, Subscription>()).set(user.id, subscription),
    );
    if (seconds === 0) end(subscription);
    else tell(subscription);
  };

  /** Returns the lifetime; undefined: the request was refused. */
  const accept = (transaction: ServerTransaction): number | undefined => {
    const seconds = Math.min(expires(transaction.request) ?? LONGEST_SECONDS, LONGEST_SECONDS);
    if (seconds > 0 && seconds < SHORTEST_SECONDS) {
      transaction.respond(423, { headers: [["Min-Expires", String(SHORTEST_SECONDS)]] });
      return undefined;
    }
    transaction.respond(200, {
      headers: [contactField(nameAddr(sipUri(undefined, realm))), ["Expires", String(seconds)]],
    });
    return seconds;
  };

  return {
    subscribe: (transaction, connection, user) => {
      const { request, localTag } = transaction;
      if (event(request)?.value !== SUMMARY_EVENT)
        return void transaction.respond(489, { headers: [["Allow-Events", SUMMARY_EVENT]] });
      if (!takesSummaries(request)) return void transaction.respond(406);
      const dialog = createUasDialog(request, localTag);
      if (dialog === undefined) return void transaction.respond(400, { reason: "No Contact" });
      const seconds = accept(transaction);
      if (seconds === undefined) return undefined;
      dialog.confirm();
      // A phone that subscribes again has lost its earlier subscription.
      const before = byPhone.get(connection.id)?.get(user.id);
      if (before !== undefined) drop(before);
      return keep({ dialog, connection, user, event: header(request, "Event") ?? SUMMARY_EVENT }, seconds);
    },
    refresh: (transaction, connection, key) => {
      const subscription = byDialog.get(key);
      if (subscription?.connection !== connection) return false;
      const check = subscription.dialog.receiveRequest(transaction.request);
      if (!check.ok) {
        transaction.respond(check.status);
        return true;
      }
      const seconds = accept(transaction);
      if (seconds === undefined) return true;
      subscription.stopExpiry();
      keep(subscription, seconds);
      return true;
    },
    notify: (count) => {
      for (const subscription of byDialog.values())
        if (subscription.user.id === count.userId) send(subscription, stateOf(subscription), count);
    },
    has: (connectionId, userId) => byPhone.get(connectionId)?.has(userId) === true,
    connectionClosed: (connectionId) => {
      for (const one of byPhone.get(connectionId)?.values() ?? []) drop(one);
    },
  };
}

type Counted = Omit<MailboxCount, "userId">;

const NOTHING: Counted = { newCount: 0, oldCount: 0, urgentCount: 0 };

/** RFC 3842 §3.5: a phone without an Accept header field accepts them. */
function takesSummaries(request: SipRequest): boolean {
  const accepted = listValues(request, "Accept").map((one) => one.split(";", 1)[0]?.trim().toLowerCase());
  return (
    accepted.length === 0 || accepted.some((one) => one === SUMMARY_TYPE || one === "*/*" || one === "application/*")
  );
}
