/** How long a call rings, and how long it waits for the last phone to come back after it was lost. */
import type { Clock } from "@callpanel/phone-port";
import type { BridgeEvent } from "../bridge/bridge.state.ts";

export interface RingingTimes {
  startNoAnswer(): void;
  stopNoAnswer(): void;
  awaitReturn(): void;
  stop(): void;
}

/** A reloaded page needs less time. */
const RETURN_MS = 6_000;

export function createRingingTimes(parts: {
  readonly clock: Clock;
  /** Undefined: no limit. */
  readonly noAnswerMs: () => number | undefined;
  readonly send: (event: BridgeEvent) => void;
}): RingingTimes {
  const { clock, noAnswerMs, send } = parts;
  let stopNoAnswer: () => void = () => undefined;
  let stopAwaiting: () => void = () => undefined;
  return {
    startNoAnswer: () => {
      const ms = noAnswerMs();
      if (ms !== undefined) stopNoAnswer = clock.setTimeout(() => send({ kind: "noAnswer" }), ms);
    },
    stopNoAnswer: () => stopNoAnswer(),
    awaitReturn: () => {
      stopAwaiting();
      stopAwaiting = clock.setTimeout(() => send({ kind: "nobodyBack" }), RETURN_MS);
    },
    stop: () => {
      stopNoAnswer();
      stopAwaiting();
    },
  };
}
