/** What a phone is told of its mailbox, RFC 3842 §5.2. */
import type { MailboxCount } from "@callpanel/phone-port";
import type { HeaderField } from "@callpanel/sip";

export const SUMMARY_EVENT = "message-summary";
export const SUMMARY_TYPE = "application/simple-message-summary";

/** The fields and the body of a NOTIFY; `state` is its Subscription-State, `event` as it was subscribed to. */
export function summaryNotice(
  { newCount, oldCount, urgentCount }: Omit<MailboxCount, "userId">,
  {
    account,
    state,
    event = SUMMARY_EVENT,
  }: { readonly account: string; readonly state: string; readonly event?: string },
): { readonly headers: readonly HeaderField[]; readonly body: string } {
  return {
    headers: [
      ["Event", event],
      ["Subscription-State", state],
      ["Content-Type", SUMMARY_TYPE],
    ],
    // Spec 1 §4: exactly three lines that are not empty, or the panel takes no notice. In brackets the urgent ones.
    body: [
      `Messages-Waiting: ${newCount > 0 ? "yes" : "no"}`,
      `Message-Account: ${account}`,
      `Voice-Message: ${newCount}/${oldCount} (${urgentCount}/0)`,
      "",
    ].join("\r\n"),
  };
}
