/** The far end of a call, and how the call came there: the values of the phone system's `X-Far-End` and of call events. */
export const FAR_KINDS = [
  "person",
  "outside",
  /** A caller leaves a message; the name is the owner's. */
  "mailbox",
  /** A person listens to their messages. */
  "messages",
  "room",
  /** A slot of a parking lot. */
  "parking",
  "announcement",
  "videoRoom",
  /** A caller waits there, or came from there. */
  "queue",
  "listening",
  "service",
] as const;
export type FarKind = (typeof FAR_KINDS)[number];

/** `ringing`: the call was sent there and waits for an answer; `away`: sent elsewhere, and may come back; `holding`: has put this side on hold; `asking`: waits until this side takes the call with 1. */
export const FAR_DOINGS = ["ringing", "away", "holding", "asking"] as const;
export type FarDoing = (typeof FAR_DOINGS)[number];

/** The device without a media path to the phone system: the user's own (`near`), or that of the far end. */
export const SILENCES = ["near", "far"] as const;
export type Silence = (typeof SILENCES)[number];

/** For `returned` and `retrieved` a parking slot instead of a person; for `pickedUp` the person it rang for; for `calledBack` the queue that calls its caller. */
export const CAME_HOWS = [
  "transferred",
  "forwarded",
  "returned",
  "retrieved",
  "pickedUp",
  "invited",
  "calledBack",
] as const;
export type CameHow = (typeof CAME_HOWS)[number];
