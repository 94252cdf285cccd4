/** The frames of the socket `/chat` (docs/spec/chat.md, CHAT-30 and following). */
import * as z from "zod/mini";
import { errorDetailsSchema } from "../errors/error-body.ts";
import {
  anyRoomSchema,
  chatCallSchema,
  chatDraftSchema,
  chatMessageSchema,
  chatPersonSchema,
  chatPresenceSchema,
  clientIdSchema,
  messageIdSchema,
  rocketUidSchema,
  roomIdSchema,
  subscriptionSchema,
} from "./chat-state.ts";

const requestId = z.string().check(z.minLength(1), z.maxLength(64));
const place = z.number().check(z.int(), z.gte(0));
/** The text is checked by the server, which refuses one that is too long by a code of the catalogue. */
const text = z.string();
const emoji = z.string().check(z.minLength(1), z.maxLength(64));
const target = { room: roomIdSchema, id: messageIdSchema } as const;

export const CHAT_TOPICS = ["unread", "notifications", "presence"] as const;
export type ChatTopic = (typeof CHAT_TOPICS)[number];

/** What changes something. Each is answered by `done` or `refused` with its `request`, and may be sent again. */
export const chatOrderSchema = z.discriminatedUnion("order", [
  z.object({
    order: z.literal("send"),
    room: roomIdSchema,
    client_id: clientIdSchema,
    text,
    thread: z.optional(messageIdSchema),
    /** Ids of files that the sender uploaded to the room. */
    files: z.optional(z.array(z.string().check(z.maxLength(64)))),
  }),
  z.object({ order: z.literal("edit"), ...target, text }),
  z.object({ order: z.literal("delete"), ...target }),
  z.object({ order: z.literal("react"), ...target, emoji, on: z.boolean() }),
  z.object({ order: z.literal("pin"), ...target, on: z.boolean() }),
  z.object({ order: z.literal("save"), ...target, on: z.boolean() }),
  /** Everything up to place `n` is read; a smaller one than before changes nothing. */
  z.object({ order: z.literal("read"), room: roomIdSchema, n: place }),
  /** Marks as unread: only what is before place `n` is read. */
  z.object({ order: z.literal("unread"), room: roomIdSchema, n: place }),
  z.object({ order: z.literal("readThread"), room: roomIdSchema, thread: messageIdSchema, n: place }),
  /** Notices of replies to the thread: on, or off. */
  z.object({ order: z.literal("follow"), room: roomIdSchema, thread: messageIdSchema, on: z.boolean() }),
]);
export type ChatOrder = z.infer<typeof chatOrderSchema>;

export const chatClientFrameSchema = z.discriminatedUnion("type", [
  /** First; `token` is that of POST chats/auth. */
  z.object({ type: z.literal("signin"), token: z.string().check(z.maxLength(200)) }),
  /** Replaces the topics of before. `unread` and `notifications` are answered by `rooms`, `presence` by `presences`. */
  z.object({ type: z.literal("subscribe"), topics: z.array(z.enum(CHAT_TOPICS)).check(z.maxLength(8)) }),
  /**
   * The room is on screen: its changes after `since` are asked for, and those to come; without `since` its last messages. Also sent
   * when a change was missed.
   */
  z.object({ type: z.literal("open"), room: roomIdSchema, since: z.optional(place) }),
  z.object({ type: z.literal("close"), room: roomIdSchema }),
  z.object({ type: z.literal("order"), request: requestId, order: chatOrderSchema }),
  z.object({ type: z.literal("typing"), room: roomIdSchema, thread: z.optional(messageIdSchema) }),
  /** This device became idle, or is used again. */
  z.object({ type: z.literal("idle"), idle: z.boolean() }),
  z.object({ type: z.literal("pong") }),
]);
export type ChatClientFrame = z.infer<typeof chatClientFrameSchema>;

/** What the server needs of an order to refuse it: one that it does not know must not end the connection (CHAT-36). */
export const chatOrderHeadSchema = z.object({ type: z.literal("order"), request: requestId });
export type ChatOrderHead = z.infer<typeof chatOrderHeadSchema>;

