/** A bridge after one of its legs has moved to another bridge, from which it may come back. */
import { go, stay } from "./bridge-effects.ts";
import { finish, TRANSFERRED } from "./bridge-ending.ts";
import { leave, soundOf } from "./bridge-talking.ts";
import { stayerOf, type BridgeEvent, type BridgeStep, type In } from "./bridge.state.ts";
import { CALL_ENDED, farReason, wordOf } from "../leg/gone-cause.ts";

/** The waiting side transferred the other one, so the call is no longer theirs, however it ends. */
export function stepParted(state: In<"parted">, event: BridgeEvent): BridgeStep {
  const { caller, callee, held, away } = state;
  const stayer = away === "caller" ? "callee" : "caller";
  const end = { disposition: "answered", endedBy: stayer, reason: "transferred", status: 200 } as const;
  switch (event.kind) {
    case "holding":
      if (event.leg !== stayerOf(state) || held[stayer] === event.held) return stay(state);
      return go(
        { ...state, held: { ...held, [stayer]: event.held } },
        { kind: "announce", what: event.held ? "held" : "resumed", leg: event.leg },
      );
    case "gone":
      return event.leg === stayerOf(state) ? finish(state, end, CALL_ENDED) : stay(state);
    case "left":
      return event.leg === stayerOf(state) ? leave(event.leg) : stay(state);
    case "settled":
      return finish(state, end, TRANSFERRED);
    case "lost":
      return finish(state, { ...end, endedBy: away, reason: wordOf(event.cause) }, farReason(event.cause));
    case "returned": {
      const next: In<"talking"> = { phase: "talking", caller, callee, held, [away]: event.leg };
      return go(next, ...soundOf(next), { kind: "announce", what: "returned", leg: event.leg });
    }
    default:
      return stay(state);
  }
}
