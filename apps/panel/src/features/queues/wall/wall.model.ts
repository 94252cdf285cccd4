import type { WallQueue } from "@callpanel/contract";
import type { AgentCounts } from "../../../shared/live/liveQueues.ts";

export interface WallLayout {
  readonly columns: number;
  readonly rows: number;
  /** There is room for the names of agents. */
  readonly isDetailed: boolean;
}

/** With more queues the names of agents could not be read from five metres. */
const DETAILED_MAX = 2;

/** Tiles of about the shape of a display, so that the figures are as large as possible. */
export function layoutOf(count: number): WallLayout {
  const columns = Math.max(1, Math.ceil(Math.sqrt(count)));
  return { columns, rows: Math.max(1, Math.ceil(count / columns)), isDetailed: count <= DETAILED_MAX };
}

export function countsOf(agents: WallQueue["agents"]): AgentCounts {
  const counts = { idle: 0, ringing: 0, talking: 0, wrapup: 0, paused: 0, offline: 0 };
  for (const { state } of agents) counts[state] += 1;
  return counts;
}
