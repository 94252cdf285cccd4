/** Loaded with the first microphone that is cleaned. */
import type { NoiseWiring } from "@callpanel/webphone";
import type { Clock } from "../clock.ts";
import { createCleaning } from "./cleaning.ts";
import { openGtcrn } from "./gtcrn.ts";

/** @returns stop */
export const cleanMicrophone = (clock: Clock, microphone: MediaStream, wiring: NoiseWiring): (() => void) =>
  createCleaning({ clock, open: openGtcrn }, microphone, wiring);
