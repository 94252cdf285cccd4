/** Actions on messages; each may be sent again and is done once (docs/spec/chat.md). */
import {
  AppError,
  CHAT_LIMITS,
  emojiOf,
  mentionedNames,
  type AuditAct,
  type ChatMessage,
  type ChatOrder,
  type ChatReaction,
} from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { SoundStore } from "../../../kernel/files/sound-store.port.ts";
import type { ChatFacts } from "../chat.facts.ts";
import {
  demandLive,
  demandWriter,
  isAuthor,
  isOwner,
  noRoom,
  ownMember,
  rowId,
  type ChatCaller,
} from "../chat.policy.ts";
import type { ChatStore, HeldRoom, RoomAct, StoredMember } from "../chat.store.ts";

export interface OrdersDeps {
  readonly store: ChatStore;
  readonly facts: ChatFacts;
  readonly sounds: Pick<SoundStore, "release">;
  readonly clock: Pick<Clock, "now">;
}

/** The author of an order, with the name that is written to messages. */
export interface Writer extends ChatCaller {
  readonly name: string;
  readonly username: string;
  /** `chats` write; without it only what is the person's own may be ordered. */
  readonly mayWrite: boolean;
}

type Of<Name extends ChatOrder["order"]> = Extract<ChatOrder, { order: Name }>;
type OwnOrder = Of<"read" | "unread" | "readThread" | "follow" | "save">;

/** A line of the audit log that is written with a message. */
export type MessageNote = Pick<RoomAct, "act" | "details" | "person">;

/** @returns the message as it is afterwards, of orders that have one */
export type RunOrder = (writer: Writer, order: ChatOrder, note?: MessageNote) => Promise<ChatMessage | undefined>;

export function createOrders(deps: OrdersDeps): RunOrder {
  return async (writer, order, note) => {
    switch (order.order) {
      case "read":
      case "unread":
      case "readThread":
      case "follow":
      case "save":
        await runOwn(deps, writer, order);
        return undefined;
      default:
        if (!writer.mayWrite) throw new AppError("request.forbidden");
    }
    switch (order.order) {
      case "send":
        return send(deps, writer, order, note);
      case "edit":
        return edit(deps, writer, order);
      case "delete":
        return remove(deps, writer, order);
      case "react":
        return changeOne(deps, writer, order, (held) => reacted(writer, order, held));
      case "pin":
        return changeOne(deps, writer, order, (held) => pinned(deps, writer, order, held));
    }
  };
}

/** Runs in a room whose member the writer is; for everybody else it does not exist. */
async function inRoom<T>(
  { store }: Pick<OrdersDeps, "store">,
  writer: ChatCaller,
  room: string,
  run: (held: HeldRoom, own: StoredMember) => Promise<T>,
): Promise<{ readonly result: T; readonly roomId: number; readonly membersRev: number }> {
  const id = rowId(room);
  const done =
    id === undefined
      ? undefined
      : await store.inRoom(
          id,
          async (held) => {
            const result = await run(held, await ownMember(writer, held));
            return { result, roomId: id, membersRev: held.room.membersRev };
          },
          writer.userId,
        );
  if (done === undefined) throw noRoom();
  return done;
}

/** The text as it came, without what no database keeps: NUL, and halves of characters. */
const storable = (text: string): string => Buffer.from(text.replaceAll("\u0000", "")).toString();

function demandText(text: string, files: number): void {
  if (text.length > CHAT_LIMITS.textChars)
    throw new AppError("chats.message.tooLong", { limit: CHAT_LIMITS.textChars });
  if (files === 0 && text.trim() === "") throw new AppError("chats.message.empty");
}

/** CHAT-24: people of the company who may use chat. Whether they are members is looked at in the room. */
async function namedIn({ store }: Pick<OrdersDeps, "store">, { realm }: ChatCaller, text: string) {
  const { names, all } = mentionedNames(text);
  const people = await store.contactsBy(realm.id, { usernames: names });
  return { ids: people.map(({ id }) => id), all };
}

async function membersOf(held: HeldRoom, ids: readonly number[]): Promise<readonly number[]> {
  const members: number[] = [];
  for (const id of ids) if ((await held.member(id)) !== undefined) members.push(id);
  return members;
}

