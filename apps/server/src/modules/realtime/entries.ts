export type Key = string | number;

export interface EntriesDefinition<Entry> {
  readonly keyOf: (entry: Entry) => Key;
  /** Other values by which `find` finds an entry. */
  readonly indexedBy?: (entry: Entry) => readonly string[];
}

/** The state of a board, to read: entries by key. */
export interface Entries<Entry> {
  get(key: Key): Entry | undefined;
  /** The entries indexed by a value, in the order in which they were. */
  find(value: string): readonly Entry[];
  values(): Iterable<Entry>;
}

export interface KeptEntries<Entry> extends Entries<Entry> {
  /** Replaces an entry with the same key in its place, otherwise adds it at the end. */
  keep(entry: Entry): void;
  drop(entry: Entry): void;
}

const NO_VALUES: readonly string[] = [];

export function createEntries<Entry>({ keyOf, indexedBy }: EntriesDefinition<Entry>): KeptEntries<Entry> {
  const entries = new Map<Key, Entry>();
  const index = new Map<string, Set<Key>>();
  const valuesOf = (entry: Entry | undefined) => (entry === undefined ? NO_VALUES : (indexedBy?.(entry) ?? NO_VALUES));

  const reindex = (key: Key, before: readonly string[], now: readonly string[]): void => {
    for (const value of before) {
      const keys = now.includes(value) ? undefined : index.get(value);
      keys?.delete(key);
      if (keys?.size === 0) index.delete(value);
    }
    for (const value of now) {
      const keys = index.get(value);
      if (keys === undefined) index.set(value, new Set([key]));
      else keys.add(key);
    }
  };
  return {
    get: (key) => entries.get(key),
    find: (value) => [...(index.get(value) ?? [])].flatMap((key) => entries.get(key) ?? []),
    values: () => entries.values(),
    keep: (entry) => {
      const key = keyOf(entry);
      reindex(key, valuesOf(entries.get(key)), valuesOf(entry));
      entries.set(key, entry);
    },
    drop: (entry) => {
      const key = keyOf(entry);
      reindex(key, valuesOf(entries.get(key)), NO_VALUES);
      entries.delete(key);
    },
  };
}
