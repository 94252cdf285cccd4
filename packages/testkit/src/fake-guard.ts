import type { GuessGuard } from "@callpanel/phone-port";

/** Admits a limited number of wrong tries of one name at one address; by default there is no limit. */
export function createFakeGuard(limit = Number.POSITIVE_INFINITY): GuessGuard {
  const counts = new Map<string, number>();
  return {
    begin: ({ name, address }) => {
      const key = `${address} ${name}`;
      const count = counts.get(key) ?? 0;
      if (count >= limit) return { admitted: false, seconds: 60 };
      counts.set(key, count + 1);
      return {
        admitted: true,
        succeeded: () => void counts.delete(key),
        withdrawn: () => void counts.set(key, (counts.get(key) ?? 1) - 1),
      };
    },
  };
}
