import {
  chatCallSchema,
  chatFileSchema,
  chatMessageSchema,
  chatReactionSchema,
  NOTIFY_LEVELS,
  ROOM_TYPES,
  type ChatMessage,
} from "@callpanel/contract";
import { sql, type Kysely, type Selectable } from "kysely";
import * as z from "zod/mini";
import type { ChatAccount, StoredFile, StoredMember, StoredRoom } from "../../../modules/chat/index.ts";
import { personName } from "../../../kernel/text/person-name.ts";
import type { Tables } from "../schema.ts";
import type { ChatTables } from "./chat-tables.ts";

export type ChatDatabase = Kysely<Tables & ChatTables>;

export const toRoom = (row: Selectable<ChatTables["chat_rooms"]>): StoredRoom => ({
  id: row.id,
  realmId: row.realm_id,
  type: ROOM_TYPES.find((one) => one === row.type) ?? "p",
  name: row.name,
  topic: row.topic,
  readOnly: row.read_only === 1,
  archived: row.archived_at !== null,
  rev: row.rev,
  membersRev: row.members_rev,
  seq: row.seq,
  n: row.n,
  updatedAt: row.updated_at,
  keepDays: row.keep_days,
  first: { n: row.first_n, id: row.first_number },
});

export const toMember = (row: Selectable<ChatTables["chat_members"]>): StoredMember => ({
  userId: row.user_id,
  role: row.role === "owner" ? "owner" : "member",
  open: row.open === 1,
  notify: NOTIFY_LEVELS.find((one) => one === row.notify) ?? "all",
  rev: row.rev,
  read: row.read_n,
  joinedAt: row.joined_at,
});

/** CHAT-5: the role of a member in effect; in a room without an active owner, the longest-standing active member is one. */
export const roleOf = (member: "chat_members" | "member") =>
  sql<string>`case when ${sql.ref(`${member}.role`)} = 'owner' or not exists (
      select 1 from chat_rooms direct where direct.id = ${sql.ref(`${member}.room_id`)} and direct.type = 'd'
    ) and exists (
      select 1 from users where users.id = ${sql.ref(`${member}.user_id`)} and users.suspended = 0
    ) and not exists (
      select 1 from chat_members earlier join users on users.id = earlier.user_id and users.suspended = 0
      where earlier.room_id = ${sql.ref(`${member}.room_id`)}
      and (earlier.role = 'owner'
        or (earlier.joined_at, earlier.user_id) < (${sql.ref(`${member}.joined_at`)}, ${sql.ref(`${member}.user_id`)}))
    ) then 'owner' else 'member' end`;

const ids = z.array(z.number());
const files = z.array(chatFileSchema);
const reactions = z.array(chatReactionSchema);
const replies = z.nullable(chatMessageSchema.shape.replies);

/** Most messages have none of them. */
const parsed = <Schema extends z.ZodMiniType>(schema: Schema, text: string): z.infer<Schema> =>
  z.parse(schema, JSON.parse(text));

export const filesOf = (row: Pick<Selectable<ChatTables["chat_messages"]>, "files">): ChatMessage["files"] =>
  row.files === "[]" ? [] : parsed(files, row.files);

export const toMessage = (row: Selectable<ChatTables["chat_messages"]>): ChatMessage => ({
  id: row.number,
  room: String(row.room_id),
  seq: row.seq,
  n: row.n,
  thread: row.thread === 0 ? null : row.thread,
  from: { uid: String(row.sender_id), name: row.sender_name },
  client_id: row.client_id,
  at: row.sent_at,
  edited_at: row.edited_at,
  deleted: row.deleted === 1,
  text: row.text,
  mentions: row.mentions === "[]" ? [] : parsed(ids, row.mentions).map(String),
  all: row.mentions_all === 1,
  files: filesOf(row),
  reactions: row.reactions === "[]" ? [] : parsed(reactions, row.reactions),
  pinned_by: row.pinned_by === null ? null : String(row.pinned_by),
  replies: row.replies === null ? null : parsed(replies, row.replies),
  ...(row.call !== null && { call: parsed(chatCallSchema, row.call) }),
});

const FILE_KINDS = ["picture", "sound", "pdf", "other"] as const;
export const toFile = (row: Selectable<ChatTables["chat_files"]>): StoredFile => ({
  id: row.id,
  roomId: row.room_id,
  userId: row.user_id,
  message: row.message,
  name: row.name,
  bytes: row.bytes,
  kind: FILE_KINDS.find((one) => one === row.kind) ?? "other",
  type: row.type,
  width: row.width,
  height: row.height,
  whole: row.whole,
  shown: row.shown,
  thumbnail: row.thumbnail,
  uploadedAt: row.uploaded_at,
});

export const toAccount = (row: {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly username: string;
}): ChatAccount => ({
  id: row.id,
  name: personName(row.first_name, row.last_name) || row.username,
  username: row.username,
});

/** The row of a person in the room that `roomId` names. */
export const ownRow = (db: ChatDatabase, roomId: string, userId: number) =>
  db
    .selectFrom("chat_members as own")
    .where("own.room_id", "=", sql.ref<number>(roomId))
    .where("own.user_id", "=", userId)
    .select("own.user_id");
