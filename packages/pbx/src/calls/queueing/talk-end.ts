import type { TalkEnd } from "../../queues/engine.port.ts";
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
