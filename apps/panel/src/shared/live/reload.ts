import type { RealtimeEvent } from "@callpanel/contract";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Clock } from "../clock.ts";
import type { LiveEvents } from "./events.ts";

/** Which queries are loaded again after which events. */
export interface Reload {
  /** The queries that an event is about; none for other events. */
  readonly keysOf: (event: RealtimeEvent) => readonly QueryKey[];
  /** All of them: events may have been missed before a snapshot. */
  readonly all: readonly QueryKey[];
  /** The first snapshot reloads nothing: the lists are long, and are loaded at the same time. */
  readonly skipsFirst?: true;
  /** Events that belong together arrive within this time and cause one reload; 0: every event reloads immediately. */
  readonly gatherMs: number;
}

export interface ReloadDeps {
  readonly events: Pick<LiveEvents, "listen">;
  readonly client: Pick<QueryClient, "invalidateQueries">;
  readonly clock: Clock;
  /** Runs with each reload. */
  readonly also?: () => void;
}

export interface ReloadRun {
  /** Reloads everything after `gatherMs`, together with events of that time. */
  soon(): void;
  stop(): void;
}

/** RT-63: lists that every event of one kind may change. With each snapshot they are loaded again: no event said what had changed before it. */
export function listReload(list: {
  readonly action: RealtimeEvent["action"];
  readonly keys: readonly QueryKey[];
  readonly gatherMs: number;
}): Reload {
  const { action, keys, gatherMs } = list;
  return { keysOf: (event) => (event.action === action ? keys : []), all: keys, gatherMs };
}

/** Changes made elsewhere appear without a click, also those of the time without a connection. */
export function reloadOn({ events, client, clock, also }: ReloadDeps, reload: Reload): ReloadRun {
  const { keysOf, all, skipsFirst, gatherMs } = reload;
  const waiting = new Set<QueryKey>();
  let cancel: (() => void) | null = null;
  let isJoined = skipsFirst !== true;
  const run = () => {
    cancel = null;
    for (const queryKey of waiting) void client.invalidateQueries({ queryKey });
    waiting.clear();
    also?.();
  };
  const want = (keys: readonly QueryKey[]) => {
    if (keys.length === 0) return;
    for (const key of keys) waiting.add(key);
    if (gatherMs === 0) run();
    else cancel ??= clock.setTimeout(run, gatherMs);
  };
  const stop = events.listen((message) => {
    if (message.type === "event") want(keysOf(message.event));
    else if (isJoined) want(all);
    isJoined = true;
  });
  return {
    soon: () => want(all),
    stop() {
      stop();
      cancel?.();
      cancel = null;
      waiting.clear();
    },
  };
}