async function send(
  deps: OrdersDeps,
  writer: Writer,
  order: Of<"send">,
  note: MessageNote | undefined,
): Promise<ChatMessage> {
  const { store, facts, clock } = deps;
  const files = [...new Set(order.files)];
  if (files.length > CHAT_LIMITS.filesPerMessage)
    throw new AppError("chats.message.files", { limit: CHAT_LIMITS.filesPerMessage });
  const text = storable(order.text);
  demandText(text, files.length);
  const named = await namedIn({ store }, writer, text);
  const { userId } = writer;
  const { result, roomId, membersRev } = await inRoom(deps, writer, order.room, async (held, own) => {
    // CHAT-20: sent before, and only its answer was lost.
    const known = await held.sentBy(userId, order.client_id);
    if (known !== undefined) return { known };
    await demandWriter(held, own);
    const root = order.thread === undefined ? undefined : await rootOf(held, order.thread);
    const mentions = (await membersOf(held, named.ids)).filter((id) => id !== userId);
    const message = await held.addMessage({
      thread: root?.id ?? null,
      client_id: order.client_id,
      text,
      all: named.all,
      sender: { id: userId, name: writer.name, username: writer.username },
      at: clock.now(),
      mentions,
      files,
    });
    if (message === undefined) throw new AppError("chats.message.files", { limit: CHAT_LIMITS.filesPerMessage });
    if (note !== undefined) await held.note({ ...note, by: userId, at: message.at });
    if (root !== undefined) {
      const answered = await answer(held, { root, message, mentions, userId });
      return { message, ...answered, opened: [], named: mentions };
    }
    // CHAT-22: a person who writes has read.
    await held.changeMember(userId, { read: message.n, open: true });
    const opened = held.room.type === "d" ? await held.openForAll() : [];
    return { message, opened, followers: [], changedRoot: undefined, named: [] };
  });
  if (result.known !== undefined) return result.known;
  const { message, opened, followers, changedRoot, named: newFollowers } = result;
  facts.message({ roomId, membersRev, message, followers });
  if (changedRoot !== undefined) facts.message({ roomId, membersRev, message: changedRoot, followers: [] });
  facts.subscription(roomId, [...new Set([userId, ...opened])]);
  for (const id of newFollowers) facts.thread(roomId, message.thread ?? 0, id);
  return message;
}

/** CHAT-25: an answer is to a message of the room itself that is not deleted. */
async function rootOf(held: HeldRoom, id: number): Promise<ChatMessage> {
  const root = await held.message(id);
  if (root === undefined || root.thread !== null || root.deleted) throw new AppError("chats.message.gone");
  return root;
}

const SHOWN_ANSWERERS = 5;

/** The root says how many answers there are; its author and everyone who answers or is mentioned follow the thread. */
async function answer(
  held: HeldRoom,
  {
    root,
    message,
    mentions,
    userId,
  }: { root: ChatMessage; message: ChatMessage; mentions: readonly number[]; userId: number },
) {
  const before = root.replies;
  const by = [...new Set([...(before?.by ?? []), String(userId)])].slice(0, SHOWN_ANSWERERS);
  const replies = { count: message.n, last_at: message.at, by };
  const changedRoot = await held.changeMessage(root, { replies });
  const authorId = rowId(root.from.uid) ?? 0;
  if (before === null && (await held.member(authorId)) !== undefined) await held.follow(root.id, authorId, 0);
  for (const id of mentions) await held.follow(root.id, id, message.n - 1);
  await held.follow(root.id, userId, message.n);
  return { changedRoot, followers: await held.followers(root.id) };
}

/** Changes one message that is not deleted. `undefined` from `change`: it is so already. */
async function changeOne(
  deps: OrdersDeps,
  writer: Writer,
  { room, id }: { readonly room: string; readonly id: number },
  change: (
    held: HeldRoom,
    own: StoredMember,
  ) => Promise<(message: ChatMessage) => Promise<Parameters<HeldRoom["changeMessage"]>[1] | undefined>>,
): Promise<ChatMessage> {
  const { result, roomId, membersRev } = await inRoom(deps, writer, room, async (held, own) => {
    const message = await held.message(id);
    if (message === undefined || message.deleted) throw new AppError("chats.message.gone");
    demandLive(held.room);
    const changes = await (await change(held, own))(message);
    return changes === undefined
      ? { message, isChanged: false }
      : { message: await held.changeMessage(message, changes), isChanged: true };
  });
  if (result.isChanged) deps.facts.message({ roomId, membersRev, message: result.message, followers: [] });
  return result.message;
}

async function edit(deps: OrdersDeps, writer: Writer, order: Of<"edit">): Promise<ChatMessage> {
  const text = storable(order.text);
  demandText(text, 1);
  const named = await namedIn(deps, writer, text);
  return changeOne(deps, writer, order, async (held, own) => async (message) => {
    if (!isAuthor(writer, message) || message.call !== undefined) throw new AppError("chats.message.notYours");
    demandText(text, message.files.length);
    if (message.text === text) return undefined;
    await demandWriter(held, own);
    const mentions = (await membersOf(held, named.ids)).filter((id) => id !== writer.userId);
    return { text, mentions, all: named.all, editedAt: deps.clock.now() };
  });
}

