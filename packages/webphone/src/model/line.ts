/** The phone's line: connection and registration (spec 1 §4). */
import { OPTIONS_FAILURES_BEFORE_RECONNECT, SIP_STATUS_CONNECTED } from "@callpanel/contract";
import type { PhoneState, SipStatus } from "../webphone.ts";

export type Line =
  | { readonly phase: "off" }
  | { readonly phase: "connecting" }
  | { readonly phase: "connected"; readonly registration: "trying" | "refused" }
  /** `missedOptions`: keepalives in a row that got no answer. `doubted`: a proof is asked for and has not come at once. */
  | { readonly phase: "registered"; readonly missedOptions: number; readonly doubted: boolean }
  | { readonly phase: "stopping" };

export type LineAction =
  | "start"
  | "connected"
  | "disconnected"
  | "registered"
  | "registrationFailed"
  | "optionsAnswered"
  | "optionsMissed"
  | "doubted"
  | "stop"
  | "stopped";

/** The line after the action; the same object when nothing changes. */
export function stepLine(line: Line, action: LineAction): Line {
  if (action === "stopped") return line.phase === "off" ? line : { phase: "off" };
  if (line.phase === "off") return action === "start" ? { phase: "connecting" } : line;
  if (line.phase === "stopping") return line;
  switch (action) {
    case "start":
      return line;
    case "stop":
      return { phase: "stopping" };
    case "connected":
      return line.phase === "connecting" ? { phase: "connected", registration: "trying" } : line;
    case "disconnected":
      return line.phase === "connecting" ? line : { phase: "connecting" };
    case "registered":
      return line.phase === "connecting" ? line : { phase: "registered", missedOptions: 0, doubted: false };
    case "registrationFailed":
      return line.phase === "connecting" ? line : { phase: "connected", registration: "refused" };
    case "optionsAnswered":
      if (line.phase !== "registered" || (line.missedOptions === 0 && !line.doubted)) return line;
      return { ...line, missedOptions: 0, doubted: false };
    case "optionsMissed":
      return line.phase === "registered" ? { ...line, missedOptions: line.missedOptions + 1 } : line;
    case "doubted":
      return line.phase === "registered" && !line.doubted ? { ...line, doubted: true } : line;
  }
}

/** Two keepalives in a row went unanswered: drop the connection and connect again. */
export const isLineDead = (line: Line): boolean =>
  line.phase === "registered" && line.missedOptions >= OPTIONS_FAILURES_BEFORE_RECONNECT;

const STATUS_READY = 3; // SIP_STATUS_CONNECTED | SIP_STATUS_REGISTERED: registered needs both

/** Bit flags: 1 connected, 2 registered. What is doubted is not said to be registered. */
export function statusOf(line: Line): SipStatus {
  if (line.phase === "registered") return line.doubted ? SIP_STATUS_CONNECTED : STATUS_READY;
  return line.phase === "connected" ? SIP_STATUS_CONNECTED : 0;
}

export function phoneStateOf(line: Line): PhoneState {
  if (line.phase === "registered") return line.doubted ? "connecting" : "registered";
  if (line.phase === "connecting") return "connecting";
  return line.phase === "connected" && line.registration === "trying" ? "connecting" : "not-registered";
}
