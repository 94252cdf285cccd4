import { sql, type Kysely } from "kysely";
import type { Tables } from "../schema.ts";
import type { VideoTables } from "./video-tables.ts";

const ENDED = "ended ";
export const isEndedLink = (digest: string): boolean => digest.startsWith(ENDED);

/** What an ended link of the admin leaves in its row: no digest begins like this. */
export const endedAdminLink = {
  admin_links: sql<number>`admin_links + 1`,
  admin_digest: sql<string>`${sql.lit(ENDED)} || id`,
};

/**
 * VIDEO-13: before a person is suspended or removed, the admin's links end of the rooms that they lead. Before a suspended
 * person is resumed, those end of the rooms that others have led for them.
 */
export async function endAdminLinksOf(all: Kysely<Tables>, userId: number): Promise<void> {
  const db = all.withTables<VideoTables>();
  const person = await db
    .selectFrom("users")
    .where("id", "=", userId)
    .select(["realm_id", "suspended"])
    .executeTakeFirst();
  if (person === undefined) return;
  await db
    .updateTable("video_rooms")
    .set(endedAdminLink)
    .where("realm_id", "=", person.realm_id)
    .where((eb) => {
      const own = eb
        .selectFrom("video_room_people as own")
        .whereRef("own.room_id", "=", "video_rooms.id")
        .where("own.user_id", "=", userId)
        .select("own.user_id");
      const isNamed = eb.or([eb("owner_id", "=", userId), eb.exists(own.where("own.role", "=", "admin"))]);
      const isLed = eb.or([
        eb.exists(
          eb
            .selectFrom("users as owner")
            .whereRef("owner.id", "=", "video_rooms.owner_id")
            .where("owner.suspended", "=", 0)
            .select("owner.id"),
        ),
        eb.exists(
          eb
            .selectFrom("video_room_people as admin")
            .innerJoin("users", "users.id", "admin.user_id")
            .whereRef("admin.room_id", "=", "video_rooms.id")
            .where("admin.role", "=", "admin")
            .where("users.suspended", "=", 0)
            .select("admin.user_id"),
        ),
      ]);
      if (person.suspended === 1) return eb.and([isNamed, eb.not(isLed)]);
      return eb.or([isNamed, eb.and([eb.not(isLed), eb.or([eb("whole_company", "=", 1), eb.exists(own)])])]);
    })
    .execute();
}
