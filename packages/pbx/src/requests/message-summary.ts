/** The content of a message-summary NOTIFY, RFC 3842 §5.2. */
import type { MailboxCount } from "@callpanel/phone-port";
import type { HeaderField } from "@callpanel/sip";

export const SUMMARY_EVENT = "message-summary";
export const SUMMARY_TYPE = "application/simple-message-summary";

/**
 * The header fields and the body of a NOTIFY; `state` is its Subscription-State, `event` the event as it was subscribed
 * to.
 */
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
    // Spec 1 §4: exactly three non-empty lines, otherwise the panel ignores it. The numbers of urgent messages are in
    // brackets.
    body: [
      `Messages-Waiting: ${newCount > 0 ? "yes" : "no"}`,
      `Message-Account: ${account}`,
      `Voice-Message: ${newCount}/${oldCount} (${urgentCount}/0)`,
      "",
    ].join("\r\n"),
  };
}
