import type { Queue } from "./state.ts";

/** QUE-51: how much of the mean the latest call is. */
const LATEST_SHARE = 0.25;

/** Adds a call to the mean time that a call keeps an agent. */
export function noteTalk(queue: Queue, talkMs: number): void {
  const keptMs = talkMs + queue.settings.wrapUpSeconds * 1_000;
  const mean = queue.serviceMs ?? keptMs;
  queue.serviceMs = mean + LATEST_SHARE * (keptMs - mean);
}