/** CHAT-21: a deleted message keeps its place, and nothing else. Deleting it again changes nothing. */
async function remove(deps: OrdersDeps, writer: Writer, order: Of<"delete">): Promise<ChatMessage> {
  const { result, roomId, membersRev } = await inRoom(deps, writer, order.room, async (held, own) => {
    const message = await held.message(order.id);
    if (message === undefined) throw new AppError("chats.message.gone");
    // CHAT-75: nobody can change a line of the phone.
    if (message.call !== undefined || (!isAuthor(writer, message) && !(await isOwner(held, own))))
      throw new AppError("chats.message.notYours");
    if (message.deleted) return { message, files: undefined };
    demandLive(held.room);
    const author = rowId(message.from.uid);
    if (author !== writer.userId)
      await held.note(actOn(deps, writer, { act: "chat.messageDeleted", message, person: author }));
    const empty = { deleted: true, text: "", mentions: [], all: false, reactions: [], pinnedBy: null } as const;
    return { message: await held.changeMessage(message, empty), files: await held.removeFiles(message.id) };
  });
  const { message, files } = result;
  if (files === undefined) return message;
  deps.facts.message({ roomId, membersRev, message, followers: [] });
  for (const id of files) await deps.sounds.release({ kind: "chat", id });
  return message;
}

/** CHAT-26: added and taken away, never turned over; the same twice is once. */
async function reacted(writer: Writer, { emoji: text, on }: Of<"react">, held: HeldRoom) {
  const emoji = emojiOf(text);
  if (emoji === undefined) throw new AppError("chats.reaction.emoji");
  const uid = String(writer.userId);
  return async ({ reactions }: ChatMessage) => {
    const known = reactions.find((one) => one.emoji === emoji);
    if ((known?.by.includes(uid) ?? false) === on) return undefined;
    const total = reactions.reduce((sum, { by }) => sum + by.length, 0);
    const isFull =
      total >= CHAT_LIMITS.reactions || (known === undefined && reactions.length >= CHAT_LIMITS.reactionKinds);
    if (on && isFull) throw new AppError("chats.reaction.tooMany");
    const changed = changedReactions(reactions, { emoji, uid, on });
    return held.room.archived ? undefined : { reactions: changed };
  };
}

function changedReactions(
  reactions: readonly ChatReaction[],
  { emoji, uid, on }: { readonly emoji: string; readonly uid: string; readonly on: boolean },
): readonly ChatReaction[] {
  if (on && !reactions.some((one) => one.emoji === emoji)) return [...reactions, { emoji, by: [uid] }];
  return reactions
    .map((one) => {
      if (one.emoji !== emoji) return one;
      return { emoji, by: on ? [...one.by, uid] : one.by.filter((other) => other !== uid) };
    })
    .filter(({ by }) => by.length > 0);
}

/** CHAT-9: what is done with a message of somebody else; nothing of its text. */
const actOn = (
  { clock }: Pick<OrdersDeps, "clock">,
  { userId }: ChatCaller,
  { act, message, person }: { act: AuditAct; message: ChatMessage; person: number | undefined },
): RoomAct => ({ act, by: userId, person, at: clock.now(), details: { message: message.id } });

async function pinned(deps: OrdersDeps, writer: Writer, { on }: Of<"pin">, held: HeldRoom) {
  return async (message: ChatMessage) => {
    if ((message.pinned_by !== null) === on) return undefined;
    if (on && (await held.countPins()) >= CHAT_LIMITS.pins)
      throw new AppError("chats.pins.tooMany", { limit: CHAT_LIMITS.pins });
    const person = rowId(message.from.uid);
    if (person !== writer.userId)
      await held.note(actOn(deps, writer, { act: on ? "chat.pinned" : "chat.unpinned", message, person }));
    return { pinnedBy: on ? writer.userId : null };
  };
}

/** The person's own data: read marks, followed threads, saved messages. Also in archived rooms. */
async function runOwn(deps: OrdersDeps, writer: ChatCaller, order: OwnOrder): Promise<void> {
  const { store, facts, clock } = deps;
  const { userId } = writer;
  const { roomId, result: isTold } = await inRoom(deps, writer, order.room, async (held, own) => {
    switch (order.order) {
      case "read": {
        const read = Math.min(order.n, held.room.n);
        if (read <= own.read) return false;
        await held.changeMember(userId, { read });
        return true;
      }
      case "unread": {
        const read = Math.max(0, Math.min(order.n, held.room.n + 1) - 1);
        if (read === own.read) return false;
        await held.changeMember(userId, { read });
        return true;
      }
      case "follow":
        if (order.on) {
          const root = await rootOf(held, order.thread);
          await held.follow(root.id, userId, root.replies?.count ?? 0);
        } else await held.unfollow(order.thread, userId);
        return false;
      case "save":
        if (order.on && (await held.message(order.id)) === undefined) throw new AppError("chats.message.gone");
        return false;
      default:
        return false;
    }
  });
  if (order.order === "save") await store.save(userId, roomId, order.id, order.on ? clock.now() : undefined);
  if (order.order === "readThread") await store.readThread(userId, roomId, order.thread, order.n);
  if (order.order === "readThread" || order.order === "follow") facts.thread(roomId, order.thread, userId);
  if (isTold) facts.subscription(roomId, [userId]);
}
