/** Who may be brought where, beyond what a number means: rules DIAL-11, LINE-8, REACH-13, against toll fraud and settings that others switch. */
import { isForAnybody } from "@callpanel/phone-port";
import type { Destination } from "./resolve.ts";

/** How a call comes to a destination. */
export interface Way {
  /** The caller speaks by a trunk. */
  readonly fromOutside: boolean;
  /** Somebody's forward or follow-me brings it. */
  readonly diverted: boolean;
  /** Somebody sends the caller there: a transfer, an order. */
  readonly sent: boolean;
}

/** Feature codes that act in the name of whoever comes to them. */
const OWN = new Set(["dnd", "forward", "followme", "toggle", "anonymouscall", "myvm", "silenticom"]);

/** Why a call may not go there, as text for whoever dialled; undefined: it may. */
export function mayNotReach(destination: Destination, { fromOutside, diverted, sent }: Way): string | undefined {
  switch (destination.kind) {
    case "feature": {
      const { name } = destination.feature;
      if (isForAnybody(destination)) return undefined;
      if (fromOutside || diverted) return "Not for calls from outside or forwarded calls";
      return sent && OWN.has(name) ? "Only whoever dials it themselves" : undefined;
    }
    case "emergency":
      return diverted ? "Emergency numbers are dialled, not forwarded to" : undefined;
    case "lot":
    case "slot":
      return diverted ? "Calls are not forwarded into parking" : undefined;
    default:
      return undefined;
  }
}
