/** The event package message-summary, RFC 3842: the number of messages in the user's own mailbox (rules REG-40 to REG-48). */
import type { DirectoryUser, MailboxCount } from "@callpanel/phone-port";
import type { Uri } from "@callpanel/sip";
import type { EventPackage } from "./event-package.ts";
import type { MailboxCounts } from "./mailbox-counts.ts";

export const SUMMARY_EVENT = "message-summary";
export const SUMMARY_TYPE = "application/simple-message-summary";

type Counted = Omit<MailboxCount, "userId">;

const NOTHING: Counted = { newCount: 0, oldCount: 0, urgentCount: 0 };

export function createSummaryPackage(deps: {
  readonly realm: string;
  readonly counts: MailboxCounts;
  readonly isOwnAddress: (uri: Uri, user: DirectoryUser) => boolean;
}): EventPackage {
  const { realm, counts, isOwnAddress } = deps;
  const contentOf = (user: DirectoryUser, count: Counted = NOTHING) => {
    const body = summaryBody(count, `sip:${user.sipUsername}@${realm}`);
    return () => body;
  };
  return {
    event: SUMMARY_EVENT,
    contentType: SUMMARY_TYPE,
    subjectOf: (transaction, user) => {
      if (isOwnAddress(transaction.request.to.uri, user)) return { address: "", userId: user.id };
      transaction.respond(403, { reason: "Not your address" });
      return undefined;
    },
    // Without a count the box is shown as empty.
    contentOf: (user) => {
      const count = counts.of(user);
      return count instanceof Promise ? count.then((read) => contentOf(user, read)) : contentOf(user, count);
    },
  };
}

/** The body of a NOTIFY, RFC 3842 §5.2; `account` is a SIP URI. */
export function summaryBody({ newCount, oldCount, urgentCount }: Counted, account: string): string {
  // Spec 1 §4: exactly three non-empty lines, otherwise the panel ignores it. The numbers of urgent messages are in
  // brackets.
  return [
    `Messages-Waiting: ${newCount > 0 ? "yes" : "no"}`,
    `Message-Account: ${account}`,
    `Voice-Message: ${newCount}/${oldCount} (${urgentCount}/0)`,
    "",
  ].join("\r\n");
}
