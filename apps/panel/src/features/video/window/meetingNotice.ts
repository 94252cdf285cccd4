/** What is said about rooms, and the meeting that one enters, is in, or was in: one notice at a time, so that it never reaches the rooms below the head of their page (VROOM-14). */
export const MEETING_NOTICE = { key: "video.meeting" } as const;
