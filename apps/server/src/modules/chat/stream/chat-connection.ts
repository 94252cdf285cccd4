/** One connection to `/chat`: signs in with its first frame, follows rooms, and takes orders. */
import {
  AppError,
  canRead,
  canWrite,
  CHAT_CLOSE,
  CHAT_HEARTBEAT_MS,
  CHAT_LIMITS,
  CHAT_SIGN_IN_WAIT_MS,
  chatClientFrameSchema,
  chatOrderHeadSchema,
  errorText,
  type ChatClientFrame,
  type ChatOrderHead,
  type ChatServerFrame,
  type ChatTopic,
  type Rights,
} from "@callpanel/contract";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { Bus } from "../../../kernel/bus/bus.ts";
import { repeat, type Clock } from "../../../kernel/clock.ts";
import { createTokenBucket, type TokenBucket } from "../../../kernel/guard/token-bucket.ts";
import { asAppError } from "../../../kernel/http/error-answer.ts";
import type { LiveSocket, LiveSocketHandlers } from "../../../kernel/http/web-sockets.ts";
import type { Log } from "../../../kernel/log.ts";
import { ownEvent } from "../../realtime/index.ts";
import { rowId, type ChatCaller } from "../chat.policy.ts";
import type { ChatFacts } from "../chat.facts.ts";
import type { ChatStore, ListedRoom } from "../chat.store.ts";
import type { RunOrder } from "../messages/orders.ts";
import type { ChatPresences } from "../presence/chat-presence.service.ts";
import { presentRoom } from "../rooms/room.view.ts";
import type { ChatHub, Follower } from "./chat-room-hub.ts";
import type { ChatSession } from "./chat-tokens.ts";

/** Whose connection it is, as they are now. */
export interface ChatIdentity extends ChatCaller {
  readonly name: string;
  readonly username: string;
  readonly rights: Rights;
}

export interface ChatConnectionDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly bus: Pick<Bus, "subscribe">;
  /** CHAT-31: takes the token, which is of no use any more. */
  readonly takeToken: (token: string) => Promise<ChatSession | undefined>;
  /** Undefined: the session has ended, or the person may not use the panel. */
  readonly identityOf: (session: ChatSession) => Promise<ChatIdentity | undefined>;
  readonly hub: ChatHub;
  readonly store: ChatStore;
  readonly facts: ChatFacts;
  readonly runOrder: RunOrder;
  readonly presences: ChatPresences;
  readonly lost: (device: LostDevice) => void;
}

/** A device whose connection died without a word. */
export interface LostDevice {
  readonly userId: number;
  /** What was sent to it afterwards may have reached nobody; ms since the epoch. */
  readonly heardAt: number;
}

/** CHAT-37: a reader that is further behind is disconnected, not counting what it has asked for. */
export const CHAT_BEHIND_BYTES = 524_288;
/** CHAT-36: frames that wait for their turn. */
const MOST_WAITING = 200;
const TYPING_MS = 1_000;

type State =
  | { readonly phase: "signingIn" | "checking" | "closed" }
  | { readonly phase: "open"; readonly session: ChatSession; readonly identity: ChatIdentity };

type Of<Type extends ChatClientFrame["type"]> = Extract<ChatClientFrame, { type: Type }>;

export class ChatConnection implements Follower, LiveSocketHandlers {
  readonly #deps: ChatConnectionDeps;
  readonly #socket: LiveSocket;
  readonly #frames: TokenBucket;
  #state: State = { phase: "signingIn" };
  #heardAt: number;
  #stop: () => void;
  #topics: ReadonlySet<ChatTopic> = new Set();
  /** Rooms whose changes are sent, and those on screen. */
  readonly #followed = new Set<number>();
  readonly #open = new Map<number, { readonly sendsSeen: boolean }>();
  readonly #typedAt = new Map<number, number>();
  /** While a state is read: what came meanwhile, to be sent after it. */
  #held: string[] | undefined;
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** Of the last long answer, which must not count as a slow reader. */
  #answerBytes = 0;

