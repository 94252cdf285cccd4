import { mayDo, type RealtimeEvent } from "@callpanel/contract";
import { defineBoard, grantKey, type Board, type Receiving, type Visibility } from "../realtime/index.ts";

/** A listener has started, changed who hears them, or stopped. */
export interface ListeningStep {
  readonly realm: string;
  /** The listener's own leg. */
  readonly channel: string;
  readonly watchedId: number;
  /** Extension of the listener, and of the watched person. */
  readonly exten: string;
  readonly num: string;
  /** 1 if the watched person placed the call, 2 if they were called. */
  readonly legnum: number;
  readonly mode: "monitor" | "whisper" | "fullbarge";
  readonly active: boolean;
}

/** Who listens to whom now: the last step of each listener, by the listener's leg. */
export interface ListeningBoard extends Board<ListeningStep, ListeningStep, ListeningStep> {
  /** User id of the person that a leg listens to; undefined if it does not listen. */
  watchedBy(channel: string): number | undefined;
}

/** What one class of receivers may see of listeners. */
interface ListeningSight extends Visibility {
  readonly realm: string;
  readonly knows: (watchedId: number) => boolean;
}

const createBoard = defineBoard({
  name: "listening",
  state: { keyOf: ({ channel }: ListeningStep) => channel },
  step: (_, step: ListeningStep) => [step.active ? { keep: step, fact: step } : { drop: step, fact: step }],
  visibleTo: listeningSightOf,
  events: listeningEvents,
});

export function createListeningBoard(): ListeningBoard {
  const board = createBoard();
  return { ...board, watchedBy: (channel) => board.entries.get(channel)?.watchedId };
}

/** RT-42: listeners to a person are visible only to people who may listen to that person themselves. */
function listeningSightOf(realm: string, { rights }: Receiving): ListeningSight {
  return {
    key: grantKey(rights, "active_calls", "execute_callspy"),
    realm,
    knows: (userId) => mayDo(rights, { kind: "listen", userId }),
  };
}

function listeningEvents(step: ListeningStep, { realm, knows }: ListeningSight): readonly RealtimeEvent[] {
  const { channel: _, watchedId, ...told } = step;
  return step.realm === realm && knows(watchedId) ? [{ action: "CHANSPY", ...told }] : [];
}
