import type { CallRecord } from "@callpanel/phone-port";

/** Legs of calls that have ended; past it the oldest are forgotten. A leg that is moved goes on at once. */
const MOST_LEGS = 20_000;

/** CDR-7: which calls that have ended a call came from, by the legs that went through both. */
export function createCallChains() {
  const calls = new Map<string, string>();
  return {
    /** The calls before it; it is itself before those that its legs go on in. */
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
