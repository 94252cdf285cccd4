import type { CallRecord } from "@callpanel/phone-port";

/** Legs of ended calls that are remembered; the oldest are dropped. A leg that is moved continues immediately. */
const MOST_LEGS = 20_000;

/** CDR-7: finds the ended calls from which a call came, by the legs that were in both. */
export function createCallChains() {
  const calls = new Map<string, string>();
  return {
    /** Returns the calls before this one, and remembers it for calls in which its legs continue. */
    follow: ({ id, legIds }: Pick<CallRecord, "id" | "legIds">): readonly string[] => {
      const earlier = new Set(legIds.flatMap((leg) => calls.get(leg) ?? []));
      earlier.delete(id);
      for (const leg of legIds) {
        calls.delete(leg);
        calls.set(leg, id);
      }
      for (const [oldest] of calls) {
        if (calls.size <= MOST_LEGS) break;
        calls.delete(oldest);
      }
      return [...earlier];
    },
  };
}
