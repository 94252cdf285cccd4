/** The rights in a room (docs/spec/chat.md, Rights). */
import { AppError, type ChatMessage } from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { ChatStore, HeldRoom, ListedRoom, StoredMember, StoredRoom } from "./chat.store.ts";

/** The person who does something in chat. */
export type ChatCaller = Pick<Caller, "userId" | "realm">;

export const noRoom = (): AppError => new AppError("chats.room.gone");

/** Ids on the wire are texts; one that no row can have is that of nothing. */
export function rowId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** CHAT-1: members see their rooms; others see channels that are not archived. */
export function maySee(caller: ChatCaller, { room, member }: Pick<ListedRoom, "room" | "member">): boolean {
  return room.realmId === caller.realm.id && (member !== undefined || (room.type === "c" && !room.archived));
}

/** CHAT-1: the room with this id, if the caller may see it. */
export async function seenRoom(
  store: Pick<ChatStore, "room">,
  caller: ChatCaller,
  roomId: string,
): Promise<ListedRoom | undefined> {
  const found = await store.room(rowId(roomId) ?? 0, caller.userId, caller.realm.id);
  return found !== undefined && maySee(caller, found) ? found : undefined;
}

/** CHAT-1: of another company, or of others: it does not exist. */
export async function ownMember(caller: ChatCaller, held: HeldRoom): Promise<StoredMember> {
  const member = held.room.realmId === caller.realm.id ? await held.member(caller.userId) : undefined;
  if (member === undefined) throw noRoom();
  return member;
}

/** CHAT-5: an owner, or, without an active owner, the active member who joined first. */
export async function isOwner(held: HeldRoom, member: StoredMember): Promise<boolean> {
  if (held.room.type === "d") return false;
  return member.role === "owner" || (await held.isActingOwner(member.userId));
}

/** The same of a listed room. */
export const isListedOwner = ({ room, member }: ListedRoom): boolean => room.type !== "d" && member?.role === "owner";

/** CHAT-90: owners export a room, and those who are in it a direct conversation; nobody else, whatever else they may. */
export function mayExport(caller: ChatCaller, listed: ListedRoom | undefined): listed is ListedRoom {
  if (listed?.member === undefined || !maySee(caller, listed)) return false;
  return listed.room.type === "d" || isListedOwner(listed);
}

export async function demandOwner(held: HeldRoom, member: StoredMember): Promise<void> {
  if (held.room.type === "d") throw new AppError("chats.room.direct");
  if (!(await isOwner(held, member))) throw new AppError("chats.room.notOwner");
}

export function demandLive(room: StoredRoom): void {
  if (room.archived) throw new AppError("chats.room.archived");
}

/** CHAT-6: nobody writes in an archived room, and owners alone in a read-only one. */
export async function demandWriter(held: HeldRoom, member: StoredMember): Promise<void> {
  demandLive(held.room);
  if (held.room.readOnly && !(await isOwner(held, member))) throw new AppError("chats.room.readOnly");
}

export const isAuthor = ({ userId }: ChatCaller, { from }: ChatMessage): boolean => from.uid === String(userId);
