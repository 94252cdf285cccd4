/** The user's screen or window, as others see it (VCLIENT-13). */
import type { Devices } from "../ports/devices.port.ts";

const FRAMES_PER_SECOND = { ideal: 15, max: 30 } as const;
const SCREEN = { video: { frameRate: FRAMES_PER_SECOND }, audio: true } as const;

/** `denied` by the system, `unsupported` by this browser, `failed` otherwise. */
export type ScreenFault = "denied" | "unsupported" | "failed";
export type ScreenOutcome = "shared" | "cancelled" | ScreenFault;

export interface Screen {
  /** Whether this browser can share at all: browsers of phones cannot. */
  readonly supported: boolean;
  /** Asks for a screen or window. `cancelled`: the person chose none. */
  share(): Promise<ScreenOutcome>;
  stop(): void;
}

export function createScreen(devices: Devices | undefined, tell: (screen: MediaStream | null) => void): Screen {
  let shared: MediaStream | null = null;
  const stop = (): void => {
    for (const track of shared?.getTracks() ?? []) track.stop();
    shared = null;
    tell(null);
  };
  const supported = typeof devices?.getDisplayMedia === "function";
  return {
    supported,
    async share() {
      if (devices === undefined || !supported) return "unsupported";
      try {
        const screen = await devices.getDisplayMedia(SCREEN);
        const [picture] = screen.getVideoTracks();
        if (picture !== undefined) {
          // Text stays sharp, at the cost of frames.
          picture.contentHint = "detail";
          picture.addEventListener("ended", () => {
            if (shared === screen) stop();
          });
        }
        stop();
        shared = screen;
        tell(screen);
        return "shared";
      } catch (error) {
        return outcomeOf(error);
      }
    },
    stop,
  };
}

/**
 * The specification has one error for a person and a system that say no (Screen Capture, §5.1): Chromium distinguishes them by the message, Firefox has `NotFoundError` for the system.
 */
function outcomeOf(error: unknown): ScreenOutcome {
  const { name, message } = error instanceof Error ? error : { name: "", message: "" };
  if (name === "NotFoundError" || (name === "NotAllowedError" && /by system/i.test(message))) return "denied";
  return name === "NotAllowedError" || name === "AbortError" ? "cancelled" : "failed";
}
