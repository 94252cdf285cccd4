import type { SentCounts, OutgoingKind } from "@callpanel/contract";

/** Counts what leaves the server: mails, notifications to browsers, text messages. */
export interface Tally {
  /** `failed`: refused for good. Something that is tried again is not counted yet. */
  count(kind: OutgoingKind, result: "sent" | "failed"): void;
  /** Since the last call of it. */
  take(): SentCounts;
  /** The same without beginning again. */
  look(): SentCounts;
}

export const NOTHING_SENT: SentCounts = {
  mail: { sent: 0, failed: 0 },
  push: { sent: 0, failed: 0 },
  sms: { sent: 0, failed: 0 },
};

export function addSent(one: SentCounts, other: SentCounts): SentCounts {
  const of = (kind: OutgoingKind) => ({
    sent: one[kind].sent + other[kind].sent,
    failed: one[kind].failed + other[kind].failed,
  });
  return { mail: of("mail"), push: of("push"), sms: of("sms") };
}

export function createTally(): Tally {
  let counts = NOTHING_SENT;
  return {
    count: (kind, result) => {
      counts = { ...counts, [kind]: { ...counts[kind], [result]: counts[kind][result] + 1 } };
    },
    take: () => {
      const taken = counts;
      counts = NOTHING_SENT;
      return taken;
    },
    look: () => counts,
  };
}
