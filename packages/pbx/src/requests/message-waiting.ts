/**
 * Message waiting (RFC 3842): notifies a person's phones of the number of messages in their mailbox (rules REG-40 to
 * REG-48).
 */
import { createRequest, nameAddr, sipUri, withParam, type SipStack } from "@callpanel/sip";
import { whenReady } from "../when-ready.ts";
import type { PhoneConnection } from "../connection/connections.ts";
import type { Log, MailboxCount, Voicemail } from "@callpanel/phone-port";
import type { Binding, Bindings } from "../registrar/bindings.ts";
import { createMailboxCounts } from "./mailbox-counts.ts";
import {
  createMailboxSubscriptions,
  type MailboxSubscriptions,
  type SubscriptionDeps,
} from "./mailbox-subscriptions.ts";
import { summaryNotice } from "./message-summary.ts";

export interface MessageWaiting extends Omit<MailboxSubscriptions, "notify" | "has"> {
  /** Notifies all phones of the user, and keeps the count for phones that register later. */
  notify(count: MailboxCount): void;
  /** Call this when a phone has registered. */
  registered(binding: Binding): void;
}

const TAG_LENGTH = 12;
const CALL_ID_LENGTH = 20;

export interface MessageWaitingDeps extends Omit<SubscriptionDeps, "counts"> {
  readonly log: Log;
  readonly stack: SipStack;
  readonly bindings: Bindings;
  readonly connectionById: (id: string) => PhoneConnection | undefined;
  readonly randomText: (length: number) => string;
  /** Read for counts that were not reported. */
  readonly boxes: Voicemail | undefined;
}

export function createMessageWaiting(deps: MessageWaitingDeps): MessageWaiting {
  const { stack, bindings, realm, randomText } = deps;
  const counts = createMailboxCounts(deps);
  const subscriptions = createMailboxSubscriptions({ ...deps, counts });

  /** No subscription: the phone accepts an unsolicited NOTIFY, and its response is ignored. */
  const send = ({ user, contact, connectionId }: Binding, count: MailboxCount): void => {
    const connection = deps.connectionById(connectionId);
    if (connection === undefined || subscriptions.has(connectionId, user.id)) return;
    const account = nameAddr(sipUri(user.sipUsername, realm));
    const request = createRequest({
      method: "NOTIFY",
      uri: contact.uri,
      from: { ...account, params: withParam(account.params, "tag", randomText(TAG_LENGTH)) },
      to: account,
      callId: randomText(CALL_ID_LENGTH),
      cseq: 1,
      ...summaryNotice(count, { account: `sip:${user.sipUsername}@${realm}`, state: "active" }),
    });
    stack.request(connection, request, { onResponse: () => undefined, onFailure: () => undefined });
  };

  return {
    subscribe: subscriptions.subscribe,
    refresh: subscriptions.refresh,
    connectionClosed: subscriptions.connectionClosed,
    notify: (told) => {
      const count = counts.set(told);
      for (const binding of bindings.ofUser(count.userId)) send(binding, count);
      subscriptions.notify(count);
    },
    registered: (binding) =>
      void whenReady(counts.of(binding.user), (count) => {
        if (count !== undefined) send(binding, count);
      }),
  };
}