  constructor(deps: ChatConnectionDeps, socket: LiveSocket) {
    this.#deps = deps;
    this.#socket = socket;
    this.#heardAt = deps.clock.now();
    const { framesPerSecond: perSecond, framesBurst: burst } = CHAT_LIMITS;
    this.#frames = createTokenBucket({ clock: deps.clock, perSecond, burst });
    this.#stop = deps.clock.setTimeout(() => this.#end(CHAT_CLOSE.badSignIn, "no sign-in"), CHAT_SIGN_IN_WAIT_MS);
  }

  get userId(): number {
    return this.#state.phase === "open" ? this.#state.identity.userId : 0;
  }
  get realmId(): number {
    return this.#state.phase === "open" ? this.#state.identity.realm.id : 0;
  }

  receive(data: string | Uint8Array): void {
    if (this.#state.phase === "closed") return;
    this.#heardAt = this.#deps.clock.now();
    const frame = parseFrame(data);
    if (frame === undefined) return this.#end(CHAT_CLOSE.badFrame, "malformed frame");
    if (frame.type === "pong") return;
    if (this.#state.phase === "signingIn" && frame.type === "signin") {
      this.#signIn(frame).catch((error: unknown) => this.#fail("a sign-in to chat failed", error));
      return;
    }
    if (this.#state.phase !== "open" || frame.type === "signin")
      return this.#end(CHAT_CLOSE.badFrame, "unexpected frame");
    if (!this.#frames.take())
      return this.#refuse(new AppError("chats.tooFast"), frame.type === "order" ? frame.request : undefined);
    if (isWhole(frame)) return this.#inTurn(() => this.#take(frame));
    this.#refuse(new AppError("request.invalid", { detail: "an unknown order, or wrong fields" }), frame.request);
  }

  closed(): void {
    this.#leave();
  }

  // A notice of the hub.
  activity(_roomId: number, text: string): void {
    if (!this.#wantsRooms) return;
    if (this.#held === undefined) this.#sendText(text);
    else this.#held.push(text);
  }
  change(roomId: number, text: string): void {
    if (this.#open.has(roomId)) this.#sendText(text);
  }
  room(_roomId: number, text: string): void {
    this.activity(_roomId, text);
  }
  membershipChanged(roomId: number): void {
    this.#inTurn(() => this.#whileHeld(() => this.#tellRoom(roomId)));
  }
  roomGone(roomId: number): void {
    this.#followed.delete(roomId);
    this.#open.delete(roomId);
    this.#send({ type: "gone", room: String(roomId) });
  }
  subscription(text: string): void {
    this.activity(0, text);
  }
  thread(text: string): void {
    this.activity(0, text);
  }
  seen(roomId: number, people: readonly number[]): void {
    const others = new Set(people.filter((userId) => userId !== this.userId));
    if (others.size > 0 && this.#open.get(roomId)?.sendsSeen === true)
      this.#inTurn(() => this.#tellSeen(roomId, others));
  }
  draftChanged(roomId: number, thread: number): void {
    this.#inTurn(async () => {
      // With the version that its writer gave it: a greater one would take away what is typed at this moment.
      const kept = await this.#deps.store.draft(this.userId, roomId, thread);
      if (kept === undefined) return;
      const place = { room: String(roomId), thread: thread === 0 ? null : thread };
      this.#send({ type: "draft", draft: { ...place, text: kept.text, version: kept.version } });
    });
  }
  typing({ roomId, thread, userId, name }: Parameters<Follower["typing"]>[0]): void {
    if (userId === this.userId || !this.#open.has(roomId)) return;
    const from = { uid: String(userId), name };
    this.#send({ type: "typing", room: String(roomId), thread: thread === 0 ? null : thread, from });
  }
  presences(text: string): void {
    if (this.#topics.has("presence")) this.#sendText(text);
  }
  missed(): void {
    this.#send({ type: "missed" });
  }

  get #wantsRooms(): boolean {
    return this.#topics.has("unread") || this.#topics.has("notifications");
  }

  async #signIn({ token }: Of<"signin">): Promise<void> {
    this.#state = { phase: "checking" };
    const session = await this.#deps.takeToken(token);
    const identity = session && (await this.#deps.identityOf(session));
    if (this.#state.phase !== "checking") return;
    if (session === undefined || identity === undefined)
      return this.#end(CHAT_CLOSE.badSignIn, errorText("request.unauthorized"));
    if (!canRead(identity.rights, "chats")) return this.#end(CHAT_CLOSE.forbidden, errorText("request.forbidden"));
    this.#enter(session, identity);
  }

  #enter(session: ChatSession, identity: ChatIdentity): void {
    const { clock, bus, hub, presences } = this.#deps;
    this.#stop();
    this.#state = { phase: "open", session, identity };
    const stops = [
      repeat(clock, CHAT_HEARTBEAT_MS, () => this.#beat()),
      // A new password ends other sessions: their connections end now, not at the next heartbeat.
      bus.subscribe(ownEvent, ({ userId, event }) => {
        if (userId !== identity.userId || event.action !== "SETTING") return;
        if (event.setting === "profile" || event.setting === "otp") this.#checkRights();
      }),
      hub.connect(this),
      presences.connect(identity, this),
    ];
    this.#stop = () => stops.forEach((stop) => stop());
    const uid = String(identity.userId);
    this.#send({ type: "hello", uid, at: clock.now(), heartbeat_ms: CHAT_HEARTBEAT_MS });
  }

  #beat(): void {
    if (this.#deps.clock.now() - this.#heardAt > 2 * CHAT_HEARTBEAT_MS) return this.#lose();
    this.#send({ type: "ping" });
    this.#checkRights();
  }

  /** CHAT-32: if the session has ended or the rights have changed, the connection is closed. */
  async #current(): Promise<ChatIdentity | undefined> {
    if (this.#state.phase !== "open") return undefined;
    const { session, identity } = this.#state;
    const now = await this.#deps.identityOf(session);
    if (this.#state.phase !== "open") return undefined;
    if (now === undefined) this.#end(CHAT_CLOSE.badSignIn, errorText("request.unauthorized"));
    else if (!isDeepStrictEqual(now.rights, identity.rights)) this.#end(CHAT_CLOSE.rightsChanged, "rights changed");
    else return now;
    return undefined;
  }

  #checkRights(): void {
    this.#current().catch((error: unknown) => this.#deps.log.warn("a session could not be checked", { err: error }));
  }

  /** Frames are done one after the other, in the order in which they came. */
  #inTurn(run: () => Promise<void> | void): void {
    if (this.#waiting >= MOST_WAITING) return this.#end(CHAT_CLOSE.tooMany, errorText("chats.tooFast"));
    this.#waiting += 1;
    this.#last = this.#last
      .then(async () => {
        if (this.#state.phase === "open") await run();
      })
      .catch((error: unknown) => this.#fail("a frame of chat failed", error))
      .then(() => {
        this.#waiting -= 1;
      });
  }

  #take(frame: Exclude<ChatClientFrame, Of<"signin"> | Of<"pong">>): Promise<void> | void {
    switch (frame.type) {
      case "subscribe":
        return this.#subscribe(frame);
      case "open":
        return this.#openRoom(frame);
      case "close":
        return this.#closeRoom(frame);
      case "order":
        return this.#order(frame);
      case "typing":
        return this.#type(frame);
      case "idle":
        return this.#deps.presences.idle(this, frame.idle);
    }
  }

  async #subscribe({ topics }: Of<"subscribe">): Promise<void> {
    const { store, presences } = this.#deps;
    this.#topics = new Set(topics);
    if (this.#topics.has("presence")) {
      const all = [...(await presences.present(this.realmId))];
      this.#answer({ type: "presences", all: true, presences: all });
    }
    if (!this.#wantsRooms) return;
    // First they are followed, then read: nothing that happens meanwhile is missed.
    await this.#whileHeld(async () => {
      const own = new Map((await store.roomIdsOf(this.userId)).map((room) => [room.id, room]));
      for (const roomId of this.#followed) if (!own.has(roomId)) this.#forget(roomId);
      for (const room of own.values()) this.#follow(room);
      const rooms = await store.roomsOf(this.userId);
      this.#answer({ type: "rooms", rooms: rooms.map((one) => presentRoom(one, this.userId)) });
    });
  }

  /** CHAT-34: changes that are sent while a state is read come after that state, which may not contain them yet. */
  async #whileHeld(read: () => Promise<void>): Promise<void> {
    this.#held = [];
    try {
      await read();
    } finally {
      const held = this.#held;
      this.#held = undefined;
      for (const text of held) this.#sendText(text);
    }
  }

  #follow(room: { readonly id: number; readonly membersRev: number; readonly seq: number }): void {
    this.#followed.add(room.id);
    this.#deps.hub.follow(this, room);
  }

  #forget(roomId: number): void {
    this.#followed.delete(roomId);
    this.#open.delete(roomId);
    this.#deps.hub.unfollow(this, roomId);
  }

  /** CHAT-33: a person who is no member gets the same answer as for a room that does not exist. */
  async #openRoom({ room, since }: Of<"open">): Promise<void> {
    const { store, hub } = this.#deps;
    const roomId = rowId(room) ?? 0;
    await hub.whileQuiet(roomId, async () => {
      const listed = await store.room(roomId, this.userId, this.realmId);
      if (listed?.member === undefined) {
        this.#forget(roomId);
        this.#send({ type: "gone", room });
        return;
      }
      this.#open.delete(roomId);
      this.#open.set(roomId, { sendsSeen: sendsSeen(listed) });
      const [oldest] = this.#open.keys();
      if (this.#open.size > CHAT_LIMITS.openRooms && oldest !== undefined) this.#open.delete(oldest);
      this.#follow(listed.room);
      // After it is followed: messages that are written from now on are sent.
      const { seq, n } = await store.heads(roomId);
      const changes = await this.#changesSince(roomId, since, seq);
      const messages = changes ?? (await store.history({ roomId, thread: 0, from: n - CHAT_LIMITS.page + 1, to: n }));
      const from = changes === undefined ? null : (since ?? null);
      // First: a small frame behind a large one would say that the large one has arrived (CHAT-37).
      if (sendsSeen(listed)) await this.#tellSeen(roomId, "everybody");
      this.#answer({ type: "changes", room, since: from, seq, n, messages: [...messages] });
    });
  }

  /** Undefined: too many, or unknown since when. */
  async #changesSince(roomId: number, since: number | undefined, seq: number) {
    if (since === undefined || since > seq) return undefined;
    const changes = await this.#deps.store.changedSince(roomId, since, CHAT_LIMITS.changes + 1);
    return changes.length > CHAT_LIMITS.changes ? undefined : changes;
  }

  #closeRoom({ room }: Of<"close">): void {
    const roomId = rowId(room) ?? 0;
    this.#open.delete(roomId);
    if (!this.#wantsRooms) this.#forget(roomId);
  }

  async #order({ request, order }: Of<"order">): Promise<void> {
    const identity = await this.#current();
    if (identity === undefined) return;
    try {
      const mayWrite = canWrite(identity.rights, "chats");
      const message = await this.#deps.runOrder({ ...identity, mayWrite }, order);
      this.#send({ type: "done", request, ...(message !== undefined && { message }) });
    } catch (error) {
      const known = asAppError(error);
      if (known.code === "server.internal") this.#deps.log.error("an order of chat failed", { err: error });
      this.#refuse(known, request);
    }
  }

  async #type({ room, thread }: Of<"typing">): Promise<void> {
    const roomId = rowId(room) ?? 0;
    const now = this.#deps.clock.now();
    if (!this.#open.has(roomId) || now - (this.#typedAt.get(roomId) ?? -Infinity) < TYPING_MS) return;
    this.#typedAt.set(roomId, now);
    const identity = await this.#current();
    if (identity === undefined || !canWrite(identity.rights, "chats")) return;
    // A member who was removed a moment ago types no more.
    const { userIds } = await this.#deps.store.membersAmong(roomId, [identity.userId]);
    if (userIds.has(identity.userId))
      this.#deps.facts.typing({ roomId, thread: thread ?? 0, userId: identity.userId, name: identity.name });
  }

  async #tellRoom(roomId: number): Promise<void> {
    const listed = await this.#deps.store.room(roomId, this.userId);
    if (listed?.member === undefined) {
      const wasKnown = this.#followed.has(roomId) || this.#open.has(roomId);
      this.#forget(roomId);
      if (wasKnown) this.#send({ type: "gone", room: String(roomId) });
      return;
    }
    if (!this.#wantsRooms) return;
    this.#follow(listed.room);
    // Again, because messages that were written before it was followed have not been sent.
    const now = await this.#deps.store.room(roomId, this.userId);
    if (now?.member !== undefined) this.#send({ type: "room", own: true, room: presentRoom(now, this.userId) });
  }

  async #tellSeen(roomId: number, people: ReadonlySet<number> | "everybody"): Promise<void> {
    for (const { userId, read } of await this.#deps.store.readMarks(roomId))
      if ((people === "everybody" || people.has(userId)) && userId !== this.userId)
        this.#send({ type: "seen", room: String(roomId), uid: String(userId), n: read });
  }

  #refuse(error: AppError, request: string | undefined): void {
    const { code, details, message: error_description } = error;
    this.#send({ type: "refused", ...(request !== undefined && { request }), code, error_description, details });
  }

  #send(frame: ChatServerFrame): void {
    this.#sendText(JSON.stringify(frame));
  }

