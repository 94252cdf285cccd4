import { OTP_METHODS } from "@callpanel/contract";
import type { Kysely } from "kysely";
import type { LostCounts, StoredAccess } from "../../../modules/administration/index.ts";
import { countForwards } from "../call-handling/call-handling.store.ts";
import type { Tables } from "../schema.ts";
import { signedIn } from "../sign-in/sign-ins.store.ts";

/** How a person can sign in. */
export async function accessOf(db: Kysely<Tables>, userId: number, now: number): Promise<StoredAccess> {
  const link = await db
    .selectFrom("invitations")
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .select("expires_at")
    .executeTakeFirst();
  const factor = await db
    .selectFrom("second_factors")
    .where("user_id", "=", userId)
    .where("enabled", "=", 1)
    .select("method")
    .executeTakeFirst();
  const box = await db
    .selectFrom("voicemail_boxes")
    .where("user_id", "=", userId)
    .select("pin_hash")
    .executeTakeFirst();
  return {
    invitedUntil: link?.expires_at ?? null,
    signedIn: await signedIn(db, userId, now),
    secondFactor: OTP_METHODS.find((method) => method === factor?.method) ?? null,
    mailboxPin: (box?.pin_hash ?? null) !== null,
  };
}

/** People who can sign in and hold `administration:manage_permissions`. */
export async function administratorsOf(db: Kysely<Tables>, realmId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("users")
    .innerJoin("credentials", "credentials.user_id", "users.id")
    .where("users.realm_id", "=", realmId)
    .where("may_use_panel", "=", 1)
    .where("suspended", "=", 0)
    .where((eb) =>
      eb.or([
        eb(
          "users.id",
          "in",
          eb
            .selectFrom("user_permissions")
            .select("user_id")
            .where("module", "=", "administration")
            .where("rule", "=", "manage_permissions")
            .where("target", "=", ""),
        ),
        eb(
          "users.id",
          "in",
          eb
            .selectFrom("group_members")
            .innerJoin("group_permissions", "group_permissions.group_id", "group_members.group_id")
            .select("group_members.user_id")
            .where("module", "=", "administration")
            .where("rule", "=", "manage_permissions")
            .where("target", "=", ""),
        ),
      ]),
    )
    .select("users.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** A statement takes a limited number of values. */
const AT_ONCE = 500;

export async function countsLost(
  db: Kysely<Tables>,
  realmId: number,
  people: readonly { readonly id: number; readonly extension: string }[],
): Promise<readonly LostCounts[]> {
  const forwards = await countForwards(db, realmId, people);
  const counts: LostCounts[] = [];
  for (let start = 0; start < people.length; start += AT_ONCE) {
    const ids = people.slice(start, start + AT_ONCE).map(({ id }) => id);
    const watchers = await db
      .selectFrom("watched_buddies")
      .where("buddy_id", "in", ids)
      .select((eb) => ["buddy_id", eb.fn.countAll<number>().as("count")])
      .groupBy("buddy_id")
      .execute();
    const voicemails = await db
      .selectFrom("voicemails")
      .where("box_id", "in", ids)
      .select((eb) => ["box_id", eb.fn.countAll<number>().as("count")])
      .groupBy("box_id")
      .execute();
    const watchersOf = new Map(watchers.map((row) => [row.buddy_id, row.count]));
    const voicemailsOf = new Map(voicemails.map((row) => [row.box_id, row.count]));
    for (const userId of ids)
      counts.push({
        userId,
        forwards: forwards.get(userId) ?? 0,
        watchers: watchersOf.get(userId) ?? 0,
        voicemails: voicemailsOf.get(userId) ?? 0,
      });
  }
  return counts;
}
