import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Realms, users, groups and their permissions. */
export async function createPeople(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("realms", (t) => t.withId().text("name", "company").addUniqueConstraint("realms_name", ["name"]));
  await create("users", (t) =>
    t
      .withId()
      .ownedBy("realm_id", "realms")
      .text("username", "first_name", "last_name", "sort_name", "email")
      .addColumn("department", "text")
      .addColumn("may_use_panel", "integer", (one) => one.notNull())
      .addUniqueConstraint("users_username", ["username"]),
  );
  await create("credentials", (t) =>
    t
      .keyOf("user_id", "users")
      .text("password_hash", "ha1_md5", "ha1_sha256")
      .addColumn("is_demo", "integer", (one) => one.notNull()),
  );
  await create("groups", (t) =>
    t.withId().ownedBy("realm_id", "realms").text("name").addUniqueConstraint("groups_name", ["realm_id", "name"]),
  );
  await create("group_members", (t) =>
    t
      .ownedBy("group_id", "groups")
      .ownedBy("user_id", "users")
      .addPrimaryKeyConstraint("group_members_key", ["user_id", "group_id"]),
  );
  await create("group_permissions", (t) =>
    t
      .ownedBy("group_id", "groups")
      .text("module", "rule", "target")
      .addPrimaryKeyConstraint("group_permissions_key", ["group_id", "module", "rule", "target"]),
  );
  await create("user_permissions", (t) =>
    t
      .ownedBy("user_id", "users")
      .text("module", "rule", "target")
      .addPrimaryKeyConstraint("user_permissions_key", ["user_id", "module", "rule", "target"]),
  );
}
