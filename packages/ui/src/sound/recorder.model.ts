/** Why there is no recording: permission denied, no microphone, no recorder in the browser, or a failure. */
export type RecorderFault = "denied" | "missing" | "unsupported" | "failed";

export type RecorderState =
  | { readonly phase: "idle" }
  /** The browser asks for the microphone permission. */
  | { readonly phase: "asking" }
  | { readonly phase: "refused"; readonly fault: RecorderFault }
  /** `level` from 0 (silence) to 1. */
  | { readonly phase: "recording"; readonly seconds: number; readonly level: number }
  /** Being converted to a file. */
  | { readonly phase: "finishing" }
  | { readonly phase: "recorded"; readonly file: File; readonly seconds: number };

export type RecorderAction =
  | { readonly type: "asked" }
  | { readonly type: "refused"; readonly fault: RecorderFault }
  | { readonly type: "heard"; readonly seconds: number; readonly level: number }
  | { readonly type: "stopped" }
  | { readonly type: "made"; readonly file: File; readonly seconds: number }
  | { readonly type: "discarded" };

export const NOTHING_RECORDED: RecorderState = { phase: "idle" };

export function stepRecorder(state: RecorderState, action: RecorderAction): RecorderState {
  switch (action.type) {
    case "asked":
      return { phase: "asking" };
    case "refused":
      return { phase: "refused", fault: action.fault };
    case "heard":
      return state.phase === "asking" || state.phase === "recording"
        ? { phase: "recording", seconds: action.seconds, level: action.level }
        : state;
    case "stopped":
      return state.phase === "recording" ? { phase: "finishing" } : state;
    case "made":
      return { phase: "recorded", file: action.file, seconds: action.seconds };
    case "discarded":
      return NOTHING_RECORDED;
  }
}

/** The reason for the browser's refusal to open a microphone. */
export function faultOf(error: unknown): RecorderFault {
  const name = typeof error === "object" && error !== null && "name" in error ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "missing";
  return "failed";
}
