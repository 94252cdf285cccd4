import type { CallerExit, TalkEnd } from "../../queues/engine.port.ts";
import type { BridgeEnd } from "../bridge/bridge.state.ts";
import type { Departure } from "../call/departure.ts";

/** How the talk of a caller and an agent ended; `agent`: the agent's side of the call. */
export function talkEndOf(
  { endedBy }: BridgeEnd,
  departure: Departure | undefined,
  agent: "caller" | "callee",
): TalkEnd {
  if (departure !== undefined)
    return { kind: departure.how === "blind" ? "blindTransfer" : "attendedTransfer", to: departure.to };
  const other = agent === "caller" ? "callee" : "caller";
  return { kind: endedBy === other ? "caller" : "agent" };
}

/** How a caller who waits left the line: moved by a person, or with `transferred` (XFER-11) in favour of somebody else. */
export function waitEndOf({ reason }: BridgeEnd, departure: Departure | undefined, callerId: number): CallerExit {
  if (departure !== undefined) return { kind: "withdrawn", why: `to ${departure.to}`, by: departure.by };
  return reason === "transferred" ? { kind: "withdrawn", why: reason, by: callerId } : { kind: "hungUp" };
}