export const chatServerFrameSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello"), uid: rocketUidSchema, at: z.number(), heartbeat_ms: z.number() }),
  /** Answer it with `pong`; a connection that is silent for two heartbeats is dead on either side. */
  z.object({ type: z.literal("ping") }),
  /** Every room whose member the person is: rooms that are not in it are gone. */
  z.object({ type: z.literal("rooms"), rooms: z.array(anyRoomSchema) }),
  /**
   * A room as it is now. Without `own` it was made for all of its members: subscription, unread and last message in it are not to
   * be read, and stay what they were.
   */
  z.object({ type: z.literal("room"), own: z.boolean(), room: anyRoomSchema }),
  /** The room does not exist any more for this person: everything of it is to be forgotten. */
  z.object({ type: z.literal("gone"), room: roomIdSchema }),
  /** The person's own subscription: read marks, mentions, notices. */
  z.object({ type: z.literal("subscription"), room: roomIdSchema, subscription: subscriptionSchema }),
  /**
   * A message of a room was sent, or the last one changed. For lists, badges and notices; to those who do not have the room open
   * too. `seq` is that of the message.
   */
  z.object({
    type: z.literal("activity"),
    room: roomIdSchema,
    seq: z.number(),
    id: messageIdSchema,
    n: z.number(),
    thread: z.nullable(messageIdSchema),
    at: z.number(),
    from: chatPersonSchema,
    deleted: z.boolean(),
    /** It was sent now; otherwise it was changed. */
    isNew: z.boolean(),
    preview: z.string(),
    mentions: z.array(rocketUidSchema),
    all: z.boolean(),
    /** Of an answer in a thread: those who follow it. */
    followers: z.array(rocketUidSchema),
    /** It makes no notice. */
    call: z.optional(chatCallSchema),
  }),
  /** One change of an open room. `seq` is one more than that of the change before; otherwise one was missed. */
  z.object({ type: z.literal("change"), room: roomIdSchema, seq: z.number(), message: chatMessageSchema }),
  /**
   * The answer to `open`: the messages that changed after `since`, each as it is at `seq`. `since` null: everything known of the
   * room's messages is to be dropped, these are the last ones.
   */
  z.object({
    type: z.literal("changes"),
    room: roomIdSchema,
    since: z.nullable(z.number()),
    seq: z.number(),
    /** The place of the room's last message. */
    n: z.number(),
    messages: z.array(chatMessageSchema),
  }),
  z.object({
    type: z.literal("typing"),
    room: roomIdSchema,
    thread: z.nullable(messageIdSchema),
    from: chatPersonSchema,
  }),
  /** How far another person has read a direct conversation or a small group. Before `changes` it is sent for everybody. */
  z.object({ type: z.literal("seen"), room: roomIdSchema, uid: rocketUidSchema, n: z.number() }),
  z.object({ type: z.literal("draft"), draft: chatDraftSchema }),
  /** The person reads or follows a thread at one of their devices, or follows it no longer. */
  z.object({
    type: z.literal("thread"),
    room: roomIdSchema,
    root: messageIdSchema,
    followed: z.boolean(),
    /** The place of its last answer, and up to which it is read. */
    n: z.number(),
    read: z.number(),
  }),
  /** `all`: everybody of the company who is not offline, others are; otherwise those whose presence has changed. */
  z.object({ type: z.literal("presences"), all: z.boolean(), presences: z.array(chatPresenceSchema) }),
  /** Events of other servers may have been missed: subscribe again, and open the open rooms again. */
  z.object({ type: z.literal("missed") }),
  z.object({ type: z.literal("done"), request: z.string(), message: z.optional(chatMessageSchema) }),
  /** `request` is missing where a frame without one was refused. */
  z.object({
    type: z.literal("refused"),
    request: z.optional(z.string()),
    code: z.string(),
    error_description: z.string(),
    details: z.optional(errorDetailsSchema),
  }),
]);
export type ChatServerFrame = z.infer<typeof chatServerFrameSchema>;
export type ChatActivity = Extract<ChatServerFrame, { type: "activity" }>;

/** Close codes of the socket (RFC 6455 §7.4.2, private range). */
export const CHAT_CLOSE = {
  badFrame: 4400,
  badSignIn: 4401,
  forbidden: 4403,
  tooSlow: 4408,
  /** What the person may do has changed: connect again. */
  rightsChanged: 4409,
  tooMany: 4429,
} as const;
export const CHAT_SIGN_IN_WAIT_MS = 10_000;
export const CHAT_HEARTBEAT_MS = 15_000;
/** Characters of a `preview`. */
export const CHAT_PREVIEW_CHARS = 200;
