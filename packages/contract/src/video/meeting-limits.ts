/** Bounds of a meeting (docs/spec/video-meeting.md). */
export const MEETING_LIMITS = {
  participants: 100,
  /** In the lobby. */
  waiting: 100,
  /** Telephones that ring for a meeting at a time. */
  calling: 5,
  nameLength: 100,
  messageLength: 2_000,
  /** Kept for those who come later. */
  messages: 200,
  tiles: 64,
  sdpBytes: 100_000,
  frameBytes: 160_000,
  linkLength: 1_000,
  framesPerSecond: 20,
  framesBurst: 100,
} as const;

export const MEETING_SOCKET_PATH = "/video";
/** Of the first frame. */
export const MEETING_ENTER_WAIT_MS = 10_000;
export const MEETING_HEARTBEAT_MS = 10_000;
/** After a cut one can come back for so long. */
export const MEETING_RESUME_MS = 60_000;
export const MEETING_TICKET_MS = 60_000;

/** What one can react with. */
export const MEETING_REACTIONS = ["👍", "👏", "❤️", "😂", "😮", "🎉"] as const;

/** Close codes of the socket (RFC 6455 §7.4.2, private range). After `over` it closes with 1000. */
export const MEETING_CLOSE = {
  badFrame: 4400,
  /** `refused` says why one cannot enter. */
  refused: 4403,
  /** Silent, or it does not read: come back with `resume`. */
  tooSlow: 4408,
  tooMany: 4429,
} as const;
