import type { BlacklistEntry } from "@callpanel/contract";

/** What a bulk save sends: entries that differ, without those that lack a name or a number (spec 1 §5). */
export function changedEntries(
  stored: readonly BlacklistEntry[],
  typed: readonly BlacklistEntry[],
): readonly BlacklistEntry[] {
  return typed
    .map(({ id, name, number }) => ({ id, name: name.trim(), number: number.trim() }))
    .filter(({ name, number }) => name !== "" && number !== "")
    .filter(({ id, name, number }) => {
      const before = stored.find((one) => one.id === id);
      return before?.name !== name || before.number !== number;
    });
}
