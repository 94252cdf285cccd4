import type { ChatMessage } from "@callpanel/contract";
import { sql } from "kysely";
import type {
  ChatAccount,
  ChatStore,
  ListedRoom,
  RoomQuery,
  StoredMember,
  StoredRoom,
} from "../../../modules/chat/index.ts";
import { contains } from "../rows.ts";
import { ownRow, roleOf, toAccount, toMember, toMessage, toRoom, type ChatDatabase } from "./chat-rows.ts";

/** As many as a person is shown. */
const MOST_MENTIONS = 100;

type Reads = Pick<
  ChatStore,
  "rooms" | "room" | "roomsOf" | "roomIdsOf" | "countRoomsOf" | "roomNamed" | "subscription"
>;

/** Rooms as a person sees them. */
export function roomLists(db: ChatDatabase): Reads {
  return {
    rooms: async (query) => {
      const { total } = await chosen(db, query)
        .select((eb) => eb.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      const direction = query.descending ? "desc" : "asc";
      const rows = await chosen(db, query)
        .selectAll("room")
        .orderBy(query.sort === "lm" ? "room.updated_at" : "room.folded_name", direction)
        .orderBy("room.id", direction)
        .limit(query.limit)
        .offset(query.offset)
        .execute();
      return { total, rooms: await listed(db, rows.map(toRoom), query.userId) };
    },
    room: async (roomId, userId, seenIn) => {
      const row = await db
        .selectFrom("chat_rooms as room")
        .where("room.id", "=", roomId)
        .$if(seenIn !== undefined, (rooms) =>
          rooms
            .where("room.realm_id", "=", seenIn ?? 0)
            .where((eb) =>
              eb.or([
                eb.and([eb("room.type", "=", "c"), eb("room.archived_at", "is", null)]),
                eb.exists(ownRow(db, "room.id", userId)),
              ]),
            ),
        )
        .selectAll("room")
        .executeTakeFirst();
      return row && (await listed(db, [toRoom(row)], userId))[0];
    },
    roomsOf: async (userId) => {
      const rows = await db
        .selectFrom("chat_rooms as room")
        .innerJoin("chat_members as own", "own.room_id", "room.id")
        .where("own.user_id", "=", userId)
        .selectAll("room")
        .execute();
      return listed(db, rows.map(toRoom), userId);
    },
    roomIdsOf: async (userId) => {
      const rows = await db
        .selectFrom("chat_rooms as room")
        .innerJoin("chat_members as own", "own.room_id", "room.id")
        .where("own.user_id", "=", userId)
        .select(["room.id", "room.members_rev", "room.seq"])
        .execute();
      return rows.map(({ id, members_rev, seq }) => ({ id, membersRev: members_rev, seq }));
    },
    subscription: async (roomId, userId) => {
      const member = (await ownMembers(db, [roomId], userId)).get(roomId);
      return member && { member, mentions: (await unreadMentions(db, [roomId], userId)).get(roomId) ?? [] };
    },
    countRoomsOf: async (userId) => {
      const { count } = await db
        .selectFrom("chat_members")
        .where("user_id", "=", userId)
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },
    roomNamed: async ({ realmId, userId, type, folded }) => {
      const row = await db
        .selectFrom("chat_rooms as room")
        .where("room.realm_id", "=", realmId)
        .where("room.type", "=", type)
        .where("room.folded_name", "=", folded)
        .$if(type !== "c", (rooms) => rooms.where((eb) => eb.exists(ownRow(db, "room.id", userId))))
        .select("room.id")
        .executeTakeFirst();
      return row?.id;
    },
  };
}

function chosen(db: ChatDatabase, { realmId, userId, type, scope, hidden, words }: RoomQuery) {
  const ofType = db
    .selectFrom("chat_rooms as room")
    .leftJoin("chat_members as own", (join) => join.onRef("own.room_id", "=", "room.id").on("own.user_id", "=", userId))
    .where("room.realm_id", "=", realmId)
    .where("room.type", "=", type)
    .where("own.user_id", scope === "browse" ? "is" : "is not", null)
    .where("room.archived_at", scope === "archived" ? "is not" : "is", null);
  const shown = type === "d" && !hidden ? ofType.where("own.open", "=", 1) : ofType;
  return words.reduce(
    (rooms, word) =>
      rooms.where((eb) =>
        type === "d"
          ? eb.exists(
              eb
                .selectFrom("chat_members as other")
                .innerJoin("users", "users.id", "other.user_id")
                .whereRef("other.room_id", "=", "room.id")
                .where((other) => contains(other.ref("users.sort_name"), word))
                .select("other.user_id"),
            )
          : contains(eb.ref("room.folded_name"), word),
      ),
    shown,
  );
}

async function listed(db: ChatDatabase, rooms: readonly StoredRoom[], userId: number): Promise<readonly ListedRoom[]> {
  if (rooms.length === 0) return [];
  const ids = rooms.map(({ id }) => id);
  const [counts, own, owners, people, last, mentions] = await Promise.all([
    countMembers(db, ids),
    ownMembers(db, ids, userId),
    firstOwners(db, rooms),
    directPeople(db, rooms),
    lastMessages(db, ids),
    unreadMentions(db, ids, userId),
  ]);
  return rooms.map((room) => ({
    room,
    usersCount: counts.get(room.id) ?? 0,
    owner: owners.get(room.id) ?? null,
    member: own.get(room.id),
    mentions: mentions.get(room.id) ?? [],
    last: last.get(room.id),
    people: people.get(room.id) ?? [],
  }));
}

async function countMembers(db: ChatDatabase, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom("chat_members")
    .where("room_id", "in", ids)
    .groupBy("room_id")
    .select((eb) => ["room_id", eb.fn.countAll<number>().as("count")])
    .execute();
  return new Map(rows.map(({ room_id, count }) => [room_id, count]));
}

async function ownMembers(
  db: ChatDatabase,
  ids: readonly number[],
  userId: number,
): Promise<ReadonlyMap<number, StoredMember>> {
  const rows = await db
    .selectFrom("chat_members")
    .where("user_id", "=", userId)
    .where("room_id", "in", ids)
    .selectAll()
    .select(roleOf("chat_members").as("role_now"))
    .execute();
  return new Map(rows.map((row) => [row.room_id, toMember({ ...row, role: row.role_now })]));
}

/** The active owner of longest standing; without one, the member (CHAT-5). */
async function firstOwners(db: ChatDatabase, rooms: readonly StoredRoom[]): Promise<ReadonlyMap<number, ChatAccount>> {
  const ids = rooms.filter(({ type }) => type !== "d").map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db
    .with("ranked", (query) =>
      query
        .selectFrom("chat_members")
        .innerJoin("users", "users.id", "chat_members.user_id")
        .where("room_id", "in", ids)
        .select(["room_id", "user_id"])
        .select(
          sql<number>`row_number() over (partition by room_id order by suspended, role desc, joined_at, user_id)`.as(
            "rank",
          ),
        ),
    )
    .selectFrom("ranked")
    .innerJoin("users", "users.id", "ranked.user_id")
    .where("ranked.rank", "=", 1)
    .select(["ranked.room_id", "users.id", "users.first_name", "users.last_name", "users.username"])
    .execute();
  return new Map(rows.map((row) => [row.room_id, toAccount(row)]));
}

async function directPeople(
  db: ChatDatabase,
  rooms: readonly StoredRoom[],
): Promise<ReadonlyMap<number, readonly ChatAccount[]>> {
  const ids = rooms.filter(({ type }) => type === "d").map(({ id }) => id);
  const people = new Map<number, ChatAccount[]>();
  if (ids.length === 0) return people;
  const rows = await db
    .selectFrom("chat_members")
    .innerJoin("users", "users.id", "chat_members.user_id")
    .where("chat_members.room_id", "in", ids)
    .select(["chat_members.room_id", "users.id", "users.first_name", "users.last_name", "users.username"])
    .orderBy("users.sort_name")
    .execute();
  for (const row of rows) people.set(row.room_id, [...(people.get(row.room_id) ?? []), toAccount(row)]);
  await addRemoved(db, ids, people);
  return people;
}

/** CHAT-102: whose account was removed is still one of the people, by the name at their messages. */
async function addRemoved(db: ChatDatabase, ids: readonly number[], people: Map<number, ChatAccount[]>): Promise<void> {
  const rooms = await db.selectFrom("chat_rooms").where("id", "in", ids).select(["id", "direct_key"]).execute();
  for (const { id, direct_key: key } of rooms) {
    const known = people.get(id) ?? [];
    const [, all = ""] = (key ?? "").split(":");
    const missing = all
      .split(",")
      .map(Number)
      .filter((one) => one > 0 && !known.some((person) => person.id === one));
    for (const userId of missing) {
      const row = await db
        .selectFrom("chat_messages")
        .where("room_id", "=", id)
        .where("sender_id", "=", userId)
        .select("sender_name")
        .limit(1)
        .executeTakeFirst();
      people.set(id, [...(people.get(id) ?? []), { id: userId, name: row?.sender_name ?? "", username: "" }]);
    }
  }
}

async function lastMessages(db: ChatDatabase, ids: readonly number[]): Promise<ReadonlyMap<number, ChatMessage>> {
  const rows = await db
    .selectFrom("chat_rooms as room")
    .innerJoin("chat_messages as message", (join) =>
      join.onRef("message.room_id", "=", "room.id").on("message.thread", "=", 0).onRef("message.n", "=", "room.n"),
    )
    .where("room.id", "in", ids)
    .selectAll("message")
    .execute();
  return new Map(rows.map((row) => [row.room_id, toMessage(row)]));
}

async function unreadMentions(
  db: ChatDatabase,
  ids: readonly number[],
  userId: number,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await db
    .selectFrom("chat_members as own")
    .innerJoin("chat_mentions as mention", "mention.room_id", "own.room_id")
    .where("own.user_id", "=", userId)
    .where("own.room_id", "in", ids)
    .where("mention.user_id", "in", [0, userId])
    .whereRef("mention.n", ">", "own.read_n")
    // CHAT-24: a person who mentions everybody does not mention themselves, also if they marked it as unread.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("chat_messages as message")
            .whereRef("message.room_id", "=", "mention.room_id")
            .where("message.thread", "=", 0)
            .whereRef("message.n", "=", "mention.n")
            .where("message.sender_id", "=", userId)
            .select("message.id"),
        ),
      ),
    )
    .select(["mention.room_id", "mention.n"])
    .distinct()
    .orderBy("mention.n")
    .limit(MOST_MENTIONS * 50)
    .execute();
  const places = new Map<number, number[]>();
  for (const { room_id, n } of rows) {
    const known = places.get(room_id) ?? [];
    if (known.length < MOST_MENTIONS) known.push(n);
    places.set(room_id, known);
  }
  return places;
}
