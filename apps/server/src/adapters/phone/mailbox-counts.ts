import type { PhoneSystem } from "@callpanel/phone-port";
import type { Office, OwnEvents } from "../../modules/realtime/index.ts";
import type { BoxCounts, MailboxFeed, VoicemailStore } from "../../modules/voicemail/index.ts";

export interface MailboxCountsDeps {
  readonly feed: Pick<MailboxFeed, "subscribe">;
  readonly store: Pick<VoicemailStore, "counts">;
  readonly phone: Pick<PhoneSystem, "notifyMailbox">;
  readonly office: Pick<Office, "apply" | "person">;
  readonly ownEvents: OwnEvents;
  /** Undefined for somebody who is no longer there. */
  readonly personOf: (userId: number) => { readonly realm: string; readonly exten: string } | undefined;
}

/** VM-50: what boxes hold is told to their owners' telephones and tabs, and to colleagues; the answer stops it. */
export async function feedMailboxCounts(deps: MailboxCountsDeps): Promise<() => void> {
  const { feed, store, phone, office, ownEvents, personOf } = deps;
  /** Whether anybody saw another count before. */
  const show = (userId: number, mailbox: BoxCounts): boolean => {
    const person = personOf(userId);
    if (person === undefined) return true;
    const before = office.person(userId)?.mailbox ?? { newCount: 0, oldCount: 0 };
    office.apply({ kind: "counted", userId, mailbox, ...person });
    phone.notifyMailbox({ userId, ...mailbox });
    return before.newCount !== mailbox.newCount || before.oldCount !== mailbox.oldCount;
  };
  for (const [userId, counts] of await store.counts()) show(userId, counts);
  return feed.subscribe((userId, counts) => {
    const person = personOf(userId);
    // Something else about the messages: where they lie, or what was said in them.
    if (!show(userId, counts) && person !== undefined)
      ownEvents.tell(userId, { action: "MWI", ...person, new: counts.newCount, old: counts.oldCount });
  });
}
