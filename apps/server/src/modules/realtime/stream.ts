import type { RealtimeEvent, ServerFrame } from "@callpanel/contract";
import type { Office } from "./office.ts";
import type { ParkedBoard } from "./parked.board.ts";
import { parkedCalls, parkedEvents } from "./parked.sight.ts";
import type { RoomBoard } from "./rooms.board.ts";
import { roomEvents } from "./rooms.sight.ts";
import type { Receiving } from "./receiving.ts";
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
  join(receiver: Receiver, realm: string, receiving: Receiving): Stream;
  stop(): void;
}

interface OpenStream {
  readonly stream: Stream;
  readonly members: Set<Receiver>;
  tell(events: readonly RealtimeEvent[]): void;
}

/** What is going on, as the streams tell it. */
interface Boards {
  readonly office: Office;
  readonly parked: ParkedBoard;
  readonly rooms: RoomBoard;
}

/** Tells what changes to all who may see it. */
export function createStreams({ office, parked, rooms }: Boards): Streams {
  const open = new Map<string, OpenStream>();

  const openStream = (sight: SightClass): OpenStream => {
    const members = new Set<Receiver>();
    let sequence = 0;
    let snapshot: string | undefined;
    const tell = (events: readonly RealtimeEvent[]): void => {
      for (const event of events) {
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
      snapshotText: () =>
        (snapshot ??= frameText({
          type: "snapshot",
          sequence,
          buddies: [...buddyStates(office.people(), sight)],
          parked: [...parkedCalls(parked.places(), sight.parked)],
        })),
      leave: (receiver) => {
        members.delete(receiver);
        if (members.size === 0) open.delete(sight.key);
      },
    };
    return { stream, members, tell };
  };

  const stops = [
    office.subscribe((before, after) => {
      for (const { stream, tell } of open.values()) tell(eventsBetween(before, after, stream.sight));
    }),
    parked.subscribe((change) => {
      for (const { stream, tell } of open.values()) tell(parkedEvents(change, stream.sight.parked));
    }),
    rooms.subscribe((change) => {
      for (const { stream, tell } of open.values()) tell(roomEvents(change, stream.sight.rooms));
    }),
  ];
  return {
    join: (receiver, realm, receiving) => {
      const sight = sightClassOf(realm, receiving);
      const found = open.get(sight.key) ?? openStream(sight);
      open.set(sight.key, found);
      found.members.add(receiver);
      return found.stream;
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

const frameText = (frame: ServerFrame): string => JSON.stringify(frame);
