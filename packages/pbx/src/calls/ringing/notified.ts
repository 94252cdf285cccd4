/**
 * A person whose phones ring may have others that sleep. Those are notified too, and ring as soon as they have registered
 * (rules CALL-126 to CALL-129).
 */
import type { HeaderField } from "@callpanel/sip";
import type { DirectoryUser, Log, Party, Waking, Woken } from "@callpanel/phone-port";
import type { RingFollower } from "../call/ring-plan.port.ts";
import type { LegReason } from "../leg/leg.model.ts";

/** What the panel sends when a person rejects a call. */
export const DECLINED: LegReason = { status: 486, text: "Declined" };

/** Names the call of the push, so that a page can find the call that was answered from its notification. */
export const pushedCall = ({ id }: { readonly id: string }): readonly HeaderField[] => [["X-Pushed-Call", id]];

export interface NotifiedRing {
  readonly callId: string;
  readonly user: DirectoryUser;
  /** The caller as the person's phones show them. */
  readonly from: Pick<Party, "name" | "number">;
  /** The person refuses, without a phone. Not called after the ringing. */
  decline(): void;
}

/** The ringing at one person; `over` counts once. */
export type Notified = Woken;
export type NotifyPerson = (ring: NotifiedRing) => Notified;

export function createNotifyPerson({
  waking,
  log,
}: {
  readonly waking?: Waking | undefined;
  readonly log: Log;
}): NotifyPerson {
  const failed = (callId: string, userId: number, error: unknown): void =>
    log.warn("a call was not notified", { call: callId, user: userId, error: String(error) });

  return ({ callId, user, from: { name, number }, decline }) => {
    let end: Parameters<Woken["over"]>[0] | undefined;
    let woken: Woken | undefined;
    const notify = async (port: Waking): Promise<void> => {
      const ring = { id: callId, userId: user.id, from: { name, number }, rings: true };
      const declined = (): void => (end === undefined ? decline() : undefined);
      woken = await port.wake({ ...ring, decline: declined, giveUp: () => undefined });
      if (end !== undefined) woken?.over(end);
    };
    // The phones do not wait for it.
    if (waking !== undefined) notify(waking).catch((error: unknown) => failed(callId, user.id, error));
    return {
      over: (how) => {
        if (end !== undefined) return;
        end = how;
        woken?.over(how);
      },
    };
  };
}

/** For a call that rings the phones of one person. */
export function followNotified(notify: (decline: () => void) => Notified): RingFollower {
  let notified: Notified | undefined;
  return {
    begin: (desk) => {
      notified = notify(() => desk.decline(DECLINED));
    },
    end: ({ how }) => notified?.over(how === "over" ? "missed" : "handled"),
  };
}
