import type { ServerFrame } from "@callpanel/contract";
import type { EventsMessage } from "../../shared/live/events.ts";

type Frame<Type extends ServerFrame["type"]> = Extract<ServerFrame, { readonly type: Type }>;

export interface Sequence {
  /** A new connection: events before its snapshot are dropped. */
  begin(clockOffsetMs: number): void;
  snapshot(frame: Frame<"snapshot">): void;
  event(frame: Frame<"event">): void;
}

/**
 * RT-24: passes on events in order, each once. After a missing number no event is passed on until a snapshot has arrived;
 * late and duplicate events are dropped.
 */
export function createSequence(deps: {
  readonly deliver: (message: EventsMessage) => void;
  readonly askForSnapshot: () => void;
}): Sequence {
  /** The last number handed on; null while a snapshot is awaited. */
  let last: number | null = null;
  let offsetMs = 0;
  return {
    begin(clockOffsetMs) {
      last = null;
      offsetMs = clockOffsetMs;
    },
    snapshot({ sequence, ...boards }) {
      if (last !== null && sequence < last) return;
      last = sequence;
      deps.deliver({ ...boards, clockOffsetMs: offsetMs });
    },
    event({ sequence, event }) {
      if (last === null || sequence <= last) return;
      if (sequence > last + 1) {
        last = null;
        deps.askForSnapshot();
        return;
      }
      last = sequence;
      deps.deliver({ type: "event", event });
    },
  };
}
