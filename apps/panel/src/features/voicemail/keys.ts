/** What the cache knows of voicemail: everything that is had anew after a change begins so. */
export const VOICEMAILS_KEY = ["voicemails"] as const;
export const LIST_KEY = [...VOICEMAILS_KEY, "list"] as const;
/** Settings and greetings of boxes. */
export const BOX_KEY = ["voicemail_boxes"] as const;
