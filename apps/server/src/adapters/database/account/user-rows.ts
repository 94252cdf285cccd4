import type { Kysely, Selectable } from "kysely";
import type { User } from "../../../modules/users/index.ts";
import type { Tables } from "../schema.ts";

/** People with the columns that `readUser` needs. Every user has exactly one extension, so the join drops no user. */
export function selectUsers(db: Kysely<Tables>) {
  return db
    .selectFrom("users")
    .innerJoin("realms", "realms.id", "users.realm_id")
    .innerJoin("numbers", "numbers.user_id", "users.id")
    .leftJoin("pictures", (join) => join.onRef("pictures.user_id", "=", "users.id").on("pictures.is_active", "=", 1))
    .select([
      "users.id",
      "users.realm_id",
      "realms.name as realm",
      "realms.company",
      "users.username",
      "users.first_name",
      "users.last_name",
      "users.email",
      "users.department",
      "users.may_use_panel",
      "users.suspended",
      "numbers.number as extension",
      "pictures.key as pictureKey",
    ]);
}

type UserRow = Omit<Selectable<Tables["users"]>, "sort_name"> & {
  realm: string;
  company: string;
  extension: string;
  pictureKey: string | null;
};

export function readUser(row: UserRow): User {
  return {
    id: row.id,
    realm: { id: row.realm_id, name: row.realm, company: row.company },
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    department: row.department,
    extension: row.extension,
    mayUsePanel: row.may_use_panel === 1 && row.suspended === 0,
    suspended: row.suspended === 1,
    pictureKey: row.pictureKey,
  };
}
