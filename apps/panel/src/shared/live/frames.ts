import type { Clock } from "../clock.ts";
import { createStore } from "../store.ts";
import type { Readable } from "../store.ts";
import type { EventsMessage, LiveEvents } from "./events.ts";

/** Runs once, before the next frame is rendered. @returns a cancel function */
export type NextFrame = (run: () => void) => () => void;

/** `none`: no state yet; `stale`: the state is as of `since` (ms since the epoch). */
export type Liveness =
  | { readonly kind: "none" }
  | { readonly kind: "live" }
  | { readonly kind: "stale"; readonly since: number };

export interface Framed {
  readonly liveness: Readable<Liveness>;
  /** Increases at most once per frame, when anything changed. */
  readonly changes: Readable<number>;
  /** Follows the server. @returns a stop function */
  start(): () => void;
}

export interface FramedDeps {
  readonly events: Pick<LiveEvents, "get" | "subscribe" | "listen">;
  readonly nextFrame: NextFrame;
}

/** A state that follows the server's. */
export interface FramedState {
  /** There was a snapshot. */
  isKnown(): boolean;
  /** Returns whether anything changed, after the listeners have run. */
  apply(messages: readonly EventsMessage[]): boolean;
}

/** BUDDIES-7: the events of a frame are applied together before it is rendered. */
export function followByFrame({ events, nextFrame }: FramedDeps, state: FramedState): Framed {
  const liveness = createStore<Liveness, Liveness>({ kind: "none" }, (before, next) =>
    before.kind === next.kind ? before : next,
  );
  const changes = createStore<number, "flushed">(0, (count) => count + 1);
  let waiting: EventsMessage[] = [];
  let cancelFrame: (() => void) | null = null;

  const flush = () => {
    cancelFrame = null;
    const messages = waiting;
    waiting = [];
    if (state.apply(messages)) changes.dispatch("flushed");
    follow();
  };
  /** The state is live as soon as the first data of this connection is rendered. */
  const follow = () => {
    const connection = events.get();
    if (!state.isKnown()) return;
    if (connection.phase === "open" && waiting.length === 0) liveness.dispatch({ kind: "live" });
    else if (connection.phase === "closed") liveness.dispatch({ kind: "stale", since: connection.heardAt ?? 0 });
  };

  return {
    liveness,
    changes,
    start() {
      const stops = [
        events.listen((message) => {
          // Everything before a snapshot is obsolete.
          if (message.type === "snapshot") waiting = [message];
          else waiting.push(message);
          cancelFrame ??= nextFrame(flush);
        }),
        events.subscribe(follow),
      ];
      return () => {
        cancelFrame?.();
        cancelFrame = null;
        for (const stop of stops) stop();
      };
    },
  };
}

/** Frames that are so far apart. After a quiet time the first one comes at once. */
export function pacedFrames(
  { nextFrame, clock }: { readonly nextFrame: NextFrame; readonly clock: Clock },
  everyMs: number,
): NextFrame {
  let ranAt = 0;
  return (run) => {
    let cancel: () => void = () => undefined;
    const ask = () => {
      cancel = nextFrame(() => {
        ranAt = clock.now();
        run();
      });
    };
    const waitMs = ranAt + everyMs - clock.now();
    // A clock that was set back delays no longer than that.
    if (waitMs > 0) cancel = clock.setTimeout(ask, Math.min(waitMs, everyMs));
    else ask();
    return () => cancel();
  };
}
