import type { BuddyState, ServerFrame } from "@callpanel/contract";
import type { Office } from "./office.ts";
import { buddyStates, eventsBetween, sightClassOf, type SightClass } from "./sight.ts";

/** Somebody who takes frames as they are written. */
export interface Receiver {
  send(text: string): void;
}

/** The ordered stream of one class of sight: every member hears the same frames with the same numbers (RT-3). */
export interface Stream {
  readonly sight: SightClass;
  readonly sequence: number;
  /** RT-4: the snapshot as it stands now, written out once until something changes. */
  snapshotText(): string;
  leave(receiver: Receiver): void;
}

export interface Streams {
  /** Takes a receiver in; frames come from now on. */
  join(receiver: Receiver, realm: string, rights: Parameters<typeof sightClassOf>[1]): Stream;
  stop(): void;
}

/** Tells the office's changes to all who may see them. */
export function createStreams({ office }: { readonly office: Office }): Streams {
  const open = new Map<string, { readonly stream: Stream; readonly members: Set<Receiver>; tell: Tell }>();

  const openStream = (sight: SightClass) => {
    const members = new Set<Receiver>();
    let sequence = 0;
    let snapshot: string | undefined;
    const tell: Tell = (before, after) => {
      for (const event of eventsBetween(before, after, sight)) {
        sequence += 1;
        snapshot = undefined;
        const text = frameText({ type: "event", sequence, event });
        for (const member of members) member.send(text);
      }
    };
    const stream: Stream = {
      sight,
      get sequence() {
        return sequence;
      },
      snapshotText: () => (snapshot ??= snapshotText({ sequence, buddies: buddyStates(office.people(), sight) })),
      leave: (receiver) => {
        members.delete(receiver);
        if (members.size === 0) open.delete(sight.key);
      },
    };
    return { stream, members, tell };
  };

  const stop = office.subscribe((before, after) => {
    for (const { tell } of open.values()) tell(before, after);
  });
  return {
    join: (receiver, realm, rights) => {
      const sight = sightClassOf(realm, rights);
      const found = open.get(sight.key) ?? openStream(sight);
      open.set(sight.key, found);
      found.members.add(receiver);
      return found.stream;
    },
    stop,
  };
}

type Tell = (before: Parameters<typeof eventsBetween>[0], after: Parameters<typeof eventsBetween>[1]) => void;

const frameText = (frame: ServerFrame): string => JSON.stringify(frame);

function snapshotText(parts: { sequence: number; buddies: readonly BuddyState[] }): string {
  return frameText({ type: "snapshot", ...parts, buddies: [...parts.buddies], parked: [] });
}