  /** Something long that was asked for. */
  #answer(frame: ChatServerFrame): void {
    const text = JSON.stringify(frame);
    this.#sendText(text);
    this.#answerBytes += Buffer.byteLength(text);
  }

  #sendText(text: string): void {
    if (this.#state.phase !== "open") return;
    const behindBytes = this.#socket.bufferedAmount;
    if (behindBytes > CHAT_BEHIND_BYTES + this.#answerBytes) return this.#end(CHAT_CLOSE.tooSlow, "too slow");
    if (behindBytes <= CHAT_BEHIND_BYTES) this.#answerBytes = 0;
    this.#socket.send(text);
  }

  #lose(): void {
    const { userId } = this;
    this.#end(CHAT_CLOSE.tooSlow, "silent");
    this.#deps.lost({ userId, heardAt: this.#heardAt });
  }

  #fail(what: string, error: unknown): void {
    this.#deps.log.error(what, { err: error });
    this.#end(1011, errorText("server.internal"));
  }

  #end(code: number, reason: string): void {
    if (this.#state.phase === "closed") return;
    this.#leave();
    this.#socket.close(code, reason);
  }

  #leave(): void {
    this.#stop();
    this.#state = { phase: "closed" };
    this.#open.clear();
    this.#followed.clear();
  }
}

/** CHAT-41: where everybody knows everybody. */
const sendsSeen = ({ room, usersCount }: ListedRoom): boolean =>
  room.type === "d" || (room.type === "p" && usersCount <= CHAT_LIMITS.directPeople);

/** An order that cannot be read is a head only. */
function parseFrame(data: string | Uint8Array): ChatClientFrame | ChatOrderHead | undefined {
  if (typeof data !== "string") return undefined;
  try {
    const json: unknown = JSON.parse(data);
    return z.safeParse(chatClientFrameSchema, json).data ?? z.safeParse(chatOrderHeadSchema, json).data;
  } catch {
    return undefined;
  }
}

const isWhole = (frame: ChatClientFrame | ChatOrderHead): frame is ChatClientFrame =>
  frame.type !== "order" || "order" in frame;
