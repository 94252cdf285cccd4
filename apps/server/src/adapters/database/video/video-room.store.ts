import type { AuditAct } from "@callpanel/contract";
import { sql, type Kysely, type Selectable, type Transaction } from "kysely";
import * as z from "zod/mini";
import { foldText } from "../../../kernel/text/search-text.ts";
import { displayName } from "../../../modules/users/index.ts";
import {
  losesLeader,
  type StoredVideoRoom,
  type VideoOrder,
  type VideoPerson,
  type VideoRoomChange,
  type VideoRoomSettings,
  type VideoRoomStore,
} from "../../../modules/video/index.ts";
import { addAuditLine } from "../audit/index.ts";
import { contains } from "../rows.ts";
import type { Tables } from "../schema.ts";
import { endedAdminLink, isEndedLink } from "./admin-links.ts";
import type { VideoTables } from "./video-tables.ts";

type Database = Kysely<Tables & VideoTables>;
type Row = Selectable<VideoTables["video_rooms"]>;

const settingsSchema = z.object({
  sharedScreen: z.boolean(),
  recording: z.boolean(),
  callerIdName: z.string(),
  callerIdNumber: z.string(),
  phoneNumbers: z.array(z.string()),
  language: z.optional(z.enum(["en", "fr"])),
  guestPin: z.string(),
  adminPin: z.string(),
});

const REMOVED_AT_ONCE = 200;

