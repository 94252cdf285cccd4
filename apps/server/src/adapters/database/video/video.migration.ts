import { sql, type Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Video rooms, and the people of each. A room stays when the person who created it is removed. */
export async function createVideoRooms(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("video_rooms", (t) =>
    t
      .withId()
      .ownedBy("realm_id", "realms")
      .addColumn("owner_id", "bigint", (one) => one.references("users.id").onDelete("set null"))
      .text("key", "name", "sort_name", "settings", "guest_digest", "admin_digest")
      .whole("links", "expires_at", "created_at", "dynamic")
      .addUniqueConstraint("video_rooms_guest", ["guest_digest"])
      .addUniqueConstraint("video_rooms_admin", ["admin_digest"]),
  );
  await db.schema.createIndex("video_rooms_realm").on("video_rooms").columns(["realm_id", "sort_name", "id"]).execute();
  await db.schema.createIndex("video_rooms_owner").on("video_rooms").column("owner_id").execute();
  await create("video_room_people", (t) =>
    t
      .ownedBy("room_id", "video_rooms")
      .ownedBy("user_id", "users")
      .text("role")
      .addPrimaryKeyConstraint("video_room_people_key", ["room_id", "role", "user_id"]),
  );
  await db.schema.createIndex("video_room_people_user").on("video_room_people").column("user_id").execute();
}

/** Whether a room is for the whole company is stored: a room can also have no people because they were removed. */
export async function storeWholeCompany(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("video_rooms")
    .addColumn("whole_company", "integer", (one) => one.notNull().defaultTo(0))
    .execute();
  const named = sql`select 1 from video_room_people as p where p.room_id = video_rooms.id and p.role = 'user'`;
  await sql`update video_rooms set whole_company = 1 where dynamic = 0 and not exists (${named})`.execute(db);
}

/** The admin's link has a version of its own, because it also ends alone. */
export async function countAdminLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("video_rooms")
    .addColumn("admin_links", "integer", (one) => one.notNull().defaultTo(0))
    .execute();
  await sql`update video_rooms set admin_links = links`.execute(db);
}
