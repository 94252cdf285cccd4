import type { RealtimeEvent, ServerFrame } from "@callpanel/contract";
import type { Bus } from "../../kernel/bus/bus.ts";
import { contactEvents, sharedContactsChanged } from "./contact.feed.ts";
import { listeningEvents, type ListeningFeed } from "./listening.feed.ts";
import { noticed, noticeEvents } from "./notices.feed.ts";
import type { PresenceBoard } from "./presence-board.ts";
import { ownEvent } from "./own-events.ts";
import type { ParkedBoard } from "./parked.board.ts";
import { parkedCalls, parkedEvents } from "./parked.sight.ts";
import type { RoomBoard } from "./rooms.board.ts";
import { privateEvent, privateReceivers, roomEvents } from "./rooms.sight.ts";
import type { Receiving } from "./receiving.ts";
import { idsIn, presentPeople, type ThreeWayBoard } from "./three-way.board.ts";
import { buddyStates, eventsBetween, sightClassOf, type SightClass } from "./sight.ts";

/** A receiver of serialized frames. */
export interface Receiver {
  send(text: string): void;
}

/** The ordered stream of one connection. */
export interface Stream {
  readonly sight: SightClass;
  readonly sequence: number;
  /** RT-4: the current snapshot, serialized once until something changes. */
  snapshotText(): string;
  leave(): void;
}

export interface Streams {
  /** Adds a receiver; it gets frames from now on. */
  join(receiver: Receiver, realm: string, receiving: Receiving): Stream;
  stop(): void;
}

/** A connection in its class: it receives the events of the class, and between them those for its own person. */
interface Line {
  readonly receiver: Receiver;
  readonly userId: number;
  /** How far its sequence numbers are ahead of the class's. */
  ownCount: number;
}

/** RT-3: the stream of receivers with equal rights, which all get the same. */
interface SharedStream {
  readonly sight: SightClass;
  readonly lines: Set<Line>;
  readonly sequence: number;
  tell(events: readonly RealtimeEvent[]): void;
  tellOwn(userId: number, event: RealtimeEvent): void;
  /** `own`: the part for this person only, as members of the object. */
  snapshotText(line: Line, own: string): string;
}

/** The state that the streams send. */
interface Boards {
  readonly presenceBoard: PresenceBoard;
  readonly parked: ParkedBoard;
  readonly rooms: RoomBoard;
  readonly threeWay: ThreeWayBoard;
  readonly listening: ListeningFeed;
  readonly bus: Pick<Bus, "subscribe">;
}

/** Sends changes to everyone who may see them. */
export function createStreams(boards: Boards): Streams {
  const { presenceBoard, parked, rooms, threeWay, listening, bus } = boards;
  const open = new Map<string, SharedStream>();

  const openShared = (sight: SightClass) =>
    createSharedStream(sight, () =>
      JSON.stringify({
        buddies: [...buddyStates(presenceBoard.people(), sight)],
        parked: [...parkedCalls(parked.places(), sight.parked)],
      } satisfies Omit<Extract<ServerFrame, { type: "snapshot" }>, "type" | "sequence">),
    );

  const stops = [
    presenceBoard.subscribe((before, after) => {
      for (const { sight, tell } of open.values()) tell(eventsBetween(before, after, sight));
    }),
    parked.subscribe((change) => {
      for (const { sight, tell } of open.values()) tell(parkedEvents(change, sight.parked));
    }),
    bus.subscribe(ownEvent, ({ userId, event }) => {
      for (const { tellOwn } of open.values()) tellOwn(userId, event);
    }),
    rooms.subscribe((change) => {
      const members = privateReceivers(change, rooms);
      for (const { sight, tell, tellOwn } of open.values()) {
        tell(roomEvents(change, sight.rooms));
        for (const userId of members) tellOwn(userId, privateEvent(change));
      }
    }),
    threeWay.subscribe(({ leftIds, ...call }) => {
      const event = { action: "THREEWAY", realm: call.realm, confno: call.confno } as const;
      const people = presentPeople(call);
      for (const { sight, tellOwn } of open.values()) {
        if (sight.rooms.realm !== call.realm) continue;
        for (const userId of idsIn(call)) tellOwn(userId, { ...event, people });
        for (const userId of leftIds) tellOwn(userId, { ...event, people: [] });
      }
    }),
    bus.subscribe(sharedContactsChanged, (event) => {
      for (const { sight, tell } of open.values()) tell(contactEvents(event, sight.contacts));
    }),
    bus.subscribe(noticed, (notice) => {
      for (const { sight, tell } of open.values()) tell(noticeEvents(notice, sight.notices));
    }),
    listening.subscribe((step) => {
      for (const { sight, tell } of open.values()) tell(listeningEvents(step, sight.listening));
    }),
  ];
  return {
    join: (receiver, realm, receiving) => {
      const sight = sightClassOf(realm, receiving);
      const shared = open.get(sight.key) ?? openShared(sight);
      open.set(sight.key, shared);
      const line: Line = { receiver, userId: receiving.userId, ownCount: 0 };
      shared.lines.add(line);
      return {
        sight,
        get sequence() {
          return shared.sequence + line.ownCount;
        },
        snapshotText: () => {
          const own = threeWay.of(realm, receiving.userId);
          const calls = own.map((call) => ({ realm, confno: call.confno, people: presentPeople(call) }));
          return shared.snapshotText(line, calls.length === 0 ? "" : `"threeWay":${JSON.stringify(calls)},`);
        },
        leave: () => {
          shared.lines.delete(line);
          if (shared.lines.size === 0 && open.get(sight.key) === shared) open.delete(sight.key);
        },
      };
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

/** `what` serializes the content of a snapshot, as an object's text. */
function createSharedStream(sight: SightClass, what: () => string): SharedStream {
  const lines = new Set<Line>();
  let sequence = 0;
  let told: string | undefined;
  let shared: string | undefined;
  return {
    sight,
    lines,
    get sequence() {
      return sequence;
    },
    tell: (events) => {
      for (const event of events) {
        sequence += 1;
        told = undefined;
        shared = undefined;
        const body = JSON.stringify(event);
        const text = eventText(sequence, body);
        for (const { receiver, ownCount } of lines)
          receiver.send(ownCount === 0 ? text : eventText(sequence + ownCount, body));
      }
    },
    tellOwn: (userId, event) => {
      for (const line of lines) {
        if (line.userId !== userId) continue;
        line.ownCount += 1;
        line.receiver.send(eventText(sequence + line.ownCount, JSON.stringify(event)));
      }
    },
    snapshotText: ({ ownCount }, own) => {
      told ??= what();
      if (ownCount !== 0 || own !== "") return snapshotText(sequence + ownCount, told, own);
      return (shared ??= snapshotText(sequence, told));
    },
  };
}

/** Frames are built from text that was serialized once: `body` is an event, `told` a snapshot without its number. */
const eventText = (sequence: number, body: string): string => `{"type":"event","sequence":${sequence},"event":${body}}`;
const snapshotText = (sequence: number, told: string, own = ""): string =>
  `{"type":"snapshot","sequence":${sequence},${own}${told.slice(1)}`;