export function createVideoRoomStore(all: Kysely<Tables>): VideoRoomStore {
  const db: Database = all.withTables<VideoTables>();
  return {
    seenBy: async ({ realmId, userId, words, withDynamic, start, limit }) => {
      const found = db
        .selectFrom("video_rooms as room")
        .where("room.realm_id", "=", realmId)
        .$if(!withDynamic, (rooms) => rooms.where("room.dynamic", "=", 0))
        .where((eb) => eb.and(words.map((word) => contains(eb.ref("room.sort_name"), word))))
        .where((eb) => {
          const people = eb.selectFrom("video_room_people as person").whereRef("person.room_id", "=", "room.id");
          return eb.or([
            eb("room.owner_id", "=", userId),
            eb.exists(people.where("person.user_id", "=", userId).select("person.user_id")),
            eb("room.whole_company", "=", 1),
          ]);
        });
      const { total } = await found.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
      const rows = await found
        .selectAll("room")
        .orderBy("room.sort_name")
        .orderBy("room.id")
        .offset(start)
        .limit(limit)
        .execute();
      return { total, rooms: await withPeople(db, rows) };
    },

    byId: (id) => readRoom(db, id),

    byLink: async (digest) => {
      const row = await db
        .selectFrom("video_rooms")
        .where((eb) => eb.or([eb("guest_digest", "=", digest), eb("admin_digest", "=", digest)]))
        .selectAll()
        .executeTakeFirst();
      const [room] = row === undefined ? [] : await withPeople(db, [row]);
      return room && { room, role: row?.guest_digest === digest ? "guest" : "admin" };
    },

    add: (room, most, order) =>
      all.transaction().execute(async (held) => {
        const trx = held.withTables<VideoTables>();
        // Two at once are counted one after the other: the row of the company is held.
        await trx
          .updateTable("realms")
          .set({ id: sql`id` })
          .where("id", "=", room.realmId)
          .execute();
        const { count } = await trx
          .selectFrom("video_rooms")
          .where("realm_id", "=", room.realmId)
          .where("expires_at", ">", room.createdAt)
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        if (most >= 0 && count >= most) return undefined;
        const { id } = await trx
          .insertInto("video_rooms")
          .values({
            realm_id: room.realmId,
            owner_id: room.ownerId,
            key: room.key,
            ...columnsOf(room),
            guest_digest: room.links.guest,
            admin_digest: room.links.admin,
            links: room.links.version,
            admin_links: room.links.version,
            created_at: room.createdAt,
            dynamic: Number(room.dynamic),
            whole_company: Number(!room.dynamic && room.userIds.length === 0),
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        await writePeople(trx, id, room);
        return noted(held, { act: "video.created", order }, await readRoom(trx, id));
      }),

    change: (id, change, order) => changeRoom(all, { id, change, order }),

    renewLinks: (id, { version, guest, admin }, order) =>
      all.transaction().execute(async (held) => {
        const trx = held.withTables<VideoTables>();
        await trx
          .updateTable("video_rooms")
          .set({ links: version, admin_links: version, guest_digest: guest, admin_digest: admin })
          .where("id", "=", id)
          .execute();
        return noted(held, { act: "video.linksRenewed", order }, await readRoom(trx, id));
      }),

    addAdminLink: async (id, { version, digest }) => {
      await db
        .updateTable("video_rooms")
        .set({ admin_digest: digest })
        .where("id", "=", id)
        .where("admin_links", "=", version)
        .execute();
    },

    remove: (id, order) =>
      all.transaction().execute(async (held) => {
        const trx = held.withTables<VideoTables>();
        await noted(held, { act: "video.deleted", order }, await readRoom(trx, id));
        await trx.deleteFrom("video_rooms").where("id", "=", id).execute();
      }),

    removeLeftBefore: (at) => removeLeft(db, at),

    peopleOf: async (realmId, ids) => {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom("users")
        .where("realm_id", "=", realmId)
        .where("id", "in", [...ids])
        .select("id")
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}

async function changeRoom(
  all: Kysely<Tables>,
  {
    id,
    change,
    order,
  }: { readonly id: number; readonly change: VideoRoomChange; readonly order: VideoOrder | undefined },
): Promise<StoredVideoRoom | undefined> {
  return all.transaction().execute(async (held) => {
    const trx = held.withTables<VideoTables>();
    // Two at once: the second one compares with what the first one has written.
    await trx
      .updateTable("video_rooms")
      .set({ id: sql`id` })
      .where("id", "=", id)
      .execute();
    const before = await readRoom(trx, id);
    if (before === undefined) return undefined;
    const whole_company = change.userIds.length === 0 ? sql<number>`1 - dynamic` : 0;
    await trx
      .updateTable("video_rooms")
      .set({ ...columnsOf(change), whole_company })
      .where("id", "=", id)
      .execute();
    await trx.deleteFrom("video_room_people").where("room_id", "=", id).execute();
    await writePeople(trx, id, change);
    const room = await readRoom(trx, id);
    if (room !== undefined && losesLeader(before, room))
      await trx.updateTable("video_rooms").set(endedAdminLink).where("id", "=", id).execute();
    return noted(held, { act: "video.changed", order }, await readRoom(trx, id));
  });
}

async function removeLeft(db: Database, before: number): Promise<number> {
  const rows = await db
    .selectFrom("video_rooms as room")
    .where((eb) =>
      eb.or([
        eb.and([eb("dynamic", "=", 1), eb("expires_at", "<", before)]),
        eb.and([
          eb("whole_company", "=", 0),
          eb("owner_id", "is", null),
          eb.not(
            eb.exists(
              eb.selectFrom("video_room_people").whereRef("room_id", "=", "room.id").select("video_room_people.role"),
            ),
          ),
        ]),
      ]),
    )
    .select("id")
    .limit(REMOVED_AT_ONCE)
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await db.deleteFrom("video_rooms").where("id", "in", ids).execute();
  return ids.length;
}

const columnsOf = ({ name, settings, expiresAt }: VideoRoomChange) => ({
  name,
  sort_name: foldText(name),
  settings: JSON.stringify(settings satisfies VideoRoomSettings),
  expires_at: expiresAt,
});

async function writePeople(
  trx: Transaction<Tables & VideoTables>,
  roomId: number,
  { userIds, adminIds }: Pick<VideoRoomChange, "userIds" | "adminIds">,
): Promise<void> {
  const of = (role: "user" | "admin", ids: readonly number[]) =>
    [...new Set(ids)].map((userId) => ({ room_id: roomId, user_id: userId, role }));
  const rows = [...of("user", userIds), ...of("admin", adminIds)];
  if (rows.length > 0) await trx.insertInto("video_room_people").values(rows).execute();
}

async function noted(
  held: Transaction<Tables>,
  { act, order }: { readonly act: AuditAct; readonly order: VideoOrder | undefined },
  room: StoredVideoRoom | undefined,
): Promise<StoredVideoRoom | undefined> {
  if (room === undefined || order === undefined) return room;
  const { id, name, realmId } = room;
  const object = { kind: "videoRoom", id: String(id), name } as const;
  await addAuditLine(held, { realmId, act, ...order, way: "panel", person: null, object, details: {} });
  return room;
}

const readRoom = async (db: Database, id: number): Promise<StoredVideoRoom | undefined> =>
  (await withPeople(db, await db.selectFrom("video_rooms").where("id", "=", id).selectAll().execute()))[0];

async function withPeople(db: Database, rows: readonly Row[]): Promise<readonly StoredVideoRoom[]> {
  if (rows.length === 0) return [];
  const people = await db
    .selectFrom("video_room_people as person")
    .where(
      "person.room_id",
      "in",
      rows.map(({ id }) => id),
    )
    .select(["person.room_id", "person.role", "person.user_id"])
    .execute();
  const owners = rows.flatMap(({ owner_id }) => owner_id ?? []);
  const found = await namesOf(db, [...owners, ...people.map(({ user_id }) => user_id)]);
  const named = found.map(({ person }) => person);
  const active = new Set(found.filter(({ suspended }) => !suspended).map(({ person }) => person.id));
  return rows.map((row) => {
    const of = (role: "user" | "admin") => {
      const ids = new Set(
        people.filter((one) => one.room_id === row.id && one.role === role).map((one) => one.user_id),
      );
      return named.filter(({ id }) => ids.has(id));
    };
    const [users, admins] = [of("user"), of("admin")];
    const owner = named.find(({ id }) => id === row.owner_id);
    const wholeCompany = row.whole_company === 1;
    return {
      id: row.id,
      realmId: row.realm_id,
      owner,
      key: row.key,
      linksVersion: row.links,
      adminLinkVersion: row.admin_links,
      hasAdminLink: !isEndedLink(row.admin_digest),
      name: row.name,
      settings: z.parse(settingsSchema, JSON.parse(row.settings)),
      // VIDEO-2: those who are left, so that saving the room again does not open it.
      users: users.length > 0 || wholeCompany ? users : named.filter((one) => one === owner || admins.includes(one)),
      admins,
      leaders: [...(owner === undefined ? [] : [owner]), ...admins].map(({ id }) => id).filter((id) => active.has(id)),
      wholeCompany,
      expiresAt: row.expires_at,
      createdAt: row.created_at,
      dynamic: row.dynamic === 1,
    };
  });
}

/** People by name. */
async function namesOf(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyArray<{ readonly person: VideoPerson; readonly suspended: boolean }>> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("users")
    .leftJoin("numbers", (join) => join.onRef("numbers.user_id", "=", "users.id").on("numbers.kind", "=", "user"))
    .where("users.id", "in", [...new Set(ids)])
    .select(["users.id", "users.first_name", "users.last_name", "users.suspended", "numbers.number as extension"])
    .orderBy("users.sort_name")
    .orderBy("users.id")
    .execute();
  return rows.map(({ id, first_name, last_name, suspended, extension }) => ({
    person: { id, name: displayName({ firstName: first_name, lastName: last_name }), extension: extension ?? "" },
    suspended: suspended === 1,
  }));
}
