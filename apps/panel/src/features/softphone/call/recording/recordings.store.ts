/** Recording of this phone's calls: the state from the phone system, and clicks that it has not confirmed yet (REC-41). */
import type { BuddyCall } from "@callpanel/contract";
import type { Command, LiveEvents } from "../../../../shared/live/events.ts";
import type { LiveBuddy } from "../../../../shared/live/liveBuddies.ts";
import { createStore } from "../../../../shared/store.ts";
import type { Readable } from "../../../../shared/store.ts";

export type RecordingState = BuddyCall["recording"];

/** Valid while the phone system still reports the state that it reported at the time of the click. */
interface Wish {
  readonly told: RecordingState;
  readonly wanted: RecordingState;
}

type Wishes = ReadonlyMap<string, Wish>;
type WishAction =
  | { readonly type: "wished"; readonly channel: string; readonly wish: Wish }
  | { readonly type: "failed"; readonly channel: string; readonly wish: Wish }
  | { readonly type: "told"; readonly calls: readonly BuddyCall[] };

export interface Recordings extends Readable<Wishes> {
  /** Shows the effect immediately. If the phone system refuses, shows the former state and rejects. */
  set(call: BuddyCall, wanted: RecordingState): Promise<void>;
  stop(): void;
}

export interface RecordingsDeps {
  readonly events: LiveEvents;
  /** The state of this person's phones. */
  readonly own: Readable<LiveBuddy | null>;
}

export function createRecordings({ events, own }: RecordingsDeps): Recordings {
  const store = createStore<Wishes, WishAction>(new Map(), stepWishes);
  const stop = own.subscribe(() => store.dispatch({ type: "told", calls: own.get()?.calls ?? [] }));
  return {
    get: store.get,
    subscribe: store.subscribe,
    stop,
    async set(call, wanted) {
      const { channel, recording: told } = call;
      const command = commandFor({ channel, from: recordingOf(call, store.get()), to: wanted });
      if (command === null) return;
      const wish = { told, wanted };
      store.dispatch({ type: "wished", channel, wish });
      try {
        await events.command(command);
      } catch (error) {
        store.dispatch({ type: "failed", channel, wish });
        throw error;
      }
    },
  };
}

/** The recording state to show for a call. */
export const recordingOf = ({ channel, recording }: BuddyCall, wishes: Wishes): RecordingState =>
  wishes.get(channel)?.wanted ?? recording;

function stepWishes(wishes: Wishes, action: WishAction): Wishes {
  switch (action.type) {
    case "wished":
      return new Map([...wishes, [action.channel, action.wish]]);
    case "failed":
      // A later click has replaced it.
      return wishes.get(action.channel) === action.wish ? without(wishes, action.channel) : wishes;
    case "told": {
      const told = new Map(action.calls.map(({ channel, recording }) => [channel, recording]));
      const over = [...wishes].filter(([channel, wish]) => told.get(channel) !== wish.told);
      return over.reduce((left, [channel]) => without(left, channel), wishes);
    }
  }
}

function without(wishes: Wishes, channel: string): Wishes {
  return new Map([...wishes].filter(([one]) => one !== channel));
}

function commandFor({
  channel,
  from,
  to,
}: {
  readonly channel: string;
  readonly from: RecordingState;
  readonly to: RecordingState;
}): Command | null {
  if (from === to) return null;
  if (to === "off") return { command: "StopMixMonitor", channel };
  return from === "off"
    ? { command: "MixMonitor", channel }
    : { command: "MixMonitorMute", channel, muted: to === "paused" };
}
