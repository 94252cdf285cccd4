/** Notices about rooms, and about the meeting that the user enters, is in, or was in: one at a time, so that they never cover the rooms below the head of their page (VROOM-14). */
export const MEETING_NOTICE = { key: "video.meeting" } as const;
