import type { ServerFrame } from "@callpanel/contract";
import { createEntries, type Entries, type EntriesDefinition } from "./entries.ts";
import { createEventSource, type EventSource, type Visibility, type Visible } from "./event-source.ts";

/** A change of a board: the entry that leaves, the entry that is kept from now on, and what receivers may be sent of it. */
export interface Change<Entry, Fact> {
  readonly drop?: Entry | undefined;
  readonly keep?: Entry | undefined;
  readonly fact?: Fact;
}

type Snapshot = Required<Omit<Extract<ServerFrame, { type: "snapshot" }>, "type" | "sequence">>;
/** Only a board that is named like a member of the snapshot frame has a part in it. */
type SnapshotPart<Name extends string> = Name extends keyof Snapshot ? Readonly<Snapshot[Name]> : never;

/** Live state of one kind: what is kept, how it changes, and who sees what of it. */
export interface BoardDefinition<Name extends string, Entry, Action, Fact, Seen extends Visibility> extends Visible<
  Fact,
  Seen
> {
  /** Also the name of its member in a snapshot. */
  readonly name: Name;
  readonly state: EntriesDefinition<Entry>;
  /** The changes that an action causes, in order. Pure: the runner applies them. */
  readonly step: (entries: Entries<Entry>, action: Action) => ReadonlyArray<Change<Entry, Fact>>;
  /** Undefined: the snapshot has no such member. */
  readonly snapshot?: (entries: Entries<Entry>, seen: Seen) => SnapshotPart<Name> | undefined;
  /** What only this person may see; undefined: nothing. */
  readonly ownSnapshot?: (entries: Entries<Entry>, seen: Seen, userId: number) => SnapshotPart<Name> | undefined;
}

/** A board at work. */
export interface Board<Entry, Action, Fact> extends EventSource {
  readonly entries: Entries<Entry>;
  apply(action: Action): void;
  /** Called for every fact. @returns unsubscribes */
  subscribe(listener: (fact: Fact) => void): () => void;
}

/** @returns creates the board, empty */
export function defineBoard<const Name extends string, Entry, Action, Fact, Seen extends Visibility>(
  definition: BoardDefinition<Name, Entry, Action, Fact, Seen>,
): () => Board<Entry, Action, Fact> {
  const { step, snapshot, ownSnapshot } = definition;
  return () => {
    const entries = createEntries(definition.state);
    const listeners = new Set<(fact: Fact) => void>();
    const subscribe = (listener: (fact: Fact) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
    const source = createEventSource<Fact, Seen>({
      ...definition,
      subscribe,
      snapshot: (seen) => snapshot?.(entries, seen),
      ownSnapshot: (seen, userId) => ownSnapshot?.(entries, seen, userId),
    });
    return {
      ...source,
      entries,
      subscribe,
      apply: (action) => {
        for (const { drop, keep, fact } of step(entries, action)) {
          if (drop !== undefined) entries.drop(drop);
          if (keep !== undefined) entries.keep(keep);
          if (fact !== undefined) for (const listener of listeners) listener(fact);
        }
      },
    };
  };
}
