/**
 * Message waiting without a subscription (RFC 3842): notifies a person's phones of the number of messages in their mailbox
 * (rules REG-40 to REG-42).
 */
import { createRequest, nameAddr, sipUri, withParam, type SipStack } from "@callpanel/sip";
import type { MailboxCount } from "@callpanel/phone-port";
import type { PhoneConnection } from "../connection/connections.ts";
import type { Binding, Bindings } from "../registrar/bindings.ts";
import { whenReady } from "../when-ready.ts";
import type { MailboxCounts } from "./mailbox-counts.ts";
import { SUMMARY_EVENT, SUMMARY_TYPE, summaryBody } from "./message-summary.ts";
import type { Subscriptions } from "./subscriptions.ts";

export interface MessageWaiting {
  /** Notifies all phones of the user, and keeps the count for phones that register later. */
  notify(count: MailboxCount): void;
  /** Call this when a phone has registered. */
  registered(binding: Binding): void;
}

const TAG_LENGTH = 12;
const CALL_ID_LENGTH = 20;

export interface MessageWaitingDeps {
  readonly stack: SipStack;
  readonly realm: string;
  readonly bindings: Bindings;
  readonly connectionById: (id: string) => PhoneConnection | undefined;
  readonly randomText: (length: number) => string;
  readonly counts: MailboxCounts;
  readonly subscriptions: Pick<Subscriptions, "changed" | "hasOwn">;
}

export function createMessageWaiting(deps: MessageWaitingDeps): MessageWaiting {
  const { stack, bindings, realm, randomText, counts, subscriptions } = deps;

  /** The phone accepts a NOTIFY without a subscription, and its response is ignored. */
  const send = ({ user, contact, connectionId }: Binding, count: MailboxCount): void => {
    const connection = deps.connectionById(connectionId);
    if (connection === undefined || subscriptions.hasOwn(connectionId, SUMMARY_EVENT, user.id)) return;
    const account = nameAddr(sipUri(user.sipUsername, realm));
    const request = createRequest({
      method: "NOTIFY",
      uri: contact.uri,
      from: { ...account, params: withParam(account.params, "tag", randomText(TAG_LENGTH)) },
      to: account,
      callId: randomText(CALL_ID_LENGTH),
      cseq: 1,
      headers: [
        ["Event", SUMMARY_EVENT],
        ["Subscription-State", "active"],
        ["Content-Type", SUMMARY_TYPE],
      ],
      body: summaryBody(count, `sip:${user.sipUsername}@${realm}`),
    });
    stack.request(connection, request, { onResponse: () => undefined, onFailure: () => undefined });
  };

  return {
    notify: (told) => {
      const count = counts.set(told);
      for (const binding of bindings.ofUser(count.userId)) send(binding, count);
      subscriptions.changed(SUMMARY_EVENT, count.userId);
    },
    registered: (binding) =>
      void whenReady(counts.of(binding.user), (count) => {
        if (count !== undefined) send(binding, count);
      }),
  };
}
