/**
 * The number of messages in each mailbox, as far as it is known. A system with voicemail reads unknown counts from the
 * boxes.
 */
import type { MaybePromise, DirectoryUser, Log, MailboxCount, Voicemail } from "@callpanel/phone-port";

export interface MailboxCounts {
  set(count: MailboxCount): MailboxCount;
  /** Undefined: no count was reported, and the user has no box that could be read. */
  of(user: DirectoryUser): MaybePromise<MailboxCount | undefined>;
}

export function createMailboxCounts(deps: {
  readonly log: Log;
  readonly boxes: Pick<Voicemail, "boxOfUser" | "counts"> | undefined;
}): MailboxCounts {
  const { log, boxes } = deps;
  const known = new Map<number, MailboxCount>();

  const set = ({ userId, newCount, oldCount, urgentCount }: MailboxCount): MailboxCount => {
    const count = {
      userId,
      newCount: whole(newCount),
      oldCount: whole(oldCount),
      urgentCount: Math.min(whole(newCount), whole(urgentCount)),
    };
    known.set(userId, count);
    return count;
  };

  const look = async (from: NonNullable<typeof boxes>, userId: number): Promise<MailboxCount | undefined> => {
    try {
      const box = await from.boxOfUser(userId);
      const found = box === undefined ? undefined : await from.counts(box.id);
      // A count that was reported meanwhile is newer.
      return known.get(userId) ?? (found && set({ userId, ...found }));
    } catch (error) {
      log.warn("a mailbox could not be counted", { userId, error: String(error) });
      return known.get(userId);
    }
  };

  return {
    set,
    of: ({ id }) => known.get(id) ?? (boxes === undefined ? undefined : look(boxes, id)),
  };
}

function whole(count: number): number {
  return Number.isFinite(count) ? Math.max(0, Math.trunc(count)) : 0;
}
