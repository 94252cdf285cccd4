import { QUEUE_WALL_REFRESH_SECONDS } from "@callpanel/contract";
import type { QueueWallFigures } from "@callpanel/contract";
import { answerOf } from "../../../shared/api/api.ts";
import type { Clock } from "../../../shared/clock.ts";
import { createStore } from "../../../shared/store.ts";
import type { Readable } from "../../../shared/store.ts";

/** What a wall display shows. Moments are in this computer's clock, ms since the epoch. */
export type WallState =
  | { readonly phase: "loading" }
  /** `cutOff`: the figures are as of `at`, and the next request may bring new ones. */
  | { readonly phase: "shown"; readonly figures: QueueWallFigures; readonly at: number; readonly cutOff: boolean }
  /** The link was ended, or never was one. */
  | { readonly phase: "gone" }
  /** No figures yet, and no answer. */
  | { readonly phase: "unreachable" };

type Answer =
  | { readonly type: "came"; readonly figures: QueueWallFigures; readonly at: number }
  | { readonly type: "gone" | "failed" };

/** QDASH-12 */
export function stepWall(state: WallState, answer: Answer): WallState {
  switch (answer.type) {
    case "came":
      return { phase: "shown", figures: answer.figures, at: answer.at, cutOff: false };
    case "gone":
      return { phase: "gone" };
    case "failed":
      if (state.phase === "shown") return { ...state, cutOff: true };
      return state.phase === "gone" ? state : { phase: "unreachable" };
  }
}

/** A link that was ended stays so; its maker's rights may come back. */
const GONE_RETRY_MS = 60_000;
const RETRY_MS = QUEUE_WALL_REFRESH_SECONDS * 1_000;

export interface WallDeps {
  readonly clock: Clock;
  /** Rejects with `ApiError`. */
  readonly load: () => Promise<QueueWallFigures>;
}

export interface WallRun extends Readable<WallState> {
  /** Asks again and again. @returns a stop function */
  start(): () => void;
}

/** The figures behind a wall link, as long as the page is open. */
export function createWall({ clock, load }: WallDeps): WallRun {
  const store = createStore<WallState, Answer>({ phase: "loading" }, stepWall);
  let cancel: () => void = () => undefined;
  let isStopped = false;
  const ask = async () => {
    let nextMs = RETRY_MS;
    try {
      const figures = await load();
      nextMs = figures.refresh_seconds * 1_000;
      store.dispatch({ type: "came", figures, at: clock.now() });
    } catch (error) {
      const isGone = answerOf(error)?.status === GONE_STATUS;
      store.dispatch({ type: isGone ? "gone" : "failed" });
      if (isGone) nextMs = GONE_RETRY_MS;
    }
    if (!isStopped) cancel = clock.setTimeout(() => void ask(), nextMs);
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    start() {
      isStopped = false;
      void ask();
      return () => {
        isStopped = true;
        cancel();
      };
    },
  };
}

const GONE_STATUS = 404;
