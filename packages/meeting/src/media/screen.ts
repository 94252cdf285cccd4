/** The user's screen or window, as others see it (VCLIENT-13). */
import type { Devices } from "../ports/devices.port.ts";

const FRAMES_PER_SECOND = { ideal: 15, max: 30 } as const;
const SCREEN = { video: { frameRate: FRAMES_PER_SECOND }, audio: true } as const;

export interface Screen {
  /** Asks for a screen or window. Resolves to false when the person chose none. */
  share(): Promise<boolean>;
  stop(): void;
}

export function createScreen(devices: Devices | undefined, tell: (screen: MediaStream | null) => void): Screen {
  let shared: MediaStream | null = null;
  const stop = (): void => {
    for (const track of shared?.getTracks() ?? []) track.stop();
    shared = null;
    tell(null);
  };
  return {
    async share() {
      if (devices === undefined) return false;
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
        return true;
      } catch {
        return false;
      }
    },
    stop,
  };
}
