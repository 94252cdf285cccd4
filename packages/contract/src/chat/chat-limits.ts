/** Limits of chat (docs/spec/chat.md, CHAT-60). */
export const CHAT_LIMITS = {
  /** UTF-16 units of a message's text. */
  textChars: 20_000,
  roomNameChars: 64,
  topicChars: 250,
  statusTextChars: 120,
  /** People of one direct conversation, with the user. */
  directPeople: 9,
  /** Different emojis at one message, and reactions in all. */
  reactionKinds: 40,
  reactions: 2_000,
  pins: 200,
  filesPerMessage: 10,
  fileBytes: 25 * 1024 * 1024,
  fileNameChars: 120,
  draftsPerPerson: 200,
  /** Messages of one page, and changes that one answer to `open` brings. */
  page: 50,
  pageMost: 200,
  changes: 500,
  /** Conversations of one person. */
  roomsPerPerson: 1_000,
  presenceTypes: 50,
  searchChars: 200,
  /** A frame of the panel on the socket; a longer one closes it. */
  frameBytes: 262_144,
  /** Frames a second and at once, of one socket. */
  framesPerSecond: 20,
  framesBurst: 100,
  /** Rooms that a socket has open at a time. */
  openRooms: 20,
  /** Typing is reported at most this often, and is over this long after the last report. */
  typingEveryMs: 3_000,
  typingLastsMs: 6_000,
} as const;

/** Time in which the token of POST chats/auth must be used, once. */
export const CHAT_TOKEN_SECONDS = 60;
export const CHAT_SOCKET_PATH = "/chat";
