import type { BlacklistEntry } from "@callpanel/contract";

const isComplete = ({ name, number }: BlacklistEntry): boolean => name.trim() !== "" && number.trim() !== "";

/** Entries that a bulk save does not change, because their name or number is missing. */
export function incompleteEntries(
  stored: readonly BlacklistEntry[],
  typed: readonly BlacklistEntry[],
): readonly BlacklistEntry[] {
  const missing = new Set(typed.filter((entry) => !isComplete(entry)).map(({ id }) => id));
  return stored.filter(({ id }) => missing.has(id));
}

/** What a bulk save sends: entries that differ, without those that lack a name or a number (spec 1 §5). */
export function changedEntries(
  stored: readonly BlacklistEntry[],
  typed: readonly BlacklistEntry[],
): readonly BlacklistEntry[] {
  return typed
    .map(({ id, name, number }) => ({ id, name: name.trim(), number: number.trim() }))
    .filter(isComplete)
    .filter(({ id, name, number }) => {
      const before = stored.find((one) => one.id === id);
      return before?.name !== name || before.number !== number;
    });
}
