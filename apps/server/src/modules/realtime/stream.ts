import type { RealtimeEvent } from "@callpanel/contract";
import type { EventSource, OwnEvent, View } from "./event-source.ts";
import type { Receiving } from "./receiving.ts";

/** A receiver of serialized frames. */
export interface Receiver {
  send(text: string): void;
}

/** The ordered stream of one connection. */
export interface Stream {
  readonly sequence: number;
  /** RT-4: the current snapshot, serialized once until something changes. */
  snapshotText(): string;
  /** RT-63: sends the receiver what happened just before it joined and is in no snapshot. */
  sendRecent(): void;
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
  readonly lines: Set<Line>;
  readonly sequence: number;
  snapshotText(line: Line): string;
  sendRecent(line: Line): void;
  stop(): void;
}

/** Sends the changes of each source to everyone who may see them. */
export function createStreams(sources: readonly EventSource[]): Streams {
  const open = new Map<string, SharedStream>();
  return {
    join: (receiver, realm, receiving) => {
      const views = sources.map(({ name, viewOf }) => ({ name, ...viewOf(realm, receiving) }));
      const key = JSON.stringify([realm, ...views.map((view) => view.key)]);
      const shared = open.get(key) ?? createSharedStream(views);
      open.set(key, shared);
      const line: Line = { receiver, userId: receiving.userId, ownCount: 0 };
      shared.lines.add(line);
      return {
        get sequence() {
          return shared.sequence + line.ownCount;
        },
        snapshotText: () => shared.snapshotText(line),
        sendRecent: () => shared.sendRecent(line),
        leave: () => {
          shared.lines.delete(line);
          if (shared.lines.size > 0 || open.get(key) !== shared) return;
          open.delete(key);
          shared.stop();
        },
      };
    },
    stop: () => {
      for (const { stop } of open.values()) stop();
    },
  };
}

function createSharedStream(views: ReadonlyArray<View & { readonly name: string }>): SharedStream {
  const lines = new Set<Line>();
  let sequence = 0;
  /** The content of a snapshot, as members of an object, and the frame of lines without own events. */
  let content: string | undefined;
  let frame: string | undefined;
  const tell = (events: readonly RealtimeEvent[]): void => {
    for (const event of events) {
      sequence += 1;
      content = undefined;
      frame = undefined;
      const body = JSON.stringify(event);
      const text = eventText(sequence, body);
      for (const { receiver, ownCount } of lines)
        receiver.send(ownCount === 0 ? text : eventText(sequence + ownCount, body));
    }
  };
  const sendTo = (line: Line, event: RealtimeEvent): void => {
    line.ownCount += 1;
    line.receiver.send(eventText(sequence + line.ownCount, JSON.stringify(event)));
  };
  const sendOwn = ({ userId, event }: OwnEvent): void => {
    for (const line of lines) if (line.userId === userId) sendTo(line, event);
  };
  const stops = views.map((view) => view.subscribe({ tell, sendOwn }));
  return {
    lines,
    get sequence() {
      return sequence;
    },
    snapshotText: ({ userId, ownCount }) => {
      content ??= membersText(views.map((view) => [view.name, view.snapshot()]));
      const own = membersText(views.map((view) => [view.name, view.ownSnapshot(userId)]));
      if (ownCount !== 0 || own !== "") return snapshotText(sequence + ownCount, own, content);
      return (frame ??= snapshotText(sequence, content));
    },
    sendRecent: (line) => {
      for (const event of views.flatMap((view) => view.recent())) sendTo(line, event);
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

/** Frames are built from text that was serialized once: `body` is an event, `members` are those of a snapshot. */
const eventText = (sequence: number, body: string): string => `{"type":"event","sequence":${sequence},"event":${body}}`;
const snapshotText = (sequence: number, ...members: readonly string[]): string =>
  `{"type":"snapshot","sequence":${sequence}${members.join("")}}`;

/** `,"name":value` for each value; without the undefined ones. */
const membersText = (members: ReadonlyArray<readonly [name: string, value: unknown]>): string =>
  members
    .map(([name, value]) => (value === undefined ? "" : `,${JSON.stringify(name)}:${JSON.stringify(value)}`))
    .join("");
