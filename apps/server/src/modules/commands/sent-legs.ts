import type { Clock } from "../../kernel/clock.ts";

/** The panel offers Undo for 10 s (MOVE-6). */
export const SENT_MS = 15_000;

/** Legs that one connection has sent from its own person's calls, for the time in which that can be undone. */
export interface SentLegs {
  note(channel: string): void;
  has(channel: string): boolean;
}

export function createSentLegs(clock: Pick<Clock, "now">): SentLegs {
  const sentAt = new Map<string, number>();
  const isRecent = (at: number): boolean => clock.now() - at <= SENT_MS;
  return {
    note: (channel) => {
      for (const [one, at] of sentAt) if (!isRecent(at)) sentAt.delete(one);
      sentAt.set(channel, clock.now());
    },
    has: (channel) => isRecent(sentAt.get(channel) ?? Number.NEGATIVE_INFINITY),
  };
}
