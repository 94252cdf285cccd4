import type { ChatMessage } from "@callpanel/contract";
import type { HeldRoom, MessageChange, NewMessage, RoomAct, StoredRoom } from "../../../modules/chat/index.ts";
import { foldText } from "../../../kernel/text/search-text.ts";
import { addAuditLine } from "../audit/index.ts";
import { toFlag } from "../schema.ts";
import { forgetWords, indexMessage } from "./chat-index.ts";
import { ownRow, roleOf, toFile, toMember, toMessage, toRoom, type ChatDatabase } from "./chat-rows.ts";

/** Locks the room's row until the transaction ends; undefined: there is none, or not one with `member` in it. */
export async function holdRoom(trx: ChatDatabase, roomId: number, member?: number): Promise<HeldRoom | undefined> {
  const row = await trx
    .updateTable("chat_rooms")
    .set((eb) => ({ id: eb.ref("id") }))
    .where("id", "=", roomId)
    .$if(member !== undefined, (rooms) => rooms.where((eb) => eb.exists(ownRow(trx, "chat_rooms.id", member ?? 0))))
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const room = toRoom(row);
  const note: HeldRoom["note"] = (act) => noteAct(trx, room, act);
  const messages = heldMessages(trx, room);
  return {
    ...heldMembers(trx, roomId),
    ...messages,
    ...heldFollows(trx, roomId),
    note,
    // A spread would copy the value of now.
    get room() {
      return messages.room;
    },
  };
}

/** CHAT-9: a line of the audit log about a room. */
export const noteAct = (
  trx: ChatDatabase,
  { id, realmId, name }: Pick<StoredRoom, "id" | "realmId" | "name">,
  { act, by, at, person, details = {} }: RoomAct,
): Promise<void> =>
  addAuditLine(trx, {
    realmId,
    at,
    act,
    way: "panel",
    by,
    person: person ?? null,
    object: { kind: "room", id: String(id), name },
    details,
  });

type MemberPart = Pick<
  HeldRoom,
  | "member"
  | "members"
  | "isActingOwner"
  | "addMember"
  | "removeMember"
  | "changeMember"
  | "openForAll"
  | "change"
  | "remove"
>;

function heldMembers(trx: ChatDatabase, roomId: number): MemberPart {
  const touch = (isMembers: boolean) =>
    trx
      .updateTable("chat_rooms")
      .set((eb) => ({ rev: eb("rev", "+", 1), ...(isMembers && { members_rev: eb("members_rev", "+", 1) }) }))
      .where("id", "=", roomId)
      .execute();
  return {
    member: async (userId) => {
      const row = await trx
        .selectFrom("chat_members")
        .where("room_id", "=", roomId)
        .where("user_id", "=", userId)
        .selectAll()
        .executeTakeFirst();
      return row && toMember(row);
    },
    members: async () => {
      const rows = await trx
        .selectFrom("chat_members")
        .where("room_id", "=", roomId)
        .selectAll()
        .orderBy("role", "desc")
        .orderBy("joined_at")
        .orderBy("user_id")
        .execute();
      return rows.map(toMember);
    },
    isActingOwner: async (userId) => {
      const row = await trx
        .selectFrom("chat_members")
        .where("room_id", "=", roomId)
        .where("user_id", "=", userId)
        .where("role", "!=", "owner")
        .select(roleOf("chat_members").as("role_now"))
        .executeTakeFirst();
      return row?.role_now === "owner";
    },
    addMember: async ({ userId, role, notify, at }) => {
      await trx
        .insertInto("chat_members")
        .values((eb) => ({
          room_id: roomId,
          user_id: userId,
          role,
          open: 1,
          notify,
          rev: at,
          read_n: eb.selectFrom("chat_rooms").where("id", "=", roomId).select("n"),
          joined_at: at,
        }))
        .execute();
      await touch(true);
    },
    removeMember: async (userId) => {
      for (const table of ["chat_members", "chat_follows", "chat_saved", "chat_drafts"] as const)
        await trx.deleteFrom(table).where("room_id", "=", roomId).where("user_id", "=", userId).execute();
      await touch(true);
    },
    changeMember: async (userId, { role, open, notify, read }) => {
      await trx
        .updateTable("chat_members")
        .set((eb) => ({
          rev: eb("rev", "+", 1),
          ...(role !== undefined && { role }),
          ...(open !== undefined && { open: toFlag(open) }),
          ...(notify !== undefined && { notify }),
          ...(read !== undefined && { read_n: read }),
        }))
        .where("room_id", "=", roomId)
        .where("user_id", "=", userId)
        .execute();
      if (role !== undefined) await touch(false);
    },
    openForAll: async () => {
      const rows = await trx
        .updateTable("chat_members")
        .set((eb) => ({ open: 1 as const, rev: eb("rev", "+", 1) }))
        .where("room_id", "=", roomId)
        .where("open", "=", 0)
        .returning("user_id")
        .execute();
      return rows.map(({ user_id }) => user_id);
    },
    change: async ({ name, topic, readOnly, archivedAt, keepDays }) => {
      await trx
        .updateTable("chat_rooms")
        .set({
          ...(name !== undefined && { name, folded_name: foldText(name) }),
          ...(topic !== undefined && { topic }),
          ...(readOnly !== undefined && { read_only: toFlag(readOnly) }),
          ...(archivedAt !== undefined && { archived_at: archivedAt }),
          ...(keepDays !== undefined && { keep_days: keepDays }),
        })
        .where("id", "=", roomId)
        .execute();
      await touch(false);
    },
    remove: async () => {
      const files = await trx.selectFrom("chat_files").where("room_id", "=", roomId).select("id").execute();
      await forgetWords(trx, roomId);
      await trx.deleteFrom("chat_rooms").where("id", "=", roomId).execute();
      return files.map(({ id }) => id);
    },
  };
}

