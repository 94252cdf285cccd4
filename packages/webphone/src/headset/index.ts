/** An entry of its own: loaded only where there is a headset. */
export { createHeadsetButtons } from "./headset-buttons.ts";
export type { HeadsetButtons, HeadsetUse, HeadsetView } from "./headset-buttons.ts";
export { createWebHeadsets } from "../adapters/browser/web-headsets.ts";
