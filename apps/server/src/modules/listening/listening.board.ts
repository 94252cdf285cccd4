import { mayDo, type Listening, type RealtimeEvent } from "@callpanel/contract";
import { defineBoard, grantKey, type Board, type Entries, type Receiving, type Visibility } from "../realtime/index.ts";

/** A listener has started, changed who hears them, or stopped. */
export interface ListeningStep extends Readonly<Listening> {
  /** The listener's own leg. */
  readonly channel: string;
  readonly watchedId: number;
  readonly active: boolean;
}

/** The current listeners: the last step of each, by the listener's leg. */
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
  snapshot: listeningSnapshot,
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

const sees = ({ realm, knows }: ListeningSight, step: ListeningStep): boolean =>
  step.realm === realm && knows(step.watchedId);

function listeningEvents(step: ListeningStep, sight: ListeningSight): readonly RealtimeEvent[] {
  return sees(sight, step) ? [{ action: "CHANSPY", ...toldOf(step), active: step.active }] : [];
}

function listeningSnapshot(entries: Entries<ListeningStep>, sight: ListeningSight): readonly Listening[] | undefined {
  const seen = [...entries.values()].filter((step) => sees(sight, step));
  return seen.length === 0 ? undefined : seen.map(toldOf);
}

const toldOf = ({ realm, exten, name, num, legnum, mode }: ListeningStep): Listening => ({
  realm,
  exten,
  name,
  num,
  legnum,
  mode,
});
