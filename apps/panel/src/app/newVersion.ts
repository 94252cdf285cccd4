import type { Clock } from "../shared/clock.ts";
import type { EventsState } from "../shared/live/events.ts";
import type { Readable } from "../shared/store.ts";

/** A page that is shown again asks at most once in this time. */
export const VERSION_CHECK_MS = 600_000;

export interface NewVersionDeps {
  readonly clock: Clock;
  readonly events: Readable<EventsState>;
  /** Whether the page is visible. */
  readonly visible: Readable<boolean>;
  /** Whether the server has another build than this page. */
  readonly hasNewBuild: () => Promise<boolean>;
  readonly tell: () => void;
}

/**
 * SHELL-43: a server that is back after it was away may have a new version, and so may one whose page was hidden for long.
 * Notifies once. @returns a stop function
 */
export function joinNewVersion({ clock, events, visible, hasNewBuild, tell }: NewVersionDeps): () => void {
  let checkedAt = clock.now();
  let isDone = false;
  let wasLost = false;
  const check = async (): Promise<void> => {
    checkedAt = clock.now();
    if (isDone || !(await hasNewBuild()) || isDone) return;
    isDone = true;
    tell();
  };
  const stops = [
    events.subscribe(() => {
      const { phase } = events.get();
      if (phase === "closed") wasLost = true;
      if (phase !== "open" || !wasLost) return;
      wasLost = false;
      void check();
    }),
    visible.subscribe(() => {
      if (visible.get() && clock.now() - checkedAt >= VERSION_CHECK_MS) void check();
    }),
  ];
  return () => {
    isDone = true;
    for (const stop of stops) stop();
  };
}
