import type { Capture } from "@callpanel/meeting";
import { browserClock, createBrowserCapture } from "@callpanel/meeting/browser";
import { createNoiseFilter } from "../../../shared/noise/noiseFilter.ts";
import { localArea } from "../../../shared/storage.ts";

/** The user's own devices in meetings, with the last choice in this browser. */
export const openCapture = (): Capture => createBrowserCapture(localArea(), createNoiseFilter(browserClock));
