/** The buttons of headsets and the media keys. Loaded with the first call, a headset that was allowed, or its settings. */
import type { ActionResult, Webphone } from "@callpanel/webphone";
import { createHeadsetButtons, createWebHeadsets } from "@callpanel/webphone/headset";
import type { HeadsetButtons } from "@callpanel/webphone/headset";
import type { Clock } from "../../../shared/clock.ts";
import { joinMediaKeys } from "./mediaKeys.ts";

export interface DeviceKeys {
  /** Undefined where the browser has no WebHID. */
  readonly headsets: HeadsetButtons | undefined;
  stop(): void;
}

export interface KeysDeps {
  readonly phone: Webphone;
  readonly clock: Clock;
  readonly view: Window & typeof globalThis;
  readonly onRefusal: (result: ActionResult) => void;
}

export function createDeviceKeys({ phone, clock, view, onRefusal }: KeysDeps): DeviceKeys {
  const { hid, mediaSession } = view.navigator;
  // Undefined in browsers without it, contrary to the types.
  const session: MediaSession | undefined = mediaSession;
  const leaveKeys = session ? joinMediaKeys({ phone, session }) : () => undefined;
  const headsets = hid
    ? createHeadsetButtons({ phone, headsets: createWebHeadsets(hid, view), clock, onRefusal })
    : undefined;
  return {
    headsets,
    stop() {
      leaveKeys();
      headsets?.stop();
    },
  };
}
