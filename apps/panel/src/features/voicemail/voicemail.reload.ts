import { listReload } from "../../shared/live/reload.ts";

/** The common prefix of voicemail's query keys: everything that is loaded again after a change. */
export const VOICEMAILS_KEY = ["voicemails"] as const;
export const LIST_KEY = [...VOICEMAILS_KEY, "list"] as const;
/** Settings and greetings of boxes. */
export const BOX_KEY = ["voicemail_boxes"] as const;

/** VMU-21: changes of a box appear without a click. A message and its transcript cause several events. */
export const voicemailReload = listReload({ action: "MWI", keys: [VOICEMAILS_KEY], gatherMs: 200 });
