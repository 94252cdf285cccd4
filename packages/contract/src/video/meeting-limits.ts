/** Bounds of a meeting (docs/spec/video-meeting.md). */
export const MEETING_LIMITS = {
  participants: 100,
  /** In the lobby. */
  waiting: 100,
  nameLength: 100,
  messageLength: 2_000,
  /** Kept for those who come later. */
  messages: 200,
  tiles: 64,
  sdpBytes: 100_000,
} as const;
