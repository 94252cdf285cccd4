import type { Capture } from "@callpanel/meeting";
import { browserClock, createBrowserCapture } from "@callpanel/meeting/browser";
import { createNoiseFilter } from "../../../shared/noise/noiseFilter.ts";
import { localArea } from "../../../shared/storage.ts";

/** One's own devices in meetings, with what was chosen the last time in this browser. */
export const openCapture = (): Capture => createBrowserCapture(localArea(), createNoiseFilter(browserClock));
