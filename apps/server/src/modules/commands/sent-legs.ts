import type { Clock } from "../../kernel/clock.ts";

/** The panel offers Undo for 10 s (MOVE-6). */
export const SENT_MS = 15_000;
/** As long as the place in the line is kept (QUE-86), and until somebody has answered (QBOARD-11). */
export const LEFT_QUEUE_MS = 90_000;

interface Sent {
  readonly at: number;
  readonly queue: string | undefined;
}

/** Legs that one connection has sent from its own person's calls, or out of a queue, for the time in which that can be undone. */
export interface SentLegs {
  /** `queue`: in whose line it waited. */
  note(channel: string, queue?: string): void;
  /** Sent from a call of the person. */
  has(channel: string): boolean;
  /** The queue from which it was sent. */
  queueOf(channel: string): string | undefined;
}

export function createSentLegs(clock: Pick<Clock, "now">): SentLegs {
  const sent = new Map<string, Sent>();
  const isRecent = ({ at, queue }: Sent): boolean =>
    clock.now() - at <= (queue === undefined ? SENT_MS : LEFT_QUEUE_MS);
  const recent = (channel: string): Sent | undefined => {
    const found = sent.get(channel);
    return found !== undefined && isRecent(found) ? found : undefined;
  };
  return {
    note: (channel, queue) => {
      for (const [one, of] of sent) if (!isRecent(of)) sent.delete(one);
      sent.set(channel, { at: clock.now(), queue });
    },
    has: (channel) => {
      const found = recent(channel);
      return found !== undefined && found.queue === undefined;
    },
    queueOf: (channel) => recent(channel)?.queue,
  };
}
