import type { Listening } from "@callpanel/contract";
import { defineService } from "../service.ts";
import type { Keyed } from "./keyedBoard.ts";

/** The listening people, by the extension of the person they listen to, as far as the viewer may listen to that person. */
export type LiveListeners = Keyed<readonly Listening[]>;
export const LIVE_LISTENERS = defineService<LiveListeners>("liveListeners");
