import { AppError, type ChatHistory, type historyQuery } from "@callpanel/contract";
import type * as z from "zod/mini";
import type { ChatStore, ListedRoom } from "../chat.store.ts";

type Query = z.infer<typeof historyQuery>;

/** CHAT-40: a page of a room or thread, by place. Nothing but the messages of that page is read. */
export async function readHistory(
  store: Pick<ChatStore, "places" | "placeAt" | "history" | "message" | "followers">,
  { room, member }: ListedRoom,
  query: Query,
): Promise<ChatHistory> {
  const roomId = room.id;
  const named = query.id === undefined ? undefined : await store.message(roomId, query.id);
  if (query.id !== undefined && named === undefined) throw new AppError("chats.message.gone");
  const thread = named?.thread ?? (named === undefined ? (query.thread ?? 0) : 0);
  const { first, last } = await store.places(roomId, thread);
  const { limit } = query;
  const half = Math.floor(limit / 2);
  const around = (n: number) => {
    const from = Math.max(first, Math.min(n - half, last - limit + 1));
    return { from, to: from + limit - 1 };
  };
  const range = async (): Promise<{ readonly from: number; readonly to: number }> => {
    if (query.before !== undefined) return { from: query.before - limit, to: query.before - 1 };
    if (query.after !== undefined) return { from: query.after + 1, to: query.after + limit };
    if (query.around !== undefined) return around(query.around);
    if (named !== undefined) return around(named.n);
    if (query.date !== undefined) {
      const n = (await store.placeAt(roomId, thread, query.date)) ?? last;
      return { from: n, to: n + limit - 1 };
    }
    if (query.unread !== undefined && member !== undefined) return around(member.read + 1);
    return { from: last - limit + 1, to: last };
  };
  const { from, to } = await range();
  const messages = await store.history({ roomId, thread, from, to });
  const page = { seq: room.seq, n: last, first, messages: [...messages] };
  if (thread === 0) return { ...page, thread: null, followed: null };
  const followers = await store.followers(roomId, thread);
  return { ...page, thread, followed: member !== undefined && followers.includes(member.userId) };
}
