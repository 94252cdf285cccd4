/** Message waiting (RFC 3842): tells a person's phones how many messages their mailbox has (rules REG-40 to REG-43). */
import { createRequest, nameAddr, sipUri, withParam, type SipStack } from "@callpanel/sip";
import type { PhoneConnection } from "../connection/connections.ts";
import type { Binding, Bindings } from "../registrar/bindings.ts";

export interface MailboxCount {
  readonly userId: number;
  readonly newCount: number;
  readonly oldCount: number;
}

export interface MessageWaiting {
  /** Tells all phones of the user, and keeps the count for those that come. */
  notify(count: MailboxCount): void;
  /** A phone has registered. */
  registered(binding: Binding): void;
}

const TAG_LENGTH = 12;
const CALL_ID_LENGTH = 20;

export function createMessageWaiting(deps: {
  readonly stack: SipStack;
  readonly bindings: Bindings;
  readonly connectionById: (id: string) => PhoneConnection | undefined;
  readonly realm: string;
  readonly randomText: (length: number) => string;
}): MessageWaiting {
  const { stack, bindings, realm, randomText } = deps;
  const counts = new Map<number, MailboxCount>();

  /** Nobody has subscribed: the phones take it unasked, and what they answer changes nothing. */
  const send = ({ user, contact, connectionId }: Binding, count: MailboxCount): void => {
    const connection = deps.connectionById(connectionId);
    if (connection === undefined) return;
    const account = nameAddr(sipUri(user.sipUsername, realm));
    const request = createRequest({
      method: "NOTIFY",
      uri: contact.uri,
      from: { ...account, params: withParam(account.params, "tag", randomText(TAG_LENGTH)) },
      to: account,
      callId: randomText(CALL_ID_LENGTH),
      cseq: 1,
      headers: [
        ["Event", "message-summary"],
        ["Subscription-State", "active"],
        ["Content-Type", "application/simple-message-summary"],
      ],
      body: summaryOf(count, `sip:${user.sipUsername}@${realm}`),
    });
    stack.request(connection, request, { onResponse: () => undefined, onFailure: () => undefined });
  };

  return {
    notify: ({ userId, newCount, oldCount }) => {
      const count = { userId, newCount: whole(newCount), oldCount: whole(oldCount) };
      counts.set(userId, count);
      for (const binding of bindings.ofUser(userId)) send(binding, count);
    },
    registered: (binding) => {
      const count = counts.get(binding.user.id);
      if (count !== undefined) send(binding, count);
    },
  };
}

/** Spec 1 §4: exactly three lines that are not empty, or the panel takes no notice. */
function summaryOf({ newCount, oldCount }: MailboxCount, account: string): string {
  return [
    `Messages-Waiting: ${newCount > 0 ? "yes" : "no"}`,
    `Message-Account: ${account}`,
    `Voice-Message: ${newCount}/${oldCount} (0/0)`,
    "",
  ].join("\r\n");
}

function whole(count: number): number {
  return Number.isFinite(count) ? Math.max(0, Math.trunc(count)) : 0;
}