type MessagePart = Pick<
  HeldRoom,
  "room" | "message" | "sentBy" | "addMessage" | "changeMessage" | "countPins" | "removeFiles"
>;

function heldMessages(trx: ChatDatabase, start: StoredRoom): MessagePart {
  const roomId = start.id;
  let room = start;
  const messages = () => trx.selectFrom("chat_messages").where("room_id", "=", roomId);
  const setHead = async (head: Pick<StoredRoom, "seq" | "n" | "updatedAt">): Promise<void> => {
    const { seq, n, updatedAt } = head;
    await trx.updateTable("chat_rooms").set({ seq, n, updated_at: updatedAt }).where("id", "=", roomId).execute();
    room = { ...room, ...head };
  };
  const setMentions = async (message: Pick<ChatMessage, "n" | "thread">, people: readonly number[]): Promise<void> => {
    if (message.thread !== null) return;
    await trx.deleteFrom("chat_mentions").where("room_id", "=", roomId).where("n", "=", message.n).execute();
    if (people.length === 0) return;
    const rows = people.map((user_id) => ({ room_id: roomId, user_id, n: message.n }));
    await trx.insertInto("chat_mentions").values(rows).execute();
  };

  return {
    get room() {
      return room;
    },
    message: async (id) => {
      const row = await messages().where("number", "=", id).selectAll().executeTakeFirst();
      return row && toMessage(row);
    },
    sentBy: async (userId, clientId) => {
      const row = await messages()
        .where("sender_id", "=", userId)
        .where("client_id", "=", clientId)
        .selectAll()
        .executeTakeFirst();
      return row && toMessage(row);
    },
    addMessage: async (draft) => {
      const files = await takeFiles(trx, room, draft);
      if (files === undefined) return undefined;
      const thread = draft.thread ?? 0;
      const seq = room.seq + 1;
      const n = thread === 0 ? room.n + 1 : (await lastPlace(trx, roomId, thread)) + 1;
      // Times of a room never go back, whatever a clock does: a date is found by them.
      const at = Math.max(draft.at, room.updatedAt);
      const row = await trx
        .insertInto("chat_messages")
        .values({
          room_id: roomId,
          number: seq,
          seq,
          thread,
          n,
          sender_id: draft.sender.id,
          sender_name: draft.sender.name,
          client_id: draft.client_id,
          sent_at: at,
          edited_at: null,
          deleted: 0,
          text: draft.text,
          mentions: JSON.stringify(draft.mentions),
          mentions_all: toFlag(draft.all),
          files: JSON.stringify(files),
          reactions: "[]",
          pinned_by: null,
          replies: null,
          call: draft.call === undefined ? null : JSON.stringify(draft.call),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      // Answers in threads do not move a room up in lists.
      await setHead(thread === 0 ? { seq, n, updatedAt: at } : { seq, n: room.n, updatedAt: room.updatedAt });
      const message = toMessage(row);
      if (draft.mentions.length > 0 || draft.all) await setMentions(message, peopleOf(draft));
      await indexMessage(trx, row, true);
      return message;
    },
    changeMessage: async (message, change) => {
      const seq = room.seq + 1;
      const row = await trx
        .updateTable("chat_messages")
        .set({ seq, ...columnsOf(change) })
        .where("room_id", "=", roomId)
        .where("number", "=", message.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await setHead({ seq, n: room.n, updatedAt: room.updatedAt });
      const changed = toMessage(row);
      if (change.mentions !== undefined)
        await setMentions(message, peopleOf({ mentions: change.mentions, all: change.all ?? false }));
      if (change.text !== undefined || change.pinnedBy !== undefined || change.deleted)
        await indexMessage(trx, row, false);
      return changed;
    },
    removeFiles: async (message) => {
      const rows = await trx
        .deleteFrom("chat_files")
        .where("room_id", "=", roomId)
        .where("message", "=", message)
        .returning("id")
        .execute();
      return rows.map(({ id }) => id);
    },
    countPins: async () => {
      const { count } = await messages()
        .where("pinned_by", "is not", null)
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}

/** User 0 is everybody. */
const peopleOf = ({ mentions, all }: { readonly mentions: readonly number[]; readonly all: boolean }) =>
  all ? [0, ...mentions] : mentions;

function columnsOf({
  text,
  mentions,
  all,
  editedAt,
  deleted,
  reactions,
  pinnedBy,
  replies,
  senderName,
}: MessageChange) {
  return {
    ...(text !== undefined && { text }),
    ...(senderName !== undefined && { sender_name: senderName }),
    ...(mentions !== undefined && { mentions: JSON.stringify(mentions) }),
    ...(all !== undefined && { mentions_all: toFlag(all) }),
    ...(editedAt !== undefined && { edited_at: editedAt }),
    ...(deleted && { deleted: 1 as const, files: "[]" }),
    ...(reactions !== undefined && { reactions: JSON.stringify(reactions) }),
    ...(pinnedBy !== undefined && { pinned_by: pinnedBy }),
    ...(replies !== undefined && { replies: replies === null ? null : JSON.stringify(replies) }),
  };
}

export async function lastPlace(trx: ChatDatabase, roomId: number, thread: number): Promise<number> {
  const row = await trx
    .selectFrom("chat_messages")
    .where("room_id", "=", roomId)
    .where("thread", "=", thread)
    .select("n")
    .orderBy("n", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.n ?? 0;
}

async function takeFiles(trx: ChatDatabase, { id, seq }: StoredRoom, { files, sender }: NewMessage) {
  if (files.length === 0) return [];
  const rows = await trx
    .updateTable("chat_files")
    .set({ message: seq + 1 })
    .where("id", "in", files)
    .where("room_id", "=", id)
    .where("user_id", "=", sender.id)
    .where("message", "is", null)
    .returningAll()
    .execute();
  const taken = new Map(rows.map((row) => [row.id, toFile(row)]));
  const ordered = files.flatMap((one) => taken.get(one) ?? []);
  if (ordered.length !== files.length) return undefined;
  return ordered.map(({ id: fileId, name, bytes, kind, width, height }) => ({
    id: fileId,
    name,
    bytes,
    kind,
    width,
    height,
  }));
}

function heldFollows(trx: ChatDatabase, roomId: number): Pick<HeldRoom, "follow" | "unfollow" | "followers"> {
  return {
    follow: async (thread, userId, read) => {
      await trx
        .insertInto("chat_follows")
        .values({ room_id: roomId, thread, user_id: userId, read_n: read })
        .onConflict((conflict) =>
          conflict
            .columns(["room_id", "thread", "user_id"])
            .doUpdateSet({ read_n: read })
            .where("chat_follows.read_n", "<", read),
        )
        .execute();
    },
    unfollow: async (thread, userId) => {
      await trx
        .deleteFrom("chat_follows")
        .where("room_id", "=", roomId)
        .where("thread", "=", thread)
        .where("user_id", "=", userId)
        .execute();
    },
    followers: (thread) => followersOf(trx, roomId, thread),
  };
}

export async function followersOf(db: ChatDatabase, roomId: number, thread: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("chat_follows")
    .where("room_id", "=", roomId)
    .where("thread", "=", thread)
    .select("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}
