import type { PhoneSystem } from "@callpanel/phone-port";
import type { PresenceBoard } from "../../presence/index.ts";
import type { OwnEvents } from "../../realtime/index.ts";
import type { BoxCounts, MailboxFeed } from "../../voicemail/index.ts";

export interface MailboxCountsDeps {
  readonly feed: Pick<MailboxFeed, "subscribe" | "countAll">;
  readonly phone: Pick<PhoneSystem, "notifyMailbox">;
  readonly presenceBoard: Pick<PresenceBoard, "apply" | "person">;
  readonly ownEvents: Pick<OwnEvents, "notifyHere">;
  /** Undefined for a removed user. */
  readonly personOf: (userId: number) => { readonly realm: string; readonly exten: string } | undefined;
}

/** VM-50: reports message counts to the telephones and tabs of box owners, and to colleagues. @returns stops it */
export async function feedMailboxCounts(deps: MailboxCountsDeps): Promise<() => void> {
  const { feed, phone, presenceBoard, ownEvents, personOf } = deps;
  /** Whether the count differs from the last one shown. */
  const show = (userId: number, mailbox: BoxCounts): boolean => {
    const person = personOf(userId);
    if (person === undefined) return true;
    const before = presenceBoard.person(userId)?.mailbox ?? { newCount: 0, oldCount: 0 };
    presenceBoard.apply({ kind: "counted", userId, mailbox, ...person });
    phone.notifyMailbox({ userId, ...mailbox });
    return before.newCount !== mailbox.newCount || before.oldCount !== mailbox.oldCount;
  };
  const stop = feed.subscribe((userId, counts) => {
    const person = personOf(userId);
    // The count is the same: a message was moved, or its text changed.
    if (!show(userId, counts) && person !== undefined)
      ownEvents.notifyHere(userId, { action: "MWI", ...person, new: counts.newCount, old: counts.oldCount });
  });
  await feed.countAll();
  return stop;
}
