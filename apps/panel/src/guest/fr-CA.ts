import { FRENCH } from "@callpanel/contract/errors/fr-CA";
import { formats } from "../locales/fr-CA/formats.ts";
import { videoRoom } from "../locales/fr-CA/video/video-room.ts";
import type { Catalogue } from "../shared/words/words.ts";

/** The French of a guest's page: only what it says. */
export const frenchGuest: Catalogue = { messages: { ...videoRoom, ...formats }, errors: FRENCH.texts };
