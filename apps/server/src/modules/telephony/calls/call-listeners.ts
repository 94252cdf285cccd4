import type { CallRecord, ListeningMode, Party, PhoneEvent } from "@callpanel/phone-port";

/** Remembers who listened to a call, until the call's record is written (CDR-15). */
export interface CallListeners {
  take(event: PhoneEvent): void;
  /** Limited to the time of the call, in order of their start. */
  of(record: Pick<CallRecord, "legIds" | "startedAt" | "endedAt">): readonly CallListener[];
}

export interface CallListener {
  readonly listener: Party;
  readonly watched: Party;
  /** The most intrusive mode that was used. */
  readonly mode: ListeningMode;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

interface Entry extends Omit<CallListener, "to"> {
  /** A phone that reconnects has a new leg (RFC 3891). */
  readonly legIds: readonly string[];
  readonly to: number | undefined;
}

const LOUDNESS: readonly ListeningMode[] = ["monitor", "whisper", "fullbarge"];
/** A record is written when its call ends; entries older than this many others belong to ended calls. */
const MOST_KEPT = 5_000;

export function createCallListeners(): CallListeners {
  /** By the listener's leg, oldest first. */
  const entries = new Map<string, Entry>();

  return {
    take: (event) => {
      if (event.kind !== "listeningStarted" && event.kind !== "listeningChanged" && event.kind !== "listeningEnded")
        return;
      const { legId, listener, watched, watchedLegId, mode, at } = event;
      const before = entries.get(legId) ?? { listener, watched, mode, from: at, legIds: [] };
      entries.set(legId, {
        ...before,
        mode: LOUDNESS.indexOf(mode) > LOUDNESS.indexOf(before.mode) ? mode : before.mode,
        legIds: [...new Set([...before.legIds, watchedLegId])],
        to: event.kind === "listeningEnded" ? at : undefined,
      });
      const [oldest] = entries.keys();
      if (entries.size > MOST_KEPT && oldest !== undefined) entries.delete(oldest);
    },
    of: ({ legIds, startedAt, endedAt }) =>
      [...entries.values()].flatMap(({ legIds: watchedLegs, listener, watched, mode, from, to = endedAt }) => {
        const isOver = from > endedAt || to < startedAt || !watchedLegs.some((leg) => legIds.includes(leg));
        if (isOver) return [];
        return [{ listener, watched, mode, from: Math.max(from, startedAt), to: Math.min(to, endedAt) }];
      }),
  };
}
