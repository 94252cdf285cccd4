/**
 * Destinations that a call may not reach, in addition to the dial plan: rules DIAL-11, LINE-8, REACH-13, against toll
 * fraud and against changing another person's settings.
 */
import { isForAnybody } from "@callpanel/phone-port";
import type { Destination } from "./resolve.ts";

/** How a call comes to a destination. */
export interface Way {
  /** The caller is behind a trunk. */
  readonly fromOutside: boolean;
  /** A forward or a follow-me list leads there. */
  readonly diverted: boolean;
  /** Another person sends the caller there: by transfer or command. */
  readonly sent: boolean;
}

/** Feature codes that act in the name of the caller. */
const OWN = new Set([
  "dnd",
  "forward",
  "followme",
  "toggle",
  "anonymouscall",
  "myvm",
  "silenticom",
  "agentlogin",
  "qoffall",
  "adhoc",
  "unadhoc",
]);

/** Why a call may not go there, as text for the caller; undefined: it may. */
export function mayNotReach(destination: Destination, { fromOutside, diverted, sent }: Way): string | undefined {
  switch (destination.kind) {
    case "feature": {
      const { name } = destination.feature;
      if (isForAnybody(destination)) return undefined;
      if (fromOutside || diverted) return "Not for calls from outside or forwarded calls";
      return sent && OWN.has(name) ? "This code works only when you dial it yourself" : undefined;
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
